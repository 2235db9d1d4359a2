// SPDX-License-Identifier: Apache-2.0

extension FileScript {
  /// A script of a few steps near the edges of blocks, the same for the same seed.
  static func random(_ seed: Int) -> FileScript {
    var random = Generator(state: UInt64(seed))
    var steps: [Step] = [.write(at: 0, count: random.place(in: 1...9000)), .sync]
    for _ in 0..<4 { steps.append(random.step()) }
    return FileScript("seed \(seed): \(steps.map(\.description).joined(separator: ", "))", steps)
  }
}

/// Numbers that look random and are the same in every run.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Often the edge of a block, or next to one.
  mutating func place(in range: ClosedRange<Int>) -> Int {
    let anywhere = Int.random(in: range, using: &self)
    guard Int.random(in: 0..<3, using: &self) == 0 else { return anywhere }
    let edge = anywhere / 4096 * 4096 + Int.random(in: -1...1, using: &self)
    return range.contains(edge) ? edge : anywhere
  }

  mutating func step() -> FileScript.Step {
    switch Int.random(in: 0..<12, using: &self) {
    case 0..<5: .write(at: place(in: 0...12000), count: place(in: 1...9000))
    case 5..<7: .truncate(place(in: 0...12000))
    case 7: .punch(punched())
    case 8..<10: .sync
    case 10: .allocate(0..<place(in: 1...12000))
    default: .close
    }
  }

  private mutating func punched() -> Range<Int> {
    let start = place(in: 0...9000)
    return start..<start + place(in: 1...9000)
  }
}
