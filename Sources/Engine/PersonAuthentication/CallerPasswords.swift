// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
package import KeychainModel

/// Has the person asked, for one call of a program, for the password of a file-based keychain.
package struct CallerPasswords: KeychainPasswordSource {
  private let authenticator: PersonAuthenticator
  private let asker: Asker
  private let began: PersonAuthenticator.Moment

  package init(_ authenticator: PersonAuthenticator, for asker: Asker, since began: PersonAuthenticator.Moment) {
    self.authenticator = authenticator
    self.asker = asker
    self.began = began
  }

  package func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    do {
      return try authenticator.password(of: keychain, occasion, reason: choice.reason ?? "", for: asker, since: began)
    } catch {
      throw KeychainStatus(error)
    }
  }
}
