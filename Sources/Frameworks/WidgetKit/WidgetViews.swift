// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUI
package import WidgetModel

/// The placement of a container's background. Source: `SwiftUI.ContainerBackgroundPlacement`.
public struct ContainerBackgroundPlacement: Sendable, Hashable {
  private let name: String
  /// The background of a widget.
  public static let widget = ContainerBackgroundPlacement(name: "widget")
}

extension View {
  /// Fills a widget's background with a style.
  ///
  /// - Parameters:
  ///   - style: What the background is filled with.
  ///   - container: Behind what.
  /// - Returns: The view, which has that background as a widget.
  public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
    BackgroundView(content: self) { context in
      // What can be seen through lies upon the widget's own surface.
      context.nodes(
        of: ZStack {
          if AnyShapeStyle(style).paint(in: context.environment).isSeenThrough { Color.widgetBackground }
          SwiftUI.Rectangle().fill(style)
        })
    }
  }

  /// Puts a view behind a widget's content, up to the edges.
  ///
  /// - Parameters:
  ///   - container: Behind what.
  ///   - alignment: Where the content stands.
  ///   - content: The background.
  /// - Returns: The view, which has that background as a widget.
  public func containerBackground<V: View>(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    let background = content()
    return BackgroundView(content: self) { context in
      let nodes = context.nodes(of: ZStack(alignment: alignment) { background })
      // What can be seen through lies upon the widget's own surface.
      return nodes.contains { $0.isFilled } ? nodes : context.nodes(of: Color.widgetBackground) + nodes
    }
  }

  /// Says where a tap on the whole widget leads.
  ///
  /// - Parameter url: Where a tap on the widget leads, beside its links.
  /// - Returns: The view.
  public func widgetURL(_ url: URL?) -> some View { AddressView(content: self, address: url) }

  /// Says which of a widget's two colours a view has.
  ///
  /// - Parameter accentable: Whether the view has the accent's colour where there are two.
  /// - Returns: The view.
  public func widgetAccentable(_ accentable: Bool = true) -> some View {
    AccentView(content: self, isAccentable: accentable)
  }
}

struct BackgroundView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let background: @MainActor (ViewContext) -> [WidgetNode]

  func nodes(in context: ViewContext) -> [WidgetNode] {
    // Where the background is set inside marks, they hold for it as well.
    let state = context.environment.redaction
    let node = ViewContext.single(background(context))
    context.archive.set(background: state.isSensitive ? .modified(node, .mark(.sensitive(true))) : node)
    return context.nodes(of: content)
  }
}

struct AddressView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let address: URL?

  func nodes(in context: ViewContext) -> [WidgetNode] {
    if let address { context.archive.add(link: address.absoluteString) }
    return context.nodes(of: content)
  }
}

struct AccentView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let isAccentable: Bool

  func nodes(in context: ViewContext) -> [WidgetNode] {
    context.nodes(of: content).map { .modified($0, .accentable(isAccentable)) }
  }
}

/// The background of small widgets on a lock screen. Source: `WidgetKit.AccessoryWidgetBackground`.
public struct AccessoryWidgetBackground: View, PrimitiveView, Sendable {
  /// The type has no body: it is drawn as it is.
  public typealias Body = Never
  /// A background in the family's outline.
  nonisolated public init() {}
  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let outline: Outline = context.environment.place.family == .accessoryCircular ? .circle : .rounded(radius: 12)
    let ink = context.environment.colorScheme == .dark ? Ink(1, 1, 1, 0.16) : Ink(0, 0, 0, 0.1)
    return [.shape(ShapeNode(outline, fill: .ink(ink)))]
  }
}

/// How a picture is drawn where a widget has two colours. Source: `WidgetKit.WidgetAccentedRenderingMode`.
public struct WidgetAccentedRenderingMode: Hashable, Sendable {
  let name: String
  /// The picture has the widget's two colours, as everything else.
  public static let accented = WidgetAccentedRenderingMode(name: "accented")
  /// The picture has shades of the first colour.
  public static let desaturated = WidgetAccentedRenderingMode(name: "desaturated")
  /// The picture has shades of the accent.
  public static let accentedDesaturated = WidgetAccentedRenderingMode(name: "accentedDesaturated")
  /// The picture has its own colours.
  public static let fullColor = WidgetAccentedRenderingMode(name: "fullColor")

  /// The tone of a picture; nil where only how opaque it is is kept.
  fileprivate var tone: PictureTone? {
    switch self {
    case .fullColor: .fullColor
    case .desaturated: .desaturated
    case .accentedDesaturated: .accentedDesaturated
    default: nil
    }
  }
}

private struct PictureToneView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let tone: PictureTone?
  let isAccentable: Bool

  func nodes(in context: ViewContext) -> [WidgetNode] {
    context.nodes(of: content).map { node in
      if let tone { return .modified(node, .pictures(tone)) }
      return isAccentable ? .modified(node, .accentable(true)) : node
    }
  }
}

extension Image {
  /// Says how a picture is drawn where a widget has two colours.
  ///
  /// - Parameter mode: How the picture is drawn where a widget has two colours.
  /// - Returns: The picture.
  @MainActor public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> some View {
    PictureToneView(content: self, tone: mode?.tone, isAccentable: mode == .accented)
  }
}

extension View {
  /// Accepts a label beside a small widget, and shows none.
  ///
  /// - Parameter label: What stands beside a small widget on a watch: there is no such place here, which `showsWidgetLabel` says.
  /// - Returns: The view.
  public func widgetLabel<Label: View>(@ViewBuilder label: () -> Label) -> some View { self }
  /// Accepts a label beside a small widget, and shows none.
  ///
  /// - Parameter labelKey: What stands beside a small widget on a watch: there is no such place here, which `showsWidgetLabel` says.
  /// - Returns: The view.
  public func widgetLabel(_ labelKey: LocalizedStringKey) -> some View { self }
  /// Accepts a label beside a small widget, and shows none.
  ///
  /// - Parameter label: What stands beside a small widget on a watch: there is no such place here, which `showsWidgetLabel` says.
  /// - Returns: The view.
  @_disfavoredOverload public func widgetLabel<S: StringProtocol>(_ label: S) -> some View { self }
}

extension WidgetNode {
  /// Whether the view fills what it is offered, and nothing can be seen through it.
  fileprivate var isFilled: Bool {
    switch self {
    case .paint(let paint): !paint.isSeenThrough
    case .shape(let shape):
      shape.outline == .rectangle && shape.inset <= 0 && shape.fill.map { !$0.isSeenThrough } ?? false
    case .pile(_, let nodes): nodes.contains { $0.isFilled }
    case .modified(let node, .mark): node.isFilled
    default: false
    }
  }
}

extension Paint {
  fileprivate var isSeenThrough: Bool {
    var lowest = 1.0
    _ = map { ink in
      lowest = min(lowest, ink.opacity)
      return ink
    }
    return lowest < 1
  }
}
