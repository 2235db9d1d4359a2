// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust
package import KeyFormats
import SecretMemory
package import X509Certificates

/// The certificates and keys of a PKCS #12 file, read, and which of them belong together.
package struct PKCS12Items: Sendable {
  package struct CertificateItem: Sendable {
    package let certificate: Certificate
    package let label: String?
  }

  package struct KeyItem: Sendable {
    package let key: PrivateKeyMaterial
    package let label: String?
    package let localID: [UInt8]?
  }

  package let certificates: [CertificateItem]
  package let keys: [KeyItem]

  /// Certificates that cannot be read are left out. A key that cannot be read is an error: it was what the file is for.
  package init(_ contents: PKCS12Contents) throws(KeyFormatError) {
    certificates = contents.certificates.compactMap { entry in
      // Whatever else is in the file can be of use.
      (try? Certificate(entry.encoded.span)).map { CertificateItem(certificate: $0, label: entry.label) }
    }
    var keys: [KeyItem] = []
    for entry in contents.keys {
      let key = try entry.encoded.withBytes { (bytes) throws(KeyFormatError) in try PrivateKeyMaterial(pkcs8: bytes) }
      keys.append(KeyItem(key: key, label: entry.label, localID: entry.localID))
    }
    self.keys = keys
  }

  /// The first certificate with the key's public part. The file's own numbers say the same, or are wrong.
  package func certificate(of key: KeyItem) -> CertificateItem? {
    certificates.first { $0.certificate.publicKeyBits == key.key.publicKey.encoded }
  }

  /// All but this one.
  package func others(than certificate: Certificate) -> [Certificate] {
    certificates.map(\.certificate).filter { $0.encoded != certificate.encoded }
  }
}
