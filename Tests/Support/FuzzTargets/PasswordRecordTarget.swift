// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import FileKeychain

/// What unlocks the file-based keychain, as found and with a digest that fits: it is read whole or not at all.
package enum PasswordRecordTarget: FuzzTarget {
  package static let name = "PasswordRecord"

  package static func run(_ bytes: [UInt8]) {
    read(bytes)
    guard bytes.count >= PasswordRecord.size - SHA256.size else { return }
    let contents = Array(bytes.prefix(PasswordRecord.size - SHA256.size))
    read(contents + SHA256.hash(contents.span))
  }

  private static func read(_ bytes: [UInt8]) {
    guard let record = try? PasswordRecord(encoded: bytes.span) else { return }
    precondition(record.encoded == bytes, "one form for each record")
  }
}
