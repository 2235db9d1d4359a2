// SPDX-License-Identifier: Apache-2.0

/// The ranges of a file's blocks that may be holes. Any other block of zero bytes is damage.
///
/// It may name more blocks than are holes, and never fewer. The ranges are in order, and none touches the next.
package struct HoleRanges: Sendable, Equatable {
  package static let none = HoleRanges(ranges: [])
  /// Any block may be one.
  package static let all = HoleRanges(ranges: [0..<BlockLayout.maximumBlocks])
  /// The most ranges that are told apart while a file is open.
  static let mostRanges = 1024

  package private(set) var ranges: [Range<Int>]

  package var isEmpty: Bool { ranges.isEmpty }

  private init(ranges: [Range<Int>]) { self.ranges = ranges }

  /// Takes ranges that were read; nil unless they are in order, apart, and within what a file can have.
  init?(decoded ranges: [Range<Int>]) {
    var end = -1
    for range in ranges {
      guard range.lowerBound > end, !range.isEmpty else { return nil }
      end = range.upperBound
    }
    guard end <= BlockLayout.maximumBlocks else { return nil }
    self.ranges = ranges
  }

  package func contains(_ block: Int) -> Bool {
    let index = first(endingAfter: block)
    return index < ranges.count && ranges[index].lowerBound <= block
  }

  func contains(_ blocks: Range<Int>) -> Bool {
    guard !blocks.isEmpty else { return true }
    let index = first(endingAfter: blocks.lowerBound)
    return index < ranges.count && ranges[index].lowerBound <= blocks.lowerBound
      && blocks.upperBound <= ranges[index].upperBound
  }

  /// The parts of a range that can be no holes.
  func outside(of blocks: Range<Int>) -> [Range<Int>] {
    var (parts, start) = ([Range<Int>](), blocks.lowerBound)
    for hole in ranges[first(endingAfter: blocks.lowerBound)...] where start < blocks.upperBound {
      if hole.lowerBound > start { parts.append(start..<min(hole.lowerBound, blocks.upperBound)) }
      start = max(start, hole.upperBound)
    }
    if start < blocks.upperBound { parts.append(start..<blocks.upperBound) }
    return parts
  }

  package mutating func insert(_ blocks: Range<Int>) {
    guard !blocks.isEmpty, !contains(blocks) else { return }
    // A range that only touches the new one becomes part of it.
    let start = first(endingAfter: blocks.lowerBound - 1)
    let end = ranges[start...].firstIndex { $0.lowerBound > blocks.upperBound } ?? ranges.count
    let lower = start < end ? min(ranges[start].lowerBound, blocks.lowerBound) : blocks.lowerBound
    let upper = start < end ? max(ranges[end - 1].upperBound, blocks.upperBound) : blocks.upperBound
    ranges.replaceSubrange(start..<end, with: [lower..<upper])
    if ranges.count > Self.mostRanges { self = listed(atMost: Self.mostRanges) }
  }

  /// Blocks that were written. In the middle of a range they go on counting as holes where there are too many ranges.
  mutating func remove(_ blocks: Range<Int>) {
    guard !ranges.isEmpty, !blocks.isEmpty else { return }
    let start = first(endingAfter: blocks.lowerBound)
    let end = ranges[start...].firstIndex { $0.lowerBound >= blocks.upperBound } ?? ranges.count
    guard start < end else { return }
    let before = ranges[start].lowerBound..<max(blocks.lowerBound, ranges[start].lowerBound)
    let after = min(blocks.upperBound, ranges[end - 1].upperBound)..<ranges[end - 1].upperBound
    let rest = [before, after].filter { !$0.isEmpty }
    guard ranges.count - (end - start) + rest.count <= Self.mostRanges else { return }
    ranges.replaceSubrange(start..<end, with: rest)
  }

  /// The same in at most so many ranges: the smallest gaps are closed. Without room for any, all blocks.
  func listed(atMost count: Int) -> HoleRanges {
    guard ranges.count > count else { return self }
    guard count > 0 else { return .all }
    let gaps = ranges.indices.dropFirst().sorted { gap(before: $0) > gap(before: $1) }
    let kept = Set(gaps.prefix(count - 1))
    var listed: [Range<Int>] = [ranges[0]]
    for index in ranges.indices.dropFirst() {
      if kept.contains(index) {
        listed.append(ranges[index])
      } else {
        listed[listed.count - 1] = listed[listed.count - 1].lowerBound..<ranges[index].upperBound
      }
    }
    return HoleRanges(ranges: listed)
  }

  private func gap(before index: Int) -> Int { ranges[index].lowerBound - ranges[index - 1].upperBound }

  /// The index of the first range that ends after a block, or of where it would be.
  private func first(endingAfter block: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > block { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
