// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUIElements
public import ViewGeometry

extension View {
  /// - Parameters:
  ///   - content: What it is drawn with.
  ///   - width: In points.
  /// - Returns: The view with a line around it, within its frame.
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    overlay { Rectangle().strokeBorder(content, lineWidth: width) }
  }

  /// - Parameter disabled: Whether controls do nothing.
  /// - Returns: The view. Controls that do nothing are drawn faintly.
  public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
  }

  /// - Parameter axes: In which directions a cell takes no room of its own: a line across a grid takes none in any case.
  /// - Returns: The view.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }

  /// - Parameter hint: What is said aloud of what a tap does: controls' labels say it here.
  /// - Returns: The view.
  public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
  /// - Parameter traits: What the view is: headers and buttons are told apart by themselves.
  /// - Returns: The view.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// - Parameter traits: What the view is not.
  /// - Returns: The view.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// - Parameter identifier: For tests of apps.
  /// - Returns: The view.
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }

  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Source: `SwiftUI`, `zIndex`.
  @available(*, unavailable, message: "views are drawn in the order in which they are written: write this one last")
  public func zIndex(_ value: Double) -> some View { self }
  /// Source: `SwiftUI`, `gridColumnAlignment`.
  @available(
    *, unavailable,
    message: "columns are aligned as their grid is: give the cells .frame(maxWidth: .infinity, alignment:)"
  )
  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
}

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
