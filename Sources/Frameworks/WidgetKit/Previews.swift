// SPDX-License-Identifier: Apache-2.0
public import SwiftUI

/// Views to be looked at while they are written. Source: `SwiftUI.PreviewProvider`. `bailey widget preview` shows widgets as
/// they are; it needs none.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The type of the views.
  associatedtype Previews: View
  /// The views.
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

/// Where a preview is shown. Source: `SwiftUI.PreviewContext`.
public protocol PreviewContext {}

/// A preview as a widget. Source: `WidgetKit.WidgetPreviewContext`.
public struct WidgetPreviewContext: PreviewContext {
  /// The widget's size.
  public let family: WidgetFamily
  /// Apple's initializer.
  public init(family: WidgetFamily) { self.family = family }
}

extension View {
  /// - Parameter value: Where a preview is shown.
  /// - Returns: The view.
  public func previewContext<C: PreviewContext>(_ value: C) -> some View { self }
  /// - Parameter value: What a preview is called.
  /// - Returns: The view.
  public func previewDisplayName(_ value: String?) -> some View { self }
}
