// SPDX-License-Identifier: Apache-2.0
public import Foundation

// What SwiftUI has for windows, and widgets do without on Apple's systems too. The compiler says so by name.

/// Source: `SwiftUI.List`.
@available(*, unavailable, message: "widgets do not scroll: use VStack with ForEach")
public struct List<Content>: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init(content: () -> Content) {}
  /// Apple's initializer.
  public init<Data>(_ data: Data, rowContent: (Any) -> Content) {}
}

/// Source: `SwiftUI.ScrollView`.
@available(*, unavailable, message: "widgets do not scroll: use VStack or HStack")
public struct ScrollView<Content>: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, content: () -> Content) {}
}

/// Source: `SwiftUI.NavigationStack`.
@available(*, unavailable, message: "widgets have no navigation: use Link or widgetURL")
public struct NavigationStack<Root>: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init(root: () -> Root) {}
}

/// Source: `SwiftUI.NavigationLink`.
@available(*, unavailable, message: "widgets have no navigation: use Link or widgetURL")
public struct NavigationLink<Label>: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init<D>(destination: D, label: () -> Label) {}
}

/// Source: `SwiftUI.TextField`.
@available(*, unavailable, message: "nothing can be typed into a widget")
public struct TextField: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init<T>(_ titleKey: LocalizedStringKey, text: T) {}
}

/// Source: `SwiftUI.AsyncImage`.
@available(
  *, unavailable, message: "a widget is drawn at once: fetch the picture in the provider and put it into the entry"
)
public struct AsyncImage: View {
  /// Source: `SwiftUI`, `Body`.
  public typealias Body = Never
  /// Apple's initializer.
  public init(url: URL?, scale: CGFloat = 1) {}
}

extension ShapeStyle {
  /// Source: `SwiftUI`, `shadow`.
  @available(*, unavailable, message: "shadows are views' here: use the modifier shadow(color:radius:x:y:)")
  public func shadow(_ style: ShadowStyle) -> some ShapeStyle { self }
}

/// A shadow. Source: `SwiftUI.ShadowStyle`.
public struct ShadowStyle: Sendable, Hashable {
  /// Source: `SwiftUI`, `drop`.
  public static func drop(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
    ShadowStyle()
  }
  /// Source: `SwiftUI`, `inner`.
  public static func inner(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> ShadowStyle {
    ShadowStyle()
  }
}

extension Font {
  /// Source: `SwiftUI`, `custom`.
  @available(*, unavailable, message: "texts are drawn in the system's faces: use .system(size:weight:design:)")
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle = .body) -> Font { .body }
}

extension View {
  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Source: `SwiftUI`, `alignmentGuide`.
  @available(*, unavailable, message: "views stand at the places of their stacks here: use offset, padding or a Layout")
  public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
    -> some View
  {
    self
  }
  /// Source: `SwiftUI`, `zIndex`.
  @available(*, unavailable, message: "views are drawn in the order in which they are written: write this one last")
  public func zIndex(_ value: Double) -> some View { self }
  /// Source: `SwiftUI`, `gridColumnAlignment`.
  @available(
    *, unavailable,
    message: "columns are aligned as their grid is: give the cells .frame(maxWidth: .infinity, alignment:)"
  )
  public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
  /// Source: `SwiftUI`, `onAppear`.
  @available(
    *, unavailable, message: "a widget's views do not appear: they are drawn beforehand. Do it in the provider"
  )
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  /// Source: `SwiftUI`, `onDisappear`.
  @available(
    *, unavailable, message: "a widget's views do not appear: they are drawn beforehand. Do it in the provider"
  )
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  /// Source: `SwiftUI`, `task`.
  @available(
    *, unavailable, message: "a widget's views do not appear: they are drawn beforehand. Do it in the provider"
  )
  public func task(_ action: @escaping () async -> Void) -> some View { self }
  /// Source: `SwiftUI`, `onTapGesture`.
  @available(
    *, unavailable,
    message: "a tap on a widget opens the app or performs an intent: use Link, widgetURL or Button(intent:)"
  )
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
  /// Source: `SwiftUI`, `onChange`.
  @available(*, unavailable, message: "a widget is a picture at a time: nothing in it changes. Do it in the provider")
  public func onChange<V>(of value: V, _ action: @escaping () -> Void) -> some View { self }
  /// Source: `SwiftUI`, `blur`.
  @available(*, unavailable, message: "pictures are not blurred here: use a picture that is")
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
  /// Source: `SwiftUI`, `blendMode`.
  @available(*, unavailable, message: "views are drawn upon each other here, and not mixed: use opacity")
  public func blendMode(_ blendMode: BlendMode) -> some View { self }
  /// Source: `SwiftUI`, `saturation`.
  @available(*, unavailable, message: "colours are drawn as they are: choose them by widgetRenderingMode")
  public func saturation(_ amount: Double) -> some View { self }
  /// Source: `SwiftUI`, `grayscale`.
  @available(*, unavailable, message: "colours are drawn as they are: choose them by widgetRenderingMode")
  public func grayscale(_ amount: Double) -> some View { self }
  /// Source: `SwiftUI`, `rotation3DEffect`.
  @available(*, unavailable, message: "views are flat here: use rotationEffect or scaleEffect")
  public func rotation3DEffect(_ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat)) -> some View { self }
  /// Source: `SwiftUI`, `environmentObject`.
  @available(
    *, unavailable,
    message: "a widget is a picture at a time: put values into the timeline's entry, or use environment(_:_:)"
  )
  public func environmentObject<T>(_ object: T) -> some View { self }
}

/// How views are mixed. Source: `SwiftUI.BlendMode`.
public enum BlendMode: Sendable, Hashable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker,
    plusLighter
}
