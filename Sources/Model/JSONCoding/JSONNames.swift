// SPDX-License-Identifier: Apache-2.0

/// The names of an object's members so far, told apart byte by byte: Swift calls strings equal whose characters are
/// composed differently.
struct JSONNames {
  /// A few names are compared with each other in less time than a set takes to hash one; many would take the square of
  /// their number.
  private static let mostCompared = 16

  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Inserts a name; false for one that is there already.
  mutating func insert(_ name: String) -> Bool {
    guard few.count == Self.mostCompared else {
      guard !few.contains(where: { Self.isSame($0, name) }) else { return false }
      few.append(name)
      return true
    }
    if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
  }
}
