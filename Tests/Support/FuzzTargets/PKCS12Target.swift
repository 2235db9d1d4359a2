// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import KeyFormats
import SecretMemory

/// Files with keys from anywhere, as somebody who knows the passphrase opens them.
package enum PKCS12Target: FuzzTarget {
  package static let name = "PKCS12"

  package static func run(_ bytes: [UInt8]) {
    for passphrase in ["", "secret"] {
      let passphrase = Array(passphrase.utf8)
      // Honest files ask for 2,048 rounds; more would only slow the search down.
      if let key = try? EncryptedPrivateKey(maximumRounds: 2048).open(bytes.span, passphrase: passphrase.span) {
        precondition(EncryptedPrivateKey.isOne(bytes.span))
        _ = key.withBytes { try? PrivateKeyMaterial(pkcs8: $0) }
      }
      guard let contents = try? PKCS12File(maximumRounds: 2048).open(bytes.span, passphrase: passphrase.span) else {
        continue
      }
      for key in contents.keys { _ = key.encoded.withBytes { try? PrivateKeyMaterial(pkcs8: $0) } }
      precondition(contents.certificates.allSatisfy { !$0.encoded.isEmpty })
    }
  }
}
