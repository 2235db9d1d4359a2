// SPDX-License-Identifier: Apache-2.0

/// The size of texts that a person prefers, of the older type. Source: `SwiftUI.ContentSizeCategory`.
public enum ContentSizeCategory: Hashable, CaseIterable, Sendable, Comparable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  /// Whether the size is one of the largest.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }
}

extension EnvironmentValues {
  /// The size of texts that the person prefers.
  public var sizeCategory: ContentSizeCategory {
    get { Self.same(dynamicTypeSize, ContentSizeCategory.allCases) ?? .large }
    set { dynamicTypeSize = Self.same(newValue, DynamicTypeSize.allCases) ?? .large }
  }

  /// The value of another enumeration at the same position.
  private static func same<One: CaseIterable & Equatable, Other>(_ value: One, _ others: [Other]) -> Other? {
    Array(One.allCases).firstIndex(of: value).map { others[$0] }
  }
}
