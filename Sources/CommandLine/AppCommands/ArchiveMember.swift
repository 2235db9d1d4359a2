// SPDX-License-Identifier: Apache-2.0

/// A small file at the beginning of a tar archive, as POSIX.1-1988 has it (ustar).
struct ArchiveMember {
  private static let block = 512

  /// The member's name: at most 100 bytes of ASCII.
  let name: String
  let contents: [UInt8]

  /// The header, the contents, and zeros up to whole blocks.
  var bytes: [UInt8] {
    var header = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at place: Int) { header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8) }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(Self.octal(contents.count, 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(Self.octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
    header[154] = 0
    let rest = (Self.block - contents.count % Self.block) % Self.block
    return header + contents + [UInt8](repeating: 0, count: rest)
  }

  private static func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
