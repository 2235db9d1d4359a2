// SPDX-License-Identifier: Apache-2.0
public import Foundation

// A widget is a picture at a time. What says how one picture turns into the next is taken, and changes none of them.

/// The course of an animated change, which pictures do not show. Source: `SwiftUI.Animation`.
public struct Animation: Hashable, Sendable {
  private init() {}
  /// The animation that a system chooses itself.
  public static let `default` = Animation()
  /// The animation at constant speed.
  public static let linear = Animation()
  /// The animation that starts slowly.
  public static let easeIn = Animation()
  /// The animation that ends slowly.
  public static let easeOut = Animation()
  /// The animation that starts and ends slowly.
  public static let easeInOut = Animation()
  /// The animation of a spring.
  public static let spring = Animation()
  /// The animation of a spring that overshoots much.
  public static let bouncy = Animation()
  /// The animation of a spring that does not overshoot.
  public static let smooth = Animation()
  /// The animation of a spring that overshoots a little.
  public static let snappy = Animation()
  /// The animation at constant speed, of a duration in seconds.
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
  /// The animation that starts slowly, of a duration in seconds.
  public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
  /// The animation that ends slowly, of a duration in seconds.
  public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
  /// The animation that starts and ends slowly, of a duration in seconds.
  public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
  /// The animation of a spring, of a duration in seconds and a bounce from -1 to 1.
  public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation { Animation() }
  /// The animation of a spring, of a response in seconds and a damping from 0 to 1.
  public static func spring(
    response: Double, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
  ) -> Animation {
    Animation()
  }
  /// The animation of a spring that follows a finger, of a response in seconds and a damping from 0 to 1.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
  ) -> Animation {
    Animation()
  }
  /// The animation of a spring that overshoots much, of a duration in seconds.
  public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// The animation of a spring that does not overshoot, of a duration in seconds.
  public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// The animation of a spring that overshoots a little, of a duration in seconds.
  public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  /// The animation, begun after a delay in seconds.
  public func delay(_ delay: TimeInterval) -> Animation { self }
  /// The animation at a multiple of its speed.
  public func speed(_ speed: Double) -> Animation { self }
}

/// Changes something: as there is no motion, at once.
///
/// - Parameters:
///   - animation: The course of the change, which is not seen.
///   - body: Makes the change.
/// - Returns: What it returns.
/// - Throws: What it throws.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
