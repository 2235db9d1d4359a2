// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust

/// Why a receipt says nothing.
package enum AppReceiptError: Error, Equatable, Sendable {
  /// The receipt is no signed message of one signer, its signature is not over its contents, or by too weak a key.
  case signature(CodeSignatureError)
  /// The signer's chain ends at none of the anchors.
  case trust(TrustAnswer.Kind)
  /// The contents are not a set of numbered fields.
  case contents
  /// A field is missing, or has another form, by its number.
  case field(Int)
  /// The receipt has expired.
  case expired
}
