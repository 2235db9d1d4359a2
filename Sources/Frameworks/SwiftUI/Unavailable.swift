// SPDX-License-Identifier: Apache-2.0
public import Foundation

// What SwiftUI has for windows, and widgets do without on Apple's systems too. The compiler says so by name.

/// A list that scrolls, which widgets cannot: the compiler refuses it. Source: `SwiftUI.List`.
@available(*, unavailable, message: "widgets do not scroll: use VStack with ForEach")
public struct List<Content>: View {
  /// The view has no body. Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// A list of views.
  public init(content: () -> Content) {}
  /// A list of the rows of values.
  public init<Data>(_ data: Data, rowContent: (Any) -> Content) {}
}

/// A view that scrolls, which widgets cannot: the compiler warns of it, and its content is drawn from its beginning.
/// Source: `SwiftUI.ScrollView`.
@available(*, deprecated, message: "widgets do not scroll: use VStack or HStack")
public struct ScrollView<Content: View>: View {
  private let axes: Axis.Set
  private let content: Content
  /// A view that shows its content.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    (self.axes, self.content) = (axes, content())
  }
  /// The content in a stack.
  @ViewBuilder public var body: some View {
    if axes == .horizontal { HStack { content } } else { VStack { content } }
  }
}

/// A stack of views that can be navigated, which widgets cannot: the compiler refuses it.
/// Source: `SwiftUI.NavigationStack`.
@available(*, unavailable, message: "widgets have no navigation: use Link or widgetURL")
public struct NavigationStack<Root>: View {
  /// The view has no body. Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// A stack with its first view.
  public init(root: () -> Root) {}
}

/// A link to another view of a stack, which widgets do not have: the compiler refuses it.
/// Source: `SwiftUI.NavigationLink`.
@available(*, unavailable, message: "widgets have no navigation: use Link or widgetURL")
public struct NavigationLink<Label>: View {
  /// The view has no body. Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// A link to a destination.
  public init<D>(destination: D, label: () -> Label) {}
}

/// A field for text, which nobody can type into a widget: the compiler refuses it. Source: `SwiftUI.TextField`.
@available(*, unavailable, message: "nothing can be typed into a widget")
public struct TextField: View {
  /// The view has no body. Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// A field with a title.
  public init<T>(_ titleKey: LocalizedStringKey, text: T) {}
}

/// An image that is fetched while it is shown, which widgets cannot: the compiler refuses it.
/// Source: `SwiftUI.AsyncImage`.
@available(
  *, unavailable, message: "a widget is drawn at once: fetch the picture in the provider and put it into the entry"
)
public struct AsyncImage: View {
  /// The view has no body. Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// An image at an address.
  public init(url: URL?, scale: CGFloat = 1) {}
}

extension ShapeStyle {
  /// Adds a shadow to a style, which is not drawn here: the compiler refuses it. Source: `SwiftUI`, `shadow`.
  @available(*, unavailable, message: "shadows are views' here: use the modifier shadow(color:radius:x:y:)")
  public func shadow(_ style: ShadowStyle) -> some ShapeStyle { self }
}

/// A shadow of a style, which is not drawn here. Source: `SwiftUI.ShadowStyle`.
public struct ShadowStyle: Sendable, Hashable {
  /// A shadow behind a shape. Source: `SwiftUI`, `drop`.
  public static func drop(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
    ShadowStyle()
  }
  /// A shadow within a shape. Source: `SwiftUI`, `inner`.
  public static func inner(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
    ShadowStyle()
  }
}

extension View {
  /// Moves a horizontal alignment guide, which stacks do not ask for: the compiler refuses it.
  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Moves a vertical alignment guide, which stacks do not ask for: the compiler refuses it.
  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Changes the order of drawing, which is that of the source: the compiler refuses it. Source: `SwiftUI`, `zIndex`.
  @available(*, unavailable, message: "views are drawn in the order in which they are written: write this one last")
  public func zIndex(_ value: Double) -> some View { self }
  /// Sets the alignment of a grid's column, which is the grid's own: the compiler refuses it.
  /// Source: `SwiftUI`, `gridColumnAlignment`.
  @available(
    *, unavailable,
    message: "columns are aligned as their grid is: give the cells .frame(maxWidth: .infinity, alignment:)"
  )
  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
  /// Runs a closure when the view disappears, which a widget's does not: the compiler refuses it.
  /// Source: `SwiftUI`, `onDisappear`.
  @available(
    *, unavailable, message: "a widget's views do not appear: they are drawn beforehand. Do it in the provider"
  )
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  /// Runs a task while the view is shown, which a widget's is not: the compiler refuses it. Source: `SwiftUI`, `task`.
  @available(
    *, unavailable, message: "a widget's views do not appear: they are drawn beforehand. Do it in the provider"
  )
  public func task(_ action: @escaping () async -> Void) -> some View { self }
  /// Runs a closure when the view is tapped, which a widget cannot: the compiler warns of it, as views of an app may be a
  /// widget's too. Source: `SwiftUI`, `onTapGesture`.
  @available(
    *, deprecated,
    message: "a tap on a widget opens the app or performs an intent: use Link, widgetURL or Button(intent:)"
  )
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
  /// Runs a closure when a value changes, which none does in a picture: the compiler refuses it.
  /// Source: `SwiftUI`, `onChange`.
  @available(*, unavailable, message: "a widget is a picture at a time: nothing in it changes. Do it in the provider")
  public func onChange<V>(of value: V, _ action: @escaping () -> Void) -> some View { self }
  /// Blends the view with what is behind it, which is not drawn here: the compiler refuses it.
  /// Source: `SwiftUI`, `blendMode`.
  @available(*, unavailable, message: "views are drawn upon each other here, and not mixed: use opacity")
  public func blendMode(_ blendMode: BlendMode) -> some View { self }
  /// Changes the saturation of the view, which is not drawn here: the compiler refuses it.
  /// Source: `SwiftUI`, `saturation`.
  @available(*, unavailable, message: "colours are drawn as they are: choose them by widgetRenderingMode")
  public func saturation(_ amount: Double) -> some View { self }
  /// Removes colours of the view, which is not drawn here: the compiler refuses it. Source: `SwiftUI`, `grayscale`.
  @available(*, unavailable, message: "colours are drawn as they are: choose them by widgetRenderingMode")
  public func grayscale(_ amount: Double) -> some View { self }
  /// Rotates the view in space, which is not drawn here: the compiler refuses it.
  /// Source: `SwiftUI`, `rotation3DEffect`.
  @available(*, unavailable, message: "views are flat here: use rotationEffect or scaleEffect")
  public func rotation3DEffect(_ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat)) -> some View { self }
  /// Gives the views an object that they observe, which no widget does: the compiler refuses it.
  /// Source: `SwiftUI`, `environmentObject`.
  @available(
    *, unavailable,
    message: "a widget is a picture at a time: put values into the timeline's entry, or use environment(_:_:)"
  )
  public func environmentObject<T>(_ object: T) -> some View { self }
}

/// A mode of blending views, which is not drawn here. Source: `SwiftUI.BlendMode`.
public enum BlendMode: Sendable, Hashable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker,
    plusLighter
}
