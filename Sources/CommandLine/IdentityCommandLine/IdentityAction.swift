// SPDX-License-Identifier: Apache-2.0
package import IdentityModel

/// The actions of `bailey-identity`.
package enum IdentityAction: Sendable, Equatable {
  case create(NewProvider)
  case serve(home: String?)
  case develop(DevelopmentOptions)
  /// A question, or an order without secrets, to the provider of a folder.
  case administer(AdministrativeRequest, home: String?, Form)
  /// The password is read, and what is stored of it is sent.
  case addUser([String: String], home: String?, Form)
  /// The public half of a file's key is sent.
  case addKey(id: String, app: String, file: String, home: String?, Form)
  /// Makes a key and its file.
  case newKey(app: String, folder: String, home: String?, Form)
  /// The passphrase is read.
  case backUp(String, home: String?)
  case restore(String, home: String?, database: String?)
  case move(database: String, home: String?)

  /// The certificate of the file is sent.
  case trustAuthority(file: String, home: String?, Form)

  package enum Form: Sendable, Equatable { case text, json }
}

package struct NewProvider: Sendable, Equatable {
  package let issuer: String
  package let address: String?
  package let name: String
  package let port: UInt16
  package let home: String?
  /// Words for PostgreSQL; nil for a file.
  package let database: String?
}

package struct DevelopmentOptions: Sendable, Equatable {
  package let port: UInt16
  package let issuer: String?
  package let folder: String?
  package let redirects: [String]
  package let claims: Claims
  package let endpoint: String?
  package let authorities: String?
  package let host: String?

  /// How `email_verified` is written.
  package enum Claims: String, Sendable, CaseIterable { case strings, booleans }
}
