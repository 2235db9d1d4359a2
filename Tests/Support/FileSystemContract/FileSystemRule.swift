// SPDX-License-Identifier: Apache-2.0

/// One thing that programs expect of any filesystem. A suite checks all of them against a folder of its own:
///
///     @Test(arguments: FileSystemRule.all) func `The rule holds`(_ rule: FileSystemRule) throws {
///       try rule.check(in: mountedFolder)
///     }
///
/// What a plain folder of the system does is the reference.
package struct FileSystemRule: Sendable, CustomStringConvertible {
  package let description: String
  package let needs: Need
  private let body: @Sendable (RuleFolder) throws -> Void

  init(_ description: String, needs: Need = .nothing, _ body: @escaping @Sendable (RuleFolder) throws -> Void) {
    self.description = description
    self.needs = needs
    self.body = body
  }

  /// Whether it can be checked by whoever runs this; a test says so where it skips it.
  package var isCheckable: Bool { needs != .root || isRoot }

  /// Works in a new folder inside the given one, and removes it. Throws a `Violation`, or what a call failed with.
  package func check(in folder: String) throws {
    let place = try RuleFolder(inside: folder)
    defer { place.remove() }
    try body(place)
  }
}

extension FileSystemRule {
  package enum Need: Sendable {
    case nothing
    /// Some things only root can do, or show: for others there is nothing to check.
    case root
    /// Mappings that programs share with each other.
    case sharedMappings
    /// A filesystem that holds something for each file that the kernel knows may have too little of it.
    case manyFiles
  }

  package static let all =
    naming + renaming + linking + contents + holes + times + owners + extendedAttributes + directories + locks
    + mappings + capacity
}

/// What a filesystem does not do as it should.
package struct Violation: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
