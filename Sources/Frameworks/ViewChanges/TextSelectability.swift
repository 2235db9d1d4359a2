// SPDX-License-Identifier: Apache-2.0

/// Whether texts can be selected. Source: `SwiftUI.TextSelectability`.
public protocol TextSelectability {}
/// They can. Source: `SwiftUI.EnabledTextSelectability`.
public struct EnabledTextSelectability: TextSelectability {}
/// They cannot. Source: `SwiftUI.DisabledTextSelectability`.
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  /// Source: `SwiftUI`, `enabled`.
  public static var enabled: EnabledTextSelectability { .init() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  /// Source: `SwiftUI`, `disabled`.
  public static var disabled: DisabledTextSelectability { .init() }
}
