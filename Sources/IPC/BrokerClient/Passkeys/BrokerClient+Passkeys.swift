// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import KeychainModel
package import PasskeyItems
package import PasskeyKeys
package import PromptModel

// Passkeys, for `bailey-browser`.

extension BrokerClient {
  /// Takes as long as the person takes. Nil where they want to use another device.
  package func makePasskey(
    _ making: PasskeyMaking
  ) throws(BrokerClientError) -> (credential: [UInt8], key: PasskeyKey, outputs: SecretData?)? {
    switch try exchange(.passkeys(.make(making))) {
    case .passkeys(.made(let credential, let key, let outputs)): return (credential, key, outputs)
    case .passkeys(.elsewhere): return nil
    default: throw .unexpectedReply
    }
  }

  /// Nil where there is none for it, and where the person wants to use another device.
  package func usePasskey(_ using: PasskeyUsing) throws(BrokerClientError) -> UsedPasskey? {
    switch try exchange(.passkeys(.use(using))) {
    case .passkeys(.used(let used)): return used
    case .passkeys(.elsewhere): return nil
    default: throw .unexpectedReply
    }
  }

  package func withdrawPasskey(_ request: ContextToken) throws(BrokerClientError) {
    guard case .done = try exchange(.passkeys(.withdraw(request))) else { throw .unexpectedReply }
  }
}

// MARK: - The owner's

extension BrokerClient {
  package func allPasskeys(provedAs number: QuestionNumber?) throws(BrokerClientError) -> [PasskeyListing] {
    guard case .passkeys(.passkeys(let all)) = try exchange(.passkeys(.list(number))) else { throw .unexpectedReply }
    return all
  }

  package func changePasskey(
    _ deed: PasskeyDeed, credential: [UInt8], name: String, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    let request = PasskeysRequest.change(deed, credential: credential, name: name, number)
    guard case .done = try exchange(.passkeys(request)) else { throw .unexpectedReply }
  }
}
