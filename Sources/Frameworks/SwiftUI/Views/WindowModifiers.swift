// SPDX-License-Identifier: Apache-2.0

/// What is kept free of content. Source: `SwiftUI.SafeAreaRegions`.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// Apple's number.
  public let rawValue: UInt
  /// - Parameter rawValue: Apple's number.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Source: `SwiftUI`, `all`.
  public static let all = SafeAreaRegions(rawValue: .max)
  /// Source: `SwiftUI`, `container`.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// Source: `SwiftUI`, `keyboard`.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
}

// What views of windows say, and widgets' views of the same source too. It changes nothing in a widget on iOS either.
extension View {
  /// - Parameters:
  ///   - regions: Widgets have no safe area.
  ///   - edges: Widgets have no safe area.
  /// - Returns: The view.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  /// - Parameter edges: Widgets have no safe area.
  /// - Returns: The view.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  /// - Parameter tag: Tells choices of a picker apart, which widgets do not have.
  /// - Returns: The view.
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
}
