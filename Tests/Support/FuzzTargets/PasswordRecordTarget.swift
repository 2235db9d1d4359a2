// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import FileKeychain

/// What unlocks a file-based keychain, and the list of all, as found and with a digest that fits: each is read whole or
/// not at all.
package enum PasswordRecordTarget: FuzzTarget {
  package static let name = "PasswordRecord"

  package static func run(_ bytes: [UInt8]) {
    read(bytes)
    readList(bytes)
    readList(bytes + SHA256.hash(bytes.span))
    guard bytes.count >= PasswordRecord.size - SHA256.size else { return }
    let contents = Array(bytes.prefix(PasswordRecord.size - SHA256.size))
    read(contents + SHA256.hash(contents.span))
  }

  private static func readList(_ bytes: [UInt8]) {
    guard let list = try? KeychainList(encoded: bytes.span) else { return }
    precondition((try? list.encoded()) == bytes, "one form for each list")
  }

  private static func read(_ bytes: [UInt8]) {
    guard let record = try? PasswordRecord(encoded: bytes.span) else { return }
    precondition(record.encoded == bytes, "one form for each record")
  }
}
