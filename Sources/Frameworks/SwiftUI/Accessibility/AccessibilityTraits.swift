// SPDX-License-Identifier: Apache-2.0

/// The traits of a view that a screen reader speaks. Source: `SwiftUI.AccessibilityTraits`.
public struct AccessibilityTraits: SetAlgebra, Sendable, Hashable {
  private var names: Set<String> = []
  /// The type of a trait, which is a set of one.
  public typealias Element = AccessibilityTraits
  /// The empty set of traits.
  public init() {}
  private init(_ name: String) { names = [name] }
  /// The view is a button. Source: `SwiftUI`, `isButton`.
  public static let isButton = AccessibilityTraits("button")
  /// The view is a header. Source: `SwiftUI`, `isHeader`.
  public static let isHeader = AccessibilityTraits("header")
  /// The view is a link. Source: `SwiftUI`, `isLink`.
  public static let isLink = AccessibilityTraits("link")
  /// The view is an image. Source: `SwiftUI`, `isImage`.
  public static let isImage = AccessibilityTraits("image")
  /// The view is a text that does not change. Source: `SwiftUI`, `isStaticText`.
  public static let isStaticText = AccessibilityTraits("text")
  /// The view changes its label or value often. Source: `SwiftUI`, `updatesFrequently`.
  public static let updatesFrequently = AccessibilityTraits("updates")
  /// Whether every trait of another set is in this one.
  public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }
  /// Inserts traits, and says whether any of them is new.
  public mutating func insert(_ new: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    let isNew = !contains(new)
    formUnion(new)
    return (isNew, new)
  }
  /// Removes traits, and returns those that were there.
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
    let removed = intersection(member)
    names.subtract(member.names)
    return removed.names.isEmpty ? nil : removed
  }
  /// Inserts traits, and returns those that were there already.
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
  /// The traits that are in either set.
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { with(names.union(other.names)) }
  /// The traits that are in both sets.
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
    with(names.intersection(other.names))
  }
  /// The traits that are in exactly one of the sets.
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
    with(names.symmetricDifference(other.names))
  }
  /// Inserts the traits of another set.
  public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }
  /// Removes the traits that are not in another set.
  public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }
  /// Removes the traits that are in both sets, and inserts the other set's others.
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
    names.formSymmetricDifference(other.names)
  }
}
