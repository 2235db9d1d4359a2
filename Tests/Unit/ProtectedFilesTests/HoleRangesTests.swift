// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ProtectedFiles

@Suite struct HoleRangesTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `It is the set of blocks that were made holes and not written since`(seed: UInt64) {
    var random = Generator(state: seed)
    var (ranges, model) = (HoleRanges.none, Set<Int>())
    for _ in 0..<400 {
      let start = Int.random(in: 0..<200, using: &random)
      let blocks = start..<start + Int.random(in: 0..<12, using: &random)
      if Bool.random(using: &random) {
        ranges.insert(blocks)
        model.formUnion(blocks)
      } else {
        ranges.remove(blocks)
        model.subtract(blocks)
      }
      #expect((0..<220).filter { ranges.contains($0) } == model.sorted())
      #expect(HoleRanges(decoded: ranges.ranges) == ranges, "in order and apart")
      let asked = start..<start + 30
      #expect(ranges.outside(of: asked).flatMap(Array.init) == asked.filter { !model.contains($0) })
      #expect(ranges.contains(asked) == asked.allSatisfy(model.contains))
    }
  }

  @Test(arguments: [1, 2, 7, 64]) func `A shorter list names every hole, and closes the smallest gaps`(count: Int) {
    var ranges = HoleRanges.none
    for index in 0..<100 { ranges.insert(index * (index + 3)..<index * (index + 3) + 1) }
    let listed = ranges.listed(atMost: count)
    #expect(listed.ranges.count == count)
    #expect(ranges.ranges.allSatisfy { listed.contains($0) })
    // The gaps grow, so the ranges at the end are the ones that stay apart.
    #expect(listed.ranges.dropFirst() == ranges.ranges.suffix(count - 1))
  }

  @Test func `Without room for a range every block may be a hole`() {
    #expect(HoleRanges.all.listed(atMost: 0) == .all)
    var ranges = HoleRanges.none
    ranges.insert(3..<4)
    #expect(ranges.listed(atMost: 0) == .all)
    #expect(HoleRanges.none.listed(atMost: 0) == .none)
  }

  @Test func `A write in the middle of a hole is forgotten where there are too many, and never a hole`() {
    var ranges = HoleRanges.none
    ranges.insert(0..<10_000)
    for block in stride(from: 1, to: 10_000, by: 2) { ranges.remove(block..<block + 1) }
    #expect(ranges.ranges.count == HoleRanges.mostRanges)
    #expect(stride(from: 0, to: 10_000, by: 2).allSatisfy(ranges.contains))
    for block in stride(from: 20_000, to: 30_000, by: 2) { ranges.insert(block..<block + 1) }
    #expect(ranges.ranges.count <= HoleRanges.mostRanges)
    #expect(stride(from: 20_000, to: 30_000, by: 2).allSatisfy(ranges.contains))
  }

  @Test func `A list that is out of order, touches itself or is too long for any file is refused`() {
    #expect(HoleRanges(decoded: [5..<6, 3..<4]) == nil)
    #expect(HoleRanges(decoded: [3..<5, 5..<6]) == nil)
    #expect(HoleRanges(decoded: [3..<3]) == nil)
    #expect(HoleRanges(decoded: [0..<BlockLayout.maximumBlocks + 1]) == nil)
    #expect(HoleRanges(decoded: [0..<1, 2..<BlockLayout.maximumBlocks]) != nil)
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      return mixed ^ mixed >> 27
    }
  }
}
