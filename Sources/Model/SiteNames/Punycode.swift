// SPDX-License-Identifier: Apache-2.0

/// The encoding of letters in the labels of host names (RFC 3492). Only read: browsers write it.
enum Punycode {
  private static let (base, least, most, skew, damp): (Int, Int, Int, Int, Int) = (36, 1, 26, 38, 700)
  private static let (firstBias, firstScalar): (Int, Int) = (72, 128)
  /// A label has at most 63 characters.
  private static let longest = 63

  /// The decoded label, without its prefix; nil for an invalid one.
  static func decode(_ label: String) -> String? {
    let letters = Array(label.utf8)
    guard letters.count <= longest, letters.allSatisfy({ $0 < 0x80 }) else { return nil }
    let hyphen = letters.lastIndex(of: UInt8(ascii: "-"))
    var scalars = letters[..<(hyphen ?? 0)].map { UInt32($0) }
    var rest = letters[(hyphen.map { $0 + 1 } ?? 0)...]
    var (position, scalar, bias) = (0, firstScalar, firstBias)
    while !rest.isEmpty {
      guard let delta = number(&rest, bias) else { return nil }
      let (sum, count) = (position + delta, scalars.count + 1)
      bias = adapted(delta, count, isFirst: position == 0 && scalar == firstScalar)
      scalar += sum / count
      position = sum % count
      guard scalar <= 0x10FFFF else { return nil }
      scalars.insert(UInt32(scalar), at: position)
      position += 1
    }
    var text = String.UnicodeScalarView()
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// A number of digits whose worth depends on the bias (RFC 3492, 3.3).
  private static func number(_ digits: inout ArraySlice<UInt8>, _ bias: Int) -> Int? {
    var (value, weight, place) = (0, 1, base)
    while let letter = digits.popFirst() {
      guard let digit = digit(letter) else { return nil }
      let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
      guard !overflow, value <= Int(Int32.max) - min(product, Int(Int32.max)) else { return nil }
      value += product
      let threshold = min(max(place - bias, least), most)
      if digit < threshold { return value }
      weight *= base - threshold
      guard weight <= Int(Int32.max) else { return nil }
      place += base
    }
    return nil
  }

  private static func digit(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  /// RFC 3492, 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - least) * most / 2 {
      delta /= base - least
      steps += base
    }
    return steps + (base - least + 1) * delta / (delta + skew)
  }
}
