// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
package import KeychainModel

/// Has the person asked, for one program, for the password of the file-based keychain.
package struct CallerPasswords: KeychainPasswordSource {
  private let authenticator: PersonAuthenticator
  private let asker: Asker

  package init(_ authenticator: PersonAuthenticator, for asker: Asker) {
    self.authenticator = authenticator
    self.asker = asker
  }

  package func password(
    _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    let kind: QuestionKind =
      switch occasion {
      case .new: .newKeychainPassword
      case .unlock: .keychainPassword
      case .again: .keychainPasswordAgain
      }
    do {
      return try authenticator.password(kind, reason: choice.reason ?? "", for: asker)
    } catch {
      throw KeychainStatus(error)
    }
  }
}
