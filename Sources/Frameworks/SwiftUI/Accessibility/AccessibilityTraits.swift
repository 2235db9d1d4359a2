// SPDX-License-Identifier: Apache-2.0

/// What a view is, for those who hear it. Source: `SwiftUI.AccessibilityTraits`.
public struct AccessibilityTraits: SetAlgebra, Sendable, Hashable {
  private var names: Set<String> = []
  /// The type of one of them.
  public typealias Element = AccessibilityTraits
  /// Apple's initializer.
  public init() {}
  private init(_ name: String) { names = [name] }
  /// Source: `SwiftUI`, `isButton`.
  public static let isButton = AccessibilityTraits("button")
  /// Source: `SwiftUI`, `isHeader`.
  public static let isHeader = AccessibilityTraits("header")
  /// Source: `SwiftUI`, `isLink`.
  public static let isLink = AccessibilityTraits("link")
  /// Source: `SwiftUI`, `isImage`.
  public static let isImage = AccessibilityTraits("image")
  /// Source: `SwiftUI`, `isStaticText`.
  public static let isStaticText = AccessibilityTraits("text")
  /// Source: `SwiftUI`, `updatesFrequently`.
  public static let updatesFrequently = AccessibilityTraits("updates")
  /// Apple's function.
  public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }
  /// Apple's function.
  public mutating func insert(_ new: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    let isNew = !contains(new)
    formUnion(new)
    return (isNew, new)
  }
  /// Apple's function.
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
    let removed = intersection(member)
    names.subtract(member.names)
    return removed.names.isEmpty ? nil : removed
  }
  /// Apple's function.
  public mutating func update(with new: AccessibilityTraits) -> AccessibilityTraits? {
    let known = intersection(new)
    formUnion(new)
    return known.names.isEmpty ? nil : known
  }
  private func with(_ names: Set<String>) -> AccessibilityTraits {
    var traits = AccessibilityTraits()
    traits.names = names
    return traits
  }
  /// Apple's function.
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { with(names.union(other.names)) }
  /// Apple's function.
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
    with(names.intersection(other.names))
  }
  /// Apple's function.
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
    with(names.symmetricDifference(other.names))
  }
  /// Apple's function.
  public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }
  /// Apple's function.
  public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }
  /// Apple's function.
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
    names.formSymmetricDifference(other.names)
  }
}
