// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// An authority that vouches for keys of the development environment, and says that nothing but software stands behind
/// them.
package struct DevelopmentAuthority: Sendable {
  private let authority: AppAuthority

  /// DER, as the others.
  package var root: [UInt8] { authority.root }
  package var intermediate: [UInt8] { authority.intermediate }
  package var receiptSigner: [UInt8] { authority.receiptSigner }

  /// A new one, at a time in seconds since 1970.
  package init(at time: Int) throws(AppAuthorityError) {
    authority = try AppAuthority(.development, at: time)
  }

  /// An authority of what was kept of it; keys are PKCS #8.
  package init(
    root: [UInt8], intermediate: [UInt8], receiptSigner: [UInt8], key: Span<UInt8>, receiptKey: Span<UInt8>
  ) throws(AppAuthorityError) {
    authority = try AppAuthority(
      .development, root: root, intermediate: intermediate, receiptSigner: receiptSigner, key: key,
      receiptKey: receiptKey)
  }

  /// The key that signs certificates of apps' keys, PKCS #8.
  package func keptKey() throws(AppAuthorityError) -> SecretBytes { try authority.keptKey() }

  /// The key that signs receipts.
  package func keptReceiptKey() throws(AppAuthorityError) -> SecretBytes { try authority.keptReceiptKey() }

  /// The attestation of a key, which is one of development whatever the statement says.
  package func attestation(
    _ statement: AppKeyStatement, at time: Int
  ) throws(AppAuthorityError) -> [UInt8] {
    var statement = statement
    statement.environment = .development
    return try authority.attestation(statement, .software, at: time)
  }
}
