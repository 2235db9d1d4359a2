// SPDX-License-Identifier: Apache-2.0

/// The access groups of a caller, in order. Names are compared byte by byte; there is no hierarchy.
package struct AccessGroupList: Sendable, Equatable {
  /// Items of hardware tokens: readable by those who have the group, written by nobody.
  package static let tokens = "com.apple.token"
  /// Every group: for the parts of the platform itself.
  private static let every = "*"

  package let groups: [String]

  package init(_ groups: [String]) { self.groups = groups }

  /// Without a group a caller may not even ask.
  package var isEmpty: Bool { groups.isEmpty }
  /// Whether nothing may be written: the list is empty, or holds the tokens' group alone.
  package var isReadOnly: Bool { standard == nil }
  /// Where an item is stored whose caller named no group.
  package var standard: String? { groups.first { !Self.same($0, Self.tokens) && !Self.same($0, Self.every) } }
  package var isUnlimited: Bool { groups.contains { Self.same($0, Self.every) } }

  package func mayRead(_ group: String) -> Bool {
    groups.contains { Self.same($0, group) || Self.same($0, Self.every) }
  }

  package func mayWrite(_ group: String) -> Bool { mayRead(group) && !Self.same(group, Self.tokens) }

  package static func same(_ one: String, _ other: String) -> Bool { one.hasBytes(of: other) }

  package static func == (one: AccessGroupList, other: AccessGroupList) -> Bool {
    one.groups.elementsEqual(other.groups, by: same)
  }
}
