// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import BrokerMessages
import EnclaveClient
import FileKeychain
import KeychainAuthorization
import KeychainModel
import KeychainStore
import PromptModel
import PromptQueue

// MARK: - What a caller has of them

extension BrokerStores {
  func views(
    _ enclave: SharedClassKeys, _ authenticator: PersonAuthenticator
  ) -> @Sendable (KeychainCaller, Requester, CallerRole) -> BrokerSession.View {
    { caller, requester, role in
      BrokerSession.View(
        dataProtection: { began in
          keychain.session(for: caller, authorizer: CallerAuthorizer(authenticator, for: requester, since: began))
        },
        enclaveKeys: { began in
          EnclaveKeyHandler(
            keys: enclave, groups: caller.groups,
            authorizer: CallerAuthorizer(authenticator, for: requester, since: began), registry: registry)
        },
        files: { kind, began in
          files(kind, caller, CallerPasswords(authenticator.queue, for: requester, since: began))
        },
        role: role)
    }
  }

  private func files(
    _ kind: KeychainKind, _ caller: KeychainCaller, _ passwords: CallerPasswords
  ) -> any PagedKeychain {
    guard let fileKeychains else { return AbsentKeychain() }
    do {
      return try fileKeychains.session(kind, for: caller, passwords: passwords)
    } catch {
      return AbsentKeychain(status: error)
    }
  }
}
