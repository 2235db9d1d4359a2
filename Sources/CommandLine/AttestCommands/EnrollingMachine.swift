// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttestKeys
import KeyFormats
import MachineEnrolment
import TerminalConsole
import X509Certificates

/// A machine that enrols with an issuer, by its TPM.
protocol EnrollingMachine: AnyObject {
  /// What it enrols with by this endorsement key; nil where it should not try that one.
  func request(_ kind: EndorsementKeyKind) throws(CommandFailure) -> EnrolmentRequest?
  /// What the TPM gives back for a credential, for the request that was made last.
  func opened(_ object: [UInt8], _ secret: [UInt8]) throws(CommandFailure) -> [UInt8]
}

/// The certificate of an endorsement key that the person names, instead of what is in the TPM.
struct NamedCertificate {
  let encoded: [UInt8]
  let kind: EndorsementKeyKind

  init?(_ file: String?, _ console: Console) throws(CommandFailure) {
    guard let file else { return nil }
    let encoded = try PEMText.certificate(in: file, console)
    self.encoded = encoded
    kind = if case .rsa? = (try? Certificate(encoded.span))?.publicKey { .rsa2048 } else { .p256 }
  }
}

extension EndorsementKeyKind {
  /// The certificate with which to try this key; nil where not to try it. The key on P-256 may be in the organisation's list, so that it
  /// is tried without one too.
  func certificate(
    _ named: NamedCertificate?, _ own: (EndorsementKeyKind) throws(CommandFailure) -> [UInt8]?
  ) throws(CommandFailure) -> TriedCertificate? {
    if let named { return named.kind == self ? TriedCertificate(encoded: named.encoded) : nil }
    let encoded = try own(self)
    return self == .p256 || encoded != nil ? TriedCertificate(encoded: encoded) : nil
  }
}

struct TriedCertificate {
  let encoded: [UInt8]?
}
