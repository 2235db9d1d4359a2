// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The reasons why content is not shown. Source: `SwiftUI.RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable, Hashable {
  /// The number that Apple gives the set.
  public let rawValue: Int
  /// The set of the reasons that a number's bits stand for.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The reason that there is no content yet.
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// The reason that private content may not be seen.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// The reason that the content is out of date.
  public static let invalidated = RedactionReasons(rawValue: 4)
}
