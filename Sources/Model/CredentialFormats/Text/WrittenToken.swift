// SPDX-License-Identifier: Apache-2.0

/// Secrets that are known wherever they stand: tokens with the beginnings that their services document, and passwords in addresses.
enum WrittenToken {
  /// The beginning, and how many characters follow at the least.
  private static let beginnings: [(StaticString, Int)] = [
    ("ghp_", 36), ("gho_", 36), ("ghs_", 36), ("ghu_", 36), ("github_pat_", 50), ("glpat-", 20), ("xoxb-", 24),
    ("xoxp-", 24), ("sk_live_", 24), ("npm_", 36), ("pypi-AgE", 40), ("dop_v1_", 64), ("hf_", 34),
  ]

  static func isIn(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      guard bytes[place].isWord else {
        place += 1
        continue
      }
      let end = (place..<range.upperBound).first { !bytes[$0].isWord } ?? range.upperBound
      for (beginning, count) in beginnings where bytes.starts(place..<end, with: beginning) {
        let rest = place + beginning.utf8CodeUnitCount..<end
        if rest.count >= count, !SecretPlaceholder.isAt(rest, in: bytes) { return true }
      }
      place = end
    }
    return false
  }

  /// The password of the first address in the text: `scheme://user:password@host` (RFC 3986, section 3.2.1); nil where it has none, or
  /// one that stands for another.
  static func password(in range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int>? {
    guard let colon = bytes.find("://", in: range), colon > range.lowerBound, bytes[colon - 1].isWord else {
      return nil
    }
    let authority = colon + 3..<range.upperBound
    let stop = authority.first { place in
      [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'")].contains(
        bytes[place]) || bytes[place] <= 0x20
    }
    let user = colon + 3..<(stop ?? range.upperBound)
    guard let at = bytes.last(UInt8(ascii: "@"), in: user), at + 1 < user.upperBound,
      let separator = bytes.first(UInt8(ascii: ":"), in: user.lowerBound..<at)
    else { return nil }
    let password = separator + 1..<at
    return SecretPlaceholder.isAt(password, in: bytes) ? nil : password
  }
}
