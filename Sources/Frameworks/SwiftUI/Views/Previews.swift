// SPDX-License-Identifier: Apache-2.0
public import Foundation

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

/// How a preview is shown. Source: `SwiftUI.PreviewTrait`.
public struct PreviewTrait<T>: Sendable {}

/// A preview. Source: `SwiftUI.Preview`.
public struct Preview {
  /// Marks what is said of views. Source: `SwiftUI.Preview.ViewTraits`.
  public struct ViewTraits: Sendable {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// Apple's value.
  public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait() }
  /// Apple's value.
  public static var defaultLayout: PreviewTrait { PreviewTrait() }
  /// Apple's value.
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
}

extension View {
  /// - Parameter value: Where a preview is shown.
  /// - Returns: The view.
  public func previewContext<C: PreviewContext>(_ value: C) -> some View { self }
  /// - Parameter value: What a preview is called.
  /// - Returns: The view.
  public func previewDisplayName(_ value: String?) -> some View { self }
}

/// A view to be looked at while it is written. Source: `SwiftUI.Preview(_:traits:_:body:)`.
///
/// The compiler checks it, and nothing of it is in the program: `bailey widget preview` shows the widgets as they are.
///
/// - Parameters:
///   - name: What it is called.
///   - traits: How it is shown.
///   - body: The view.
@freestanding(declaration) public macro Preview(
  _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "ViewMacros", type: "Preview")

/// Makes a variable of `EnvironmentValues` a value of the environment. Source: `SwiftUI.Entry`.
@attached(accessor) @attached(peer, names: prefixed(__Key_)) public macro Entry() =
  #externalMacro(module: "ViewMacros", type: "Entry")
