// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// Why content is not shown as it is. Source: `SwiftUI.RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable, Hashable {
  /// Apple's number.
  public let rawValue: Int
  /// Apple's initializer.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// There is no content yet.
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// What is private may not be seen here.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// The content is out of date.
  public static let invalidated = RedactionReasons(rawValue: 4)
}
