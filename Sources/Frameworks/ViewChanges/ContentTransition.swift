// SPDX-License-Identifier: Apache-2.0

/// How content turns into other content. Source: `SwiftUI.ContentTransition`.
public struct ContentTransition: Equatable, Sendable {
  private init() {}
  /// Apple's value.
  public static let identity = ContentTransition()
  /// Apple's value.
  public static let opacity = ContentTransition()
  /// Apple's value.
  public static let interpolate = ContentTransition()
  /// Apple's value.
  public static let symbolEffect = ContentTransition()
  /// Apple's function.
  public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
  /// Apple's function.
  public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}
