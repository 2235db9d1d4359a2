// SPDX-License-Identifier: Apache-2.0

/// The access groups of a caller, in order. Names are compared byte by byte; there is no hierarchy.
package struct AccessGroupList: Sendable, Equatable {
  /// The group of hardware tokens' items: callers that have it may read them, and nobody may write them.
  package static let tokens = "com.apple.token"
  /// The mark that stands for every group. Only parts of the platform itself have it.
  private static let everyGroup = "*"
  package static let every = AccessGroupList([everyGroup])

  /// The group of passkeys. No list that is made of names has it, and no other list reaches it, that of every group neither.
  private static let passkeyGroup = "bailey.passkeys"
  package static let passkeys = AccessGroupList(all: [passkeyGroup])

  package let groups: [String]

  package init(_ groups: [String]) { self.init(all: groups.filter { !Self.isReserved($0) }) }

  private init(all groups: [String]) { self.groups = groups }

  /// Whether a group is of the platform itself, which opens its items only for what they are for.
  package static func isReserved(_ group: String) -> Bool { same(group, passkeyGroup) }

  /// The groups in which something may be written.
  package var writable: AccessGroupList { AccessGroupList(all: groups.filter(mayWrite)) }

  /// Whether there is no group at all. Every call of such a caller is refused.
  package var isEmpty: Bool { groups.isEmpty }
  /// Whether nothing may be written: the list is empty, or has only the tokens' group.
  package var isReadOnly: Bool { standard == nil }
  /// The group of a new item whose caller named none.
  package var standard: String? { groups.first { !Self.same($0, Self.tokens) && !Self.same($0, Self.everyGroup) } }
  package var isUnlimited: Bool { groups.contains { Self.same($0, Self.everyGroup) } }

  package func mayRead(_ group: String) -> Bool {
    groups.contains { Self.same($0, group) || Self.same($0, Self.everyGroup) && !Self.isReserved(group) }
  }

  package func mayWrite(_ group: String) -> Bool { mayRead(group) && !Self.same(group, Self.tokens) }

  package static func same(_ one: String, _ other: String) -> Bool { one.hasBytes(of: other) }

  package static func == (one: AccessGroupList, other: AccessGroupList) -> Bool {
    one.groups.elementsEqual(other.groups, by: same)
  }
}
