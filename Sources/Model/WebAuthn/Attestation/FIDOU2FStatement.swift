// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import CryptoPrimitives
import KeyFormats

/// The format `fido-u2f` (WebAuthn Level 3, 8.6): the signature of a U2F registration (FIDO U2F Raw Message Formats, 4.3).
enum FIDOU2FStatement {
  private static let section = "8.6"

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> Attestation {
    let reader = try StatementReader(statement, section, allowed: ["sig", "x5c"])
    let signature = try reader.bytes("sig")
    let (signer, path) = try reader.certificates()
    guard path.count == 1 else { throw reader.defect(.certificateCount) }
    guard case .ec(let signerKey) = signer.key, signerKey.curve == .p256 else { throw reader.defect(.certificate) }
    guard subject.key.algorithm == .es256, case .ec(let key) = subject.key.material else {
      throw reader.defect(.otherAlgorithm)
    }
    let message = [0] + subject.data.rpIDHash + subject.clientDataHash + subject.credential.id + key.x963
    guard COSEAlgorithm.es256.isValid(signature, of: message, by: signer.key) else { throw reader.defect(.signature) }
    return Attestation(.fidoU2F, .basic, path)
  }
}
