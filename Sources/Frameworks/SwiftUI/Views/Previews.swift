// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider of previews. Source: `SwiftUI.PreviewProvider`. `bailey widget preview` shows widgets as
/// they are; it needs none.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The type of the previews.
  associatedtype Previews: View
  /// The previews.
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

/// The context of a preview. Source: `SwiftUI.PreviewContext`.
public protocol PreviewContext {}

/// A trait of a preview. Source: `SwiftUI.PreviewTrait`.
public struct PreviewTrait<T>: Sendable {}

/// The namespace of previews. Source: `SwiftUI.Preview`.
public struct Preview {
  /// The tag of traits that previews of views have. Source: `SwiftUI.Preview.ViewTraits`.
  public struct ViewTraits: Sendable {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// The trait that gives a preview the size of its content.
  public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait() }
  /// The trait that gives a preview the size of its device.
  public static var defaultLayout: PreviewTrait { PreviewTrait() }
  /// The trait that gives a preview a size in points.
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
}

extension View {
  /// Accepts the context of a preview; it changes nothing.
  ///
  /// - Parameter value: The context.
  /// - Returns: The view as it is.
  public func previewContext<C: PreviewContext>(_ value: C) -> some View { self }
  /// Accepts the name of a preview; it changes nothing.
  ///
  /// - Parameter value: The name.
  /// - Returns: The view as it is.
  public func previewDisplayName(_ value: String?) -> some View { self }
  /// Accepts the size of a preview; it changes nothing.
  ///
  /// - Parameter value: The size.
  /// - Returns: The view as it is.
  public func previewLayout(_ value: PreviewLayout) -> some View { self }
}

/// The size of a preview. Source: `SwiftUI.PreviewLayout`.
public enum PreviewLayout: Sendable { case device, sizeThatFits, fixed(width: CGFloat, height: CGFloat) }

/// Declares a preview of a view. Source: `SwiftUI.Preview(_:traits:_:body:)`.
///
/// The compiler checks it, and nothing of it is in the program: `bailey widget preview` shows the widgets as they are.
///
/// - Parameters:
///   - name: The name of the preview.
///   - traits: The traits of the preview.
///   - body: The view.
@freestanding(declaration) public macro Preview(
  _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "ViewMacros", type: "Preview")

/// Makes a variable of `EnvironmentValues` a value of the environment. Source: `SwiftUI.Entry`.
@attached(accessor) @attached(peer, names: prefixed(__Key_)) public macro Entry() =
  #externalMacro(module: "ViewMacros", type: "Entry")
