// SPDX-License-Identifier: Apache-2.0
import KeychainObjects

/// Files of certificates and keys in text, DER or PKCS #7, as `security import` reads them: items or nothing. What is
/// written of it reads as the same.
package enum ExternalItemsTarget: FuzzTarget {
  package static let name = "ExternalItems"

  package static func run(_ bytes: [UInt8]) {
    if let blocks = TextArmor.blocks(in: bytes) {
      let text = blocks.map(\.text).joined()
      let labels = blocks.allSatisfy { $0.label.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
      if labels { precondition(TextArmor.blocks(in: Array(text.utf8)) == blocks) }
    }
    if let certificates = CertificateMessage.certificates(in: bytes) {
      let encoded = CertificateMessage.encode(certificates)
      precondition(CertificateMessage.certificates(in: encoded) == certificates)
    }
    for item in ExternalItem.read(bytes) ?? [] {
      guard case .certificate(let certificate) = item else { continue }
      precondition(!ObjectAttributes.of(certificate).isEmpty)
    }
  }
}
