// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import KeychainModel
import SecretMemory

/// A block between BEGIN and END (RFC 7468), read from a text that may have anything around it. Its contents may be a
/// private key, so they are decoded directly into secret memory.
package struct ArmoredBlock: Sendable {
  package let label: String
  /// The value of the header `DEK-Info`: the contents are encrypted then.
  package let encryption: String?
  package let contents: SecretData

  /// The maximum number of blocks in a text.
  package static let maximumBlocks = 1000

  /// All blocks, in order. Nil if one does not end or is not Base64, and if there are too many.
  package static func read(_ text: Span<UInt8>) -> [ArmoredBlock]? {
    var blocks: [ArmoredBlock] = []
    var open: (label: String, encryption: String?, lines: [Range<Int>])?
    var offset = 0
    while let line = nextLine(&offset, in: text) {
      if let label = label(of: line, after: "-----BEGIN ", in: text) {
        guard open == nil, blocks.count < maximumBlocks else { return nil }
        open = (label, nil, [])
      } else if let label = self.label(of: line, after: "-----END ", in: text) {
        guard let block = open, block.label == label, let contents = decode(block.lines, in: text) else { return nil }
        blocks.append(ArmoredBlock(label: label, encryption: block.encryption, contents: contents))
        open = nil
      } else if line.contains(where: { text[$0] == UInt8(ascii: ":") }) {
        // A line with a colon is a header, such as `Proc-Type`.
        if let value = self.label(of: line, after: "DEK-Info: ", in: text) { open?.encryption = value }
      } else {
        open?.lines.append(line)
      }
    }
    return open == nil ? blocks : nil
  }

  // MARK: - Lines

  /// A line without its end and the blanks before that.
  private static func nextLine(_ offset: inout Int, in text: Span<UInt8>) -> Range<Int>? {
    while offset < text.count, [9, 10, 13, 32].contains(text[offset]) { offset += 1 }
    guard offset < text.count else { return nil }
    let start = offset
    while offset < text.count, text[offset] != 10, text[offset] != 13 { offset += 1 }
    return start..<offset
  }

  private static func label(of line: Range<Int>, after mark: String, in text: Span<UInt8>) -> String? {
    let mark = Array(mark.utf8)
    guard line.count > mark.count, mark.indices.allSatisfy({ text[line.lowerBound + $0] == mark[$0] }) else {
      return nil
    }
    let rest = line.dropFirst(mark.count)
    guard let end = rest.last(where: { text[$0] != UInt8(ascii: "-") && text[$0] != 32 }) else { return nil }
    return String(decoding: (rest.lowerBound...end).map { text[$0] }, as: UTF8.self)
  }

  // MARK: - Base64

  private static func decode(_ lines: [Range<Int>], in text: Span<UInt8>) -> SecretData? {
    var count = 0
    var padding = 0
    for position in lines.joined() where !isBlank(text[position]) {
      count += 1
      if text[position] == UInt8(ascii: "=") { padding += 1 } else if padding > 0 { return nil }
    }
    guard count % 4 == 0, padding <= 2 else { return nil }
    guard count > 0 else { return .empty }
    var isValid = true
    let bytes = SecretBytes(count: count / 4 * 3 - padding) { target in
      isValid = fill(&target, from: lines, in: text)
    }
    return isValid ? SecretData(bytes) : nil
  }

  private static func fill(
    _ target: inout MutableSpan<UInt8>, from lines: [Range<Int>], in text: Span<UInt8>
  ) -> Bool {
    var bits: UInt32 = 0
    var held: UInt32 = 0
    var written = 0
    for position in lines.joined() where !isBlank(text[position]) && text[position] != UInt8(ascii: "=") {
      guard let value = Base64.value(of: text[position]) else { return false }
      bits = bits << 6 | value
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      target[written] = UInt8(truncatingIfNeeded: bits >> held)
      written += 1
    }
    // Unused bits of the last character must be zero.
    return bits & (1 << held - 1) == 0
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
