// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import Testing

/// What a program does to one file, and what the file holds after each step.
struct FileScript: Sendable, CustomTestStringConvertible {
  enum Step: Sendable, CustomStringConvertible {
    case write(at: Int, count: Int)
    case truncate(Int)
    case punch(Range<Int>)
    case allocate(Range<Int>)
    case sync
    /// Closes the file; the next step opens it again.
    case close

    var description: String {
      switch self {
      case .write(let offset, let count): "write \(count) at \(offset)"
      case .truncate(let size): "truncate to \(size)"
      case .punch(let range): "punch \(range)"
      case .allocate(let range): "allocate \(range)"
      case .sync: "sync"
      case .close: "close"
      }
    }
  }

  let name: String
  let steps: [Step]
  /// The contents before the first step and after each.
  let versions: [[UInt8]]

  var testDescription: String { name }

  init(_ name: String, _ steps: [Step]) {
    self.name = name
    self.steps = steps
    var versions: [[UInt8]] = [[]]
    for (number, step) in steps.enumerated() {
      versions.append(Self.contents(of: versions[number], after: step, number))
    }
    self.versions = versions
  }

  /// The bytes a step writes: no two steps write the same.
  static func bytes(_ step: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 17 &* (step + 1) &+ $0 &+ $0 >> 8) | 1 }
  }

  private static func contents(of old: [UInt8], after step: Step, _ number: Int) -> [UInt8] {
    var new = old
    switch step {
    case .write(let offset, let count):
      new.extend(to: offset + count)
      new.replaceSubrange(offset..<offset + count, with: bytes(number, count))
    case .truncate(let size):
      new.extend(to: size)
      new.removeSubrange(size...)
    case .punch(let range):
      let range = range.clamped(to: 0..<new.count)
      new.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    case .allocate(let range): new.extend(to: range.upperBound)
    case .sync, .close: break
    }
    return new
  }

  // MARK: - What may be found after a crash

  /// The last version that was synced when so many steps were done; nil if none was.
  func synced(after done: Int) -> Int? {
    (0..<done).last { if case .sync = steps[$0] { true } else { false } }.map { $0 + 1 }
  }

  /// Blocks that steps, counted from one version to another, replace without regard to what was in them. The first is
  /// only among them where the file was cut to nothing before.
  func replaced(from first: Int, through last: Int) -> Set<Int> {
    var blocks: Set<Int> = []
    for number in first..<max(last, first) {
      let size = versions[number + 1].count
      switch steps[number] {
      case .write(let offset, let count):
        let replaced = Self.whole(offset..<offset + count, size)
        blocks.formUnion(replaced.filter { $0 > 0 || versions[number].isEmpty })
      case .punch(let range): blocks.formUnion(Self.whole(range, size))
      case .truncate, .allocate, .sync, .close: continue
      }
    }
    return blocks
  }

  private static func whole(_ range: Range<Int>, _ size: Int) -> [Int] {
    (0..<BlockLayout.blockCount(ofPlain: size)).filter { block in
      let start = block * BlockLayout.plainBlock
      let count = BlockLayout.plainCount(ofBlock: block, inFileOf: size)
      return count > 0 && range.lowerBound <= start && range.upperBound >= start + count
    }
  }
}

extension [UInt8] {
  mutating func extend(to size: Int) {
    if count < size { append(contentsOf: [UInt8](repeating: 0, count: size - count)) }
  }

  /// The bytes of a block, as many as there are.
  func block(_ index: Int) -> ArraySlice<UInt8> {
    let start = Swift.min(index * BlockLayout.plainBlock, count)
    return self[start..<Swift.min(start + BlockLayout.plainBlock, count)]
  }
}
