// SPDX-License-Identifier: Apache-2.0

/// The textual form of certificates and keys (RFC 7468): blocks between BEGIN and END, with anything around them.
package struct TextArmor: Sendable, Equatable {
  package let label: String
  package let contents: [UInt8]

  /// Of a whole text.
  package static let mostBlocks = 1000

  package init(_ label: String, _ contents: [UInt8]) {
    self.label = label
    self.contents = contents
  }

  /// All blocks, in order; nil where one does not end or holds no Base64, and where there are too many.
  package static func blocks(in text: [UInt8]) -> [TextArmor]? {
    var blocks: [TextArmor] = []
    var open: (label: String, digits: [UInt8])?
    for line in text.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let line = line.drop { $0 == 32 || $0 == 9 }
      if let label = label(of: line, after: "-----BEGIN ") {
        guard open == nil, blocks.count < mostBlocks else { return nil }
        open = (label, [])
      } else if let label = self.label(of: line, after: "-----END ") {
        guard let block = open, block.label == label, let contents = Base64.decode(block.digits) else { return nil }
        blocks.append(TextArmor(label, contents))
        open = nil
      } else if !line.contains(UInt8(ascii: ":")) {
        // Headers such as `Proc-Type` have a colon; keys that have one are encrypted, and fail to read.
        open?.digits += line.filter { $0 != 32 && $0 != 9 }
      }
    }
    return open == nil ? blocks : nil
  }

  private static func label(of line: ArraySlice<UInt8>, after mark: String) -> String? {
    guard line.starts(with: mark.utf8) else { return nil }
    let rest = line.dropFirst(mark.utf8.count)
    guard let end = rest.lastIndex(where: { $0 != UInt8(ascii: "-") && $0 != 32 }) else { return nil }
    return String(decoding: rest[...end], as: UTF8.self)
  }

  /// In lines of 64 characters.
  package var text: String {
    let digits = Array(Base64.encode(contents).utf8)
    let lines = stride(from: 0, to: digits.count, by: 64).map {
      String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
    }
    return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
  }
}
