// SPDX-License-Identifier: Apache-2.0
import ConsentModel
public import Foundation

/// The namespace of controls, as far as a location button needs it. Source: `UIKit.UIControl`.
public enum UIControl {
  /// The events of a control, as a set. Source: `UIKit.UIControl.Event`.
  public struct Event: OptionSet, Sendable {
    /// The events as bits, numbered as Apple does.
    public let rawValue: UInt
    /// Events by their bits.
    ///
    /// - Parameter rawValue: Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A tap.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A tap, by whatever means it is made.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }
}

/// An action that a tap carries out. Source: `UIKit.UIAction`.
@MainActor public final class UIAction {
  /// The closure of an action. Source: `UIKit.UIActionHandler`.
  public typealias Handler = @MainActor (UIAction) -> Void
  let handler: Handler

  /// An action that carries this out.
  ///
  /// - Parameter handler: What is carried out.
  public init(handler: @escaping Handler) { self.handler = handler }
}

/// A colour in sRGB, as far as a location button needs it. Source: `UIKit.UIColor`.
public struct UIColor: Sendable, Equatable {
  let color: LocationButtonLook.Color

  /// A colour by its parts in sRGB.
  ///
  /// - Parameters:
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - alpha: From 0, through which everything is seen, to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = LocationButtonLook.Color(Double(red), Double(green), Double(blue), alpha: Double(alpha))
  }

  /// A shade between black and white.
  ///
  /// - Parameters:
  ///   - white: From 0, black, to 1.
  ///   - alpha: From 0, through which everything is seen, to 1.
  public init(white: CGFloat, alpha: CGFloat) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// The colour, seen through.
  ///
  /// - Parameter alpha: From 0, through which everything is seen, to 1.
  /// - Returns: The colour.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: alpha)
  }

  /// Nothing.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// The colour black.
  public static let black = UIColor(white: 0, alpha: 1)
  /// The colour white.
  public static let white = UIColor(white: 1, alpha: 1)
  /// A blue on which white words can be read.
  public static let systemBlue = UIColor(red: 0, green: 0.37, blue: 0.9, alpha: 1)
  /// A gray.
  public static let systemGray = UIColor(red: 0.56, green: 0.56, blue: 0.58, alpha: 1)
  /// A yellow.
  public static let systemYellow = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
}
