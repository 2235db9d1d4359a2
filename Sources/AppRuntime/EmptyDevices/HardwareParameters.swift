// SPDX-License-Identifier: Apache-2.0

/// The parameters that a program and a silent microphone negotiate: `struct snd_pcm_hw_params` of `<sound/asound.h>`.
struct HardwareParameters {
  static let count = 608

  enum Number: Int, CaseIterable {
    case sampleBits, frameBits, channels, rate, periodTime, periodSize, periodBytes, periods, bufferTime, bufferSize
    case bufferBytes, tickTime

    fileprivate var offset: Int { 260 + rawValue * 12 }
  }

  private(set) var record: KernelRecord

  init(_ bytes: [UInt8]) { record = KernelRecord(bytes) }

  subscript(_ number: Number) -> ParameterRange {
    get { ParameterRange(record, at: number.offset) }
    set { newValue.store(in: &record, at: number.offset) }
  }

  /// Read and written in pieces, with the channels beside each other; samples in the usual form.
  private static let masks: [(offset: Int, bits: UInt32)] = [(4, 1 << 3), (36, allFormats), (68, 1 << 0)]

  /// U8, S16_LE, S24_LE, S32_LE and FLOAT_LE, and how many bits each takes: so many that programs need no conversion, for
  /// which they would map the device.
  private static let formats: [(number: UInt32, bits: UInt32)] = [(0, 8), (2, 16), (6, 32), (10, 32), (14, 32)]
  private static let allFormats = formats.reduce(into: UInt32(0)) { $0 |= 1 << $1.number }
  private static let formatMask = 36

  /// The byte of a silent sample: an unsigned one is in the middle.
  var silence: UInt8 { record[Self.formatMask] == 1 ? 0x80 : 0 }

  /// Formats and sizes of a sample go together.
  private mutating func narrowFormats() -> Bool {
    let sizes = self[.sampleBits]
    let left = Self.formats.filter {
      record[Self.formatMask] & 1 << $0.number != 0 && (sizes.least...max(sizes.least, sizes.most)).contains($0.bits)
    }
    guard let least = left.map(\.bits).min(), let most = left.map(\.bits).max() else { return false }
    record[Self.formatMask] = left.reduce(into: UInt32(0)) { $0 |= 1 << $1.number }
    return narrow(.sampleBits, to: ParameterRange(least: least, most: most))
  }

  /// Reduces the requested parameters to those that the microphone supports. False where nothing is left.
  mutating func refine() -> Bool {
    record[512] = 0
    for mask in Self.masks { guard narrow(mask.offset, to: mask.bits) else { return false } }
    for (number, range) in Self.limits { guard narrow(number, to: range) else { return false } }
    var isChanged = true
    // Each round narrows something, and all that is left are whole numbers or what lies between two.
    for _ in 0..<64 where isChanged {
      let before = record.bytes
      guard narrowFormats() else { return false }
      for number in Number.allCases {
        for range in rules(for: number) { guard narrow(number, to: range) else { return false } }
      }
      isChanged = record.bytes != before
    }
    // The channels lie beside each other; it can be neither paused nor mapped. The rate is a fraction.
    record[520] = 0x0000_0100
    record[524] = self[.sampleBits].least
    if self[.rate].least == self[.rate].most { (record[528], record[532]) = (self[.rate].least, 1) }
    return true
  }

  /// Chooses one value for each parameter, as the kernel does where the program has not.
  mutating func choose() -> Bool {
    guard refine() else { return false }
    record[Self.formatMask] &= 0 &- record[Self.formatMask]
    let order: [(Number, isLeast: Bool)] = [
      (.channels, true), (.rate, true), (.periodTime, true), (.bufferSize, false), (.tickTime, true),
    ]
    for (number, isLeast) in order {
      var range = self[number].narrowed(to: ParameterRange(least: 0, most: .max))
      if range.isEmpty { range = self[number] }
      if isLeast { range.most = range.least } else { range.least = range.most }
      (range.leavesOutLeast, range.leavesOutMost) = (false, false)
      // Between two whole numbers there may be none of a time; the sizes say what it is.
      var tried = self
      if tried.narrow(number, to: range), tried.refine() { self = tried }
    }
    return [.sampleBits, .periodSize, .bufferSize, .rate, .channels].allSatisfy { self[$0].least == self[$0].most }
  }

  private static let limits: [(Number, ParameterRange)] = [
    (.channels, ParameterRange(least: 1, most: 8)), (.rate, ParameterRange(least: 8000, most: 192_000)),
    (.periodSize, ParameterRange(least: 64, most: 16_384)),
    (.periods, ParameterRange(least: 2, most: 64)), (.bufferSize, ParameterRange(least: 128, most: 65_536)),
    (.periodTime, .any), (.bufferTime, .any),
  ]

  private func rules(for number: Number) -> [ParameterRange] {
    let million: UInt64 = 1_000_000
    let (bits, channels, frame, rate) = (self[.sampleBits], self[.channels], self[.frameBits], self[.rate])
    switch number {
    case .sampleBits, .tickTime: return []
    case .frameBits: return [bits * channels]
    case .channels: return [.divided(frame, by: bits)]
    case .rate:
      return [
        .divided(self[.periodSize], times: million, by: self[.periodTime]),
        .divided(self[.bufferSize], times: million, by: self[.bufferTime]),
      ]
    case .periodTime: return [.divided(self[.periodSize], times: million, by: rate)]
    case .bufferTime: return [.divided(self[.bufferSize], times: million, by: rate)]
    case .periodSize:
      return [
        .divided(self[.bufferSize], by: self[.periods]), .divided(self[.periodBytes], times: 8, by: frame),
        .scaled(self[.periodTime], rate, by: million),
      ]
    case .bufferSize:
      return [
        self[.periodSize] * self[.periods], .divided(self[.bufferBytes], times: 8, by: frame),
        .scaled(self[.bufferTime], rate, by: million),
      ]
    case .periods: return [.divided(self[.bufferSize], by: self[.periodSize])]
    case .periodBytes: return [.scaled(self[.periodSize], frame, by: 8)]
    case .bufferBytes: return [.scaled(self[.bufferSize], frame, by: 8)]
    }
  }

  private mutating func narrow(_ number: Number, to range: ParameterRange) -> Bool {
    let now = self[number].narrowed(to: range)
    if now != self[number] {
      // The program is told what is another than it asked for.
      record[516] |= 1 << UInt32(8 + number.rawValue)
      self[number] = now
    }
    return !now.isEmpty
  }

  private mutating func narrow(_ offset: Int, to mask: UInt32) -> Bool {
    record[offset] &= mask
    for word in 1..<8 { record[offset + 4 * word] = 0 }
    return record[offset] != 0
  }
}
