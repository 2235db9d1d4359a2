// SPDX-License-Identifier: Apache-2.0

/// How large a person wants texts, as `DynamicTypeSize` says it too. Source: `SwiftUI.ContentSizeCategory`.
public enum ContentSizeCategory: Hashable, CaseIterable, Sendable, Comparable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  /// Whether it is one of the largest.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }
}

extension EnvironmentValues {
  /// How large texts are.
  public var sizeCategory: ContentSizeCategory {
    get { Self.same(dynamicTypeSize, ContentSizeCategory.allCases) ?? .large }
    set { dynamicTypeSize = Self.same(newValue, DynamicTypeSize.allCases) ?? .large }
  }

  /// The value of the other type that stands at the same place.
  private static func same<One: CaseIterable & Equatable, Other>(_ value: One, _ others: [Other]) -> Other? {
    Array(One.allCases).firstIndex(of: value).map { others[$0] }
  }
}
