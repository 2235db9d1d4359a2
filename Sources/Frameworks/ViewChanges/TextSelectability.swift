// SPDX-License-Identifier: Apache-2.0

/// The choice whether texts can be selected. Source: `SwiftUI.TextSelectability`.
public protocol TextSelectability {}
/// The choice that texts can be selected. Source: `SwiftUI.EnabledTextSelectability`.
public struct EnabledTextSelectability: TextSelectability {}
/// The choice that texts cannot be selected. Source: `SwiftUI.DisabledTextSelectability`.
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  /// The setting that lets texts be selected. Source: `SwiftUI`, `enabled`.
  public static var enabled: EnabledTextSelectability { .init() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  /// The setting that keeps texts from being selected. Source: `SwiftUI`, `disabled`.
  public static var disabled: DisabledTextSelectability { .init() }
}
