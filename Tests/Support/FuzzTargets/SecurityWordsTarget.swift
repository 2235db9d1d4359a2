// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import KeychainCommands
import KeychainObjects
import SecurityTool

/// Words after `security`, separated by zero bytes, and lines of its interactive mode: they give an action or an error.
/// The words of `bailey keychain` for attributes are read as well.
package enum SecurityWordsTarget: FuzzTarget {
  package static let name = "SecurityWords"

  package static func run(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    do throws(SecurityUsageError) {
      let (_, rest) = try SecurityParser.mode(words)
      _ = try SecurityParser.action(rest)
    } catch {
      precondition(error.exitCode == 1 || error.exitCode == 2)
    }
    _ = try? Assignment.attributes(words)
    for word in words {
      if let words = SecurityLine.words(word) { precondition(words.joined().utf8.count <= word.utf8.count) }
      if let decoded = Base64.decode(word) { precondition(Base64.encode(decoded) == word) }
    }
    precondition(Base64.decode(Base64.encode(bytes)) == bytes)
  }
}
