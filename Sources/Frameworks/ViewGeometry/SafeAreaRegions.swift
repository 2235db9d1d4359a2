// SPDX-License-Identifier: Apache-2.0

/// The regions of a screen that content avoids. Source: `SwiftUI.SafeAreaRegions`.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// The number that Apple gives the set.
  public let rawValue: UInt
  /// The set of the regions that a number's bits stand for.
  ///
  /// - Parameter rawValue: The number that Apple gives the set.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The set of all regions. Source: `SwiftUI`, `all`.
  public static let all = SafeAreaRegions(rawValue: .max)
  /// The region of bars and of the device's form. Source: `SwiftUI`, `container`.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// The region of the keyboard on the screen. Source: `SwiftUI`, `keyboard`.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
}
