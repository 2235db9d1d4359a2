// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import KeychainModel
import KeychainObjects
import WireFormat

/// Files of certificates and keys in text, DER or PKCS #7, as `security import` reads them: items or nothing. What is
/// written of it reads as the same.
package enum ExternalItemsTarget: FuzzTarget {
  package static let name = "ExternalItems"

  package static func run(_ bytes: [UInt8]) {
    if let blocks = ArmoredBlock.read(bytes.span) {
      var text = WireBuffer(smallest: 4096, capacity: 16 << 20)
      for block in blocks { block.contents.withBytes { try? TextArmor.write(block.label, $0, into: &text) } }
      let again = text.withBytes { ArmoredBlock.read($0) }
      let labels = blocks.allSatisfy { $0.label.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
      if labels { precondition(again?.map(contents) == blocks.map(contents)) }
    }
    if let certificates = CertificateMessage.certificates(in: bytes.span) {
      let encoded = CertificateMessage.encode(certificates)
      precondition(CertificateMessage.certificates(in: encoded.span) == certificates)
    }
    for item in ExternalItem.read(bytes.span) ?? [] {
      switch item {
      case .certificate(let certificate): precondition(!ObjectAttributes.of(certificate).isEmpty)
      case .encryptedBlock(let key, _): _ = try? key.open(passphrase: [0x78].span)
      default: continue
      }
    }
  }

  private static func contents(_ block: ArmoredBlock) -> [UInt8] {
    block.contents.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
