// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A colour of red, green, blue and opacity. Source: `CoreGraphics.CGColor`, in the measure that calendars and pictures use.
///
/// A module of its own, because `EventKit` is there without views, and `UIKit` with them.
public final class CGColor: Hashable, Sendable {
  /// Red, green, blue and opacity, each from 0 to 1.
  public let components: [CGFloat]?

  /// A colour of the sRGB colour space.
  ///
  /// - Parameters:
  ///   - red: The component, from 0 to 1.
  ///   - green: The component, from 0 to 1.
  ///   - blue: The component, from 0 to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha].map { min(max($0, 0), 1) }
  }
  /// A colour of the sRGB colour space.
  ///
  /// - Parameters:
  ///   - red: The component, from 0 to 1.
  ///   - green: The component, from 0 to 1.
  ///   - blue: The component, from 0 to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// A shade of grey.
  ///
  /// - Parameters:
  ///   - gray: The brightness, from 0, black, to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// The number of components: red, green, blue and opacity.
  public var numberOfComponents: Int { 4 }
  /// The opacity, from 0 to 1.
  public var alpha: CGFloat { components?[3] ?? 1 }

  /// The colour with another opacity.
  ///
  /// - Parameter alpha: The opacity, from 0 to 1.
  /// - Returns: The colour.
  public func copy(alpha: CGFloat) -> CGColor? {
    components.map { CGColor(red: $0[0], green: $0[1], blue: $0[2], alpha: alpha) }
  }

  /// Whether both are one colour.
  public static func == (one: CGColor, other: CGColor) -> Bool { one.components == other.components }
  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}
