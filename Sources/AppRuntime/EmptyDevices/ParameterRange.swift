// SPDX-License-Identifier: Apache-2.0

/// The range of a parameter of a sound device: from one number to another, each of them possibly left out.
/// https://docs.kernel.org/sound/kernel-api/writing-an-alsa-driver.html, constraints.
struct ParameterRange: Equatable {
  var least: UInt32
  var most: UInt32
  var leavesOutLeast = false
  var leavesOutMost = false
  var isInteger = true

  static let any = ParameterRange(least: 0, most: .max, isInteger: false)

  var isEmpty: Bool { least > most || (least == most && (leavesOutLeast || leavesOutMost)) }

  /// Reads a range from its twelve bytes: two numbers, and bits.
  init(_ record: KernelRecord, at offset: Int) {
    (least, most) = (record[offset], record[offset + 4])
    let bits = record[offset + 8]
    (leavesOutLeast, leavesOutMost, isInteger) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
  }

  init(least: UInt32, most: UInt32, isInteger: Bool = true) {
    self.least = least
    self.most = most
    self.isInteger = isInteger
  }

  func store(in record: inout KernelRecord, at offset: Int) {
    record[offset] = least
    record[offset + 4] = most
    record[offset + 8] = (leavesOutLeast ? 1 : 0) | (leavesOutMost ? 2 : 0) | (isInteger ? 4 : 0) | (isEmpty ? 8 : 0)
  }

  /// The range of what is in both.
  func narrowed(to other: ParameterRange) -> ParameterRange {
    var result = self
    if other.least > least || (other.least == least && other.leavesOutLeast) {
      (result.least, result.leavesOutLeast) = (other.least, other.leavesOutLeast)
    }
    if other.most < most || (other.most == most && other.leavesOutMost) {
      (result.most, result.leavesOutMost) = (other.most, other.leavesOutMost)
    }
    result.isInteger = isInteger || other.isInteger
    if result.least == result.most, !result.leavesOutLeast, !result.leavesOutMost { result.isInteger = true }
    guard result.isInteger else { return result }
    if result.leavesOutLeast, result.least < .max { (result.least, result.leavesOutLeast) = (result.least + 1, false) }
    if result.leavesOutMost, result.most > 0 { (result.most, result.leavesOutMost) = (result.most - 1, false) }
    return result
  }

  /// The range of the products of two ranges' values.
  static func * (one: Self, other: Self) -> Self {
    var result = ParameterRange(
      least: bounded(UInt64(one.least) * UInt64(other.least)), most: bounded(UInt64(one.most) * UInt64(other.most)),
      isInteger: one.isInteger && other.isInteger)
    result.leavesOutLeast = one.leavesOutLeast || other.leavesOutLeast
    result.leavesOutMost = one.leavesOutMost || other.leavesOutMost
    return result
  }

  /// `one * other / divisor`, where what does not divide without a rest lies between two numbers.
  static func scaled(_ one: Self, _ other: Self, by divisor: UInt64) -> Self {
    quotient(
      low: UInt64(one.least) * UInt64(other.least), divisor, leavesOut: one.leavesOutLeast || other.leavesOutLeast,
      high: UInt64(one.most) * UInt64(other.most), divisor, leavesOut: one.leavesOutMost || other.leavesOutMost)
  }

  /// `one * factor / other`.
  static func divided(_ one: Self, times factor: UInt64 = 1, by other: Self) -> Self {
    quotient(
      low: UInt64(one.least) * factor, UInt64(other.most), leavesOut: one.leavesOutLeast || other.leavesOutMost,
      high: UInt64(one.most) * factor, UInt64(other.least), leavesOut: one.leavesOutMost || other.leavesOutLeast)
  }

  private static func quotient(
    low: UInt64, _ lowDivisor: UInt64, leavesOut isLowOut: Bool, high: UInt64, _ highDivisor: UInt64,
    leavesOut isHighOut: Bool
  ) -> Self {
    var result = any
    if lowDivisor > 0 {
      let (whole, rest) = low.quotientAndRemainder(dividingBy: lowDivisor)
      (result.least, result.leavesOutLeast) = (bounded(whole), rest > 0 || isLowOut)
    }
    if highDivisor > 0 {
      let (whole, rest) = high.quotientAndRemainder(dividingBy: highDivisor)
      (result.most, result.leavesOutMost) = (bounded(rest > 0 ? whole + 1 : whole), rest > 0 || isHighOut)
      if whole >= UInt64(UInt32.max) { (result.most, result.leavesOutMost) = (.max, false) }
    }
    return result
  }

  private static func bounded(_ number: UInt64) -> UInt32 { UInt32(clamping: number) }
}
