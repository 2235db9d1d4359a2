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

  /// Keys of a kind that there are none of here: of other curves, or for RSA-PSS alone.
  package let foreignKeys: Int
  /// Whether a key that was read is not encrypted in the file.
  package let hasClearKey: Bool

  /// Reads the items of a file. One that cannot be read is left out: whatever else is in the file can be of use. A file
  /// of nothing but keys that cannot be read is an error.
  package init(_ contents: PKCS12Contents) throws(KeyFormatError) {
    certificates = contents.certificates.compactMap { entry in
      (try? Certificate(entry.encoded.span)).map { CertificateItem(certificate: $0, label: entry.label) }
    }
    var (keys, hasClearKey): ([KeyItem], Bool) = ([], false)
    var error: KeyFormatError?
    for entry in contents.keys {
      do throws(KeyFormatError) {
        let key = try entry.encoded.withBytes { (bytes) throws(KeyFormatError) in try PrivateKeyMaterial(pkcs8: bytes) }
        keys.append(KeyItem(key: key, label: entry.label, localID: entry.localID))
        hasClearKey = hasClearKey || !entry.isWrapped
      } catch let failure {
        error = failure
      }
    }
    if let error, keys.isEmpty, certificates.isEmpty { throw error }
    (self.keys, self.hasClearKey) = (keys, hasClearKey)
    foreignKeys = contents.keys.count - keys.count
  }

  /// The first certificate with the key's public part. The file's own numbers say the same, or are wrong.
  package func certificate(of key: KeyItem) -> CertificateItem? {
    certificates.first { $0.certificate.publicKeyBits == key.key.publicKey.encoded }
  }

  /// The certificates but this one.
  package func others(than certificate: Certificate) -> [Certificate] {
    certificates.map(\.certificate).filter { $0.encoded != certificate.encoded }
  }
}
