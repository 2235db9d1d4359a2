// SPDX-License-Identifier: Apache-2.0

/// The transition between old and new content, which pictures do not show. Source: `SwiftUI.ContentTransition`.
public struct ContentTransition: Equatable, Sendable {
  private init() {}
  /// The transition that changes nothing.
  public static let identity = ContentTransition()
  /// The transition that fades the old content out and the new in.
  public static let opacity = ContentTransition()
  /// The transition that interpolates between the old content and the new.
  public static let interpolate = ContentTransition()
  /// The transition of symbols by their own effects.
  public static let symbolEffect = ContentTransition()
  /// The transition of numbers by their digits, up or down.
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
  /// The transition of numbers by their digits, in the direction in which a value changes.
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}
