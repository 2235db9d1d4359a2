// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys

/// The formats of statements that are verified (WebAuthn Level 3, 8).
package enum AttestationFormat: String, Sendable, CaseIterable {
  case none
  case packed
  case tpm
  case androidKey = "android-key"
  case apple
  case fidoU2F = "fido-u2f"
  case compound

  /// The format whose service has ended: nobody could tell a statement of today from an old one.
  static let retired = "android-safetynet"

  /// Verifies a statement of this format.
  func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> [Attestation] {
    switch self {
    case .none: [try NoStatement.verify(statement)]
    case .packed: [try PackedStatement.verify(statement, subject)]
    case .tpm: [try TPMStatement.verify(statement, subject)]
    case .androidKey: [try AndroidKeyStatement.verify(statement, subject)]
    case .apple: [try AppleStatement.verify(statement, subject)]
    case .fidoU2F: [try FIDOU2FStatement.verify(statement, subject)]
    case .compound: try CompoundStatement.verify(statement, subject)
    }
  }
}

/// The subject of a statement.
struct AttestationSubject {
  let data: AuthenticatorData
  let credential: AttestedCredential
  let key: COSEKey
  private let clientData: [UInt8]

  /// The key is the credential's, and the credential that of the data.
  init(_ data: AuthenticatorData, _ credential: AttestedCredential, _ key: COSEKey, clientData: [UInt8]) {
    self.data = data
    self.credential = credential
    self.key = key
    self.clientData = clientData
  }

  var clientDataHash: [UInt8] { ClientData.hash(clientData) }

  /// The bytes that most formats sign: the authenticator data and the hash of the client data.
  var message: [UInt8] { data.encoded + clientDataHash }
}
