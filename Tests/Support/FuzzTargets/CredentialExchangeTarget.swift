// SPDX-License-Identifier: Apache-2.0
import CredentialExchange
import Deflate
import KeychainBackup
import KeychainModel
import PasskeyItems
import WireFormat

/// Files of other programs with passkeys, and what backups and `baileyd` have of them: what is read is written as what is read
/// again, and anything else is refused.
package enum CredentialExchangeTarget: FuzzTarget {
  package static let name = "CredentialExchange"

  package static func run(_ bytes: [UInt8]) {
    if let passkey = try? BackupPasskey(decoding: bytes.span) {
      let again = try? passkey.encoded().withBytes { span in span.indices.map { span[$0] } }
      precondition(again == bytes, "a passkey has two encodings")
    }
    _ = Deflate.decompress(bytes, to: StoredPasskey.longestBlob)
    guard let document = try? ExchangeDocument(bytes.span, inflate: { Deflate.decompress($0, to: $1) }) else { return }
    var writer = ExchangeWriter()
    var text = writer.head(at: 0)
    for passkey in document.passkeys {
      let deflated = passkey.largeBlob.isEmpty ? nil : Deflate.compress(passkey.largeBlob)
      guard let item = try? writer.item(passkey, deflated: deflated) else {
        preconditionFailure("a passkey that was read cannot be written")
      }
      text += item.withBytes { span in span.indices.map { span[$0] } }
    }
    text += writer.tail
    let again = try? ExchangeDocument(text.span, inflate: { Deflate.decompress($0, to: $1) })
    precondition(again?.passkeys.count == document.passkeys.count, "what was written is not read")
  }
}
