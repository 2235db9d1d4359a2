// SPDX-License-Identifier: Apache-2.0
public import Foundation

// A widget is a picture at a time. What says how one picture turns into the next is taken, and changes none of them.

/// How something changes with time. Source: `SwiftUI.Animation`.
public struct Animation: Hashable, Sendable {
  private init() {}
  /// Apple's value.
  public static let `default` = Animation()
  /// Apple's value.
  public static let linear = Animation()
  /// Apple's value.
  public static let easeIn = Animation()
  /// Apple's value.
  public static let easeOut = Animation()
  /// Apple's value.
  public static let easeInOut = Animation()
  /// Apple's value.
  public static let spring = Animation()
  /// Apple's value.
  public static let bouncy = Animation()
  /// Apple's value.
  public static let smooth = Animation()
  /// Apple's value.
  public static let snappy = Animation()
  /// Apple's function.
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
  /// Apple's function.
  public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
  /// Apple's function.
  public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
  /// Apple's function.
  public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
  /// Apple's function.
  public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation { Animation() }
  /// Apple's function.
  public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// Apple's function.
  public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// Apple's function.
  public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// Apple's function.
  public func delay(_ delay: TimeInterval) -> Animation { self }
  /// Apple's function.
  public func speed(_ speed: Double) -> Animation { self }
}
