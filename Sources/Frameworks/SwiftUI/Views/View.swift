// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A view: a part of a widget's picture. Source: `SwiftUI.View`.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  /// The views that the view is made of.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// The view has no body: it is drawn as it is.
  public var body: Never { self }
}

/// A view that is archived itself, rather than made of others.
@MainActor package protocol PrimitiveView {
  func nodes(in context: ViewContext) -> [WidgetNode]
}

extension View where Body == Never {
  /// The view has no body: it is drawn as it is. Nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("\(Self.self) has no body: it is drawn as it is") }
}

/// A modifier, which changes any view. Source: `SwiftUI.ViewModifier`.
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  /// The type of the view that is changed.
  typealias Content = ViewModifierContent<Self>
  /// Makes the changed view.
  ///
  /// - Parameter content: The view that is changed.
  /// - Returns: The view to draw.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier changes. Source: `SwiftUI._ViewModifier_Content`.
public struct ViewModifierContent<Modifier: ViewModifier>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  let resolve: @MainActor (ViewContext) -> [WidgetNode]
  package func nodes(in context: ViewContext) -> [WidgetNode] { resolve(context) }
}

/// A view and its modifier. Source: `SwiftUI.ModifiedContent`.
public struct ModifiedContent<Content, Modifier> {
  /// The view without the change.
  public var content: Content
  /// The modifier of the view.
  public var modifier: Modifier

  /// A view, changed by a modifier.
  ///
  /// - Parameters:
  ///   - content: The view.
  ///   - modifier: The modifier.
  public init(content: Content, modifier: Modifier) {
    (self.content, self.modifier) = (content, modifier)
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension ModifiedContent: PrimitiveView where Content: View, Modifier: ViewModifier {
  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let content = content
    EnvironmentReading.prepare(modifier, context)
    let changed = modifier.body(content: .init { inner in inner.nodes(of: content) })
    return context.nodes(of: changed)
  }
}

extension View {
  /// Applies a modifier.
  ///
  /// - Parameter modifier: The change.
  /// - Returns: The changed view.
  public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A view without its type. Source: `SwiftUI.AnyView`.
public struct AnyView {
  private let resolve: @MainActor (ViewContext) -> [WidgetNode]

  /// A view without its type.
  ///
  /// - Parameter view: The view.
  public init<Content: View>(_ view: Content) {
    let handed = Handed(view)
    resolve = { $0.nodes(of: handed.value) }
  }

  /// A view without its type.
  ///
  /// - Parameter view: The view.
  public init<Content: View>(erasing view: Content) { self.init(view) }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { resolve(context) }
}

extension AnyView: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

/// A value whose ownership passes from one thread to another.
///
/// Unchecked because views and entries are made anew each time and kept by nobody else, as in Apple's interface, which
/// does not ask them to be `Sendable`.
package struct Handed<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}
