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
  let clientDataHash: [UInt8]
  /// The bytes that most formats sign: the authenticator data and the hash of the client data.
  let message: [UInt8]

  /// Nil without a credential whose key can be used.
  init?(_ data: AuthenticatorData, clientData: [UInt8]) {
    guard let credential = data.credential, let key = try? credential.key() else { return nil }
    self.data = data
    self.credential = credential
    self.key = key
    clientDataHash = ClientData.hash(clientData)
    message = data.encoded + clientDataHash
  }
}
