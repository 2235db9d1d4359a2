// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The contents of a PKCS #12 file (RFC 7292).
package struct PKCS12Contents: Sendable {
  package var keys: [Key] = []
  package var certificates: [CertificateEntry] = []

  package final class Key: Sendable {
    /// PKCS #8.
    package let encoded: SecretBytes
    package let label: String?
    package let localID: [UInt8]?
    /// Whether the key is encrypted in the file. Files may have keys in the clear.
    package let isWrapped: Bool

    init(_ encoded: consuming SecretBytes, label: String?, localID: [UInt8]?, isWrapped: Bool) {
      self.encoded = encoded
      self.label = label
      self.localID = localID
      self.isWrapped = isWrapped
    }
  }

  package struct CertificateEntry: Sendable {
    /// The certificate in DER.
    package let encoded: [UInt8]
    package let label: String?
    package let localID: [UInt8]?
  }
}
