// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
package import WidgetModel

/// A picture. Source: `SwiftUI.Image`.
public struct Image {

  /// Against the text beside it. Source: `SwiftUI.Image.Scale`.
  public enum Scale: Sendable, Hashable {
    case small, medium, large
    var factor: Double {
      switch self {
      case .small: 0.8
      case .medium: 1
      case .large: 1.28
      }
    }
  }

  /// How a picture fills what it is offered. Source: `SwiftUI.Image.ResizingMode`.
  public enum ResizingMode: Sendable, Hashable { case stretch }

  /// Whether its colours are drawn. Source: `SwiftUI.Image.TemplateRenderingMode`.
  public enum TemplateRenderingMode: Sendable, Hashable { case template, original }

  private enum Source {
    case symbol(String)
    case file(String, Bundle)
  }

  private let source: Source
  private var sizing = ImageNode.Sizing.natural
  private var rendering: TemplateRenderingMode?
  private var label: String?

  /// - Parameter systemName: A symbol's name.
  public init(systemName: String) { source = .symbol(systemName) }

  /// - Parameters:
  ///   - systemName: A symbol's name.
  ///   - variableValue: How much of it is drawn strongly: all, here.
  public init(systemName: String, variableValue: Double?) { source = .symbol(systemName) }

  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  public init(_ name: String, bundle: Bundle? = nil) { source = .file(name, bundle ?? .main) }

  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  ///   - label: What is said aloud for it.
  @MainActor public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    source = .file(name, bundle ?? .main)
    self.label = label.runs(in: EnvironmentValues()).map(\.string).joined()
  }

  /// A picture that says nothing.
  ///
  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  public init(decorative name: String, bundle: Bundle? = nil) { source = .file(name, bundle ?? .main) }

  /// - Parameter resizingMode: How it fills.
  /// - Returns: The picture, in whatever size it is offered.
  public func resizable(resizingMode: ResizingMode = .stretch) -> Image {
    var image = self
    image.sizing = .resizable
    return image
  }

  /// - Parameter renderingMode: Whether its colours are drawn.
  /// - Returns: The picture.
  public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
    var image = self
    image.rendering = renderingMode
    return image
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] {
    let look = context.environment.look
    var face = (look.font ?? .body).face(in: context.environment)
    face.size *= look.imageScale.factor
    let foreground = paint(
      of: look.foreground ?? AnyShapeStyle(HierarchicalShapeStyle(level: 0)), in: context.environment)
    let node: WidgetNode
    switch source {
    case .symbol(let name): node = .image(ImageNode(.symbol(name), sizing: sizing, paint: foreground, face: face))
    case .file(let name, let bundle):
      let paint = rendering == .template ? foreground : nil
      if let (bytes, scale) = Self.file(name, bundle) {
        node = .image(ImageNode(.png(bytes, scale: scale), sizing: sizing, paint: paint, face: face))
      } else if let drawing = Self.drawing(name, bundle) {
        for kind in drawing.unknown.sorted() { context.archive.note("'\(kind)' of the picture '\(name)' is not drawn") }
        node = .image(ImageNode(.drawing(drawing.shapes, drawing.size), sizing: sizing, paint: paint, face: face))
      } else {
        context.archive.note("there is no picture '\(name)' in the bundle")
        return []
      }
    }
    return [label.map { .modified(node, .accessibility(Accessibility(label: $0))) } ?? node]
  }

  func run(_ face: Typeface, _ paint: Paint, _ environment: EnvironmentValues) -> [TextRun] {
    guard case .symbol(let name) = source else { return [] }
    return [TextRun("\u{FFFC}", face: face, paint: paint, symbol: name)]
  }

  private static func drawing(_ name: String, _ bundle: Bundle) -> SVGDrawing? {
    bundle.path(forResource: name, ofType: "svg").flatMap { FileManager.default.contents(atPath: $0) }
      .flatMap { SVGDrawing($0) }
  }

  /// The finest of the forms in which pictures lie in bundles.
  private static func file(_ name: String, _ bundle: Bundle) -> ([UInt8], Double)? {
    for (suffix, scale) in [("@3x", 3.0), ("@2x", 2), ("", 1)] {
      if let path = bundle.path(forResource: name + suffix, ofType: "png"),
        let data = FileManager.default.contents(atPath: path)
      {
        return (Array(data), scale)
      }
    }
    return nil
  }
}

/// A text beside a picture. Source: `SwiftUI.Label`.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let title: Title
  private let icon: Icon

  /// - Parameters:
  ///   - title: The text.
  ///   - icon: The picture.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    (self.title, self.icon) = (title(), icon())
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] {
    switch context.environment.look.labelStyle {
    case .titleOnly: return context.nodes(of: title)
    case .iconOnly: return context.nodes(of: icon)
    case .automatic, .titleAndIcon:
      let children = context.nodes(of: icon) + context.nodes(of: title)
      return [.stack(StackNode(.horizontal, Placement(.center, .firstBaseline), spacing: nil), children)]
    }
  }
}

extension Label where Title == Text, Icon == Image {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  public init(_ titleKey: LocalizedStringKey, systemImage: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: systemImage) })
  }

  /// - Parameters:
  ///   - title: The text.
  ///   - systemImage: A symbol's name.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
  }

  /// - Parameters:
  ///   - titleKey: The text.
  ///   - image: A picture's name in the bundle.
  public init(_ titleKey: LocalizedStringKey, image: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(image) })
  }
}

package enum LabelStyleName: Sendable { case automatic, titleOnly, iconOnly, titleAndIcon }

/// How labels look. Source: `SwiftUI.LabelStyle`, of which the platform's own are here.
public protocol LabelStyle { var styleNumber: Int { get } }
/// Source: `SwiftUI`, `TitleOnlyLabelStyle`.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 1 }
}
/// Source: `SwiftUI`, `IconOnlyLabelStyle`.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 2 }
}
/// Source: `SwiftUI`, `TitleAndIconLabelStyle`.
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 3 }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// Source: `SwiftUI`, `titleOnly`.
  public static var titleOnly: Self { .init() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// Source: `SwiftUI`, `iconOnly`.
  public static var iconOnly: Self { .init() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// Source: `SwiftUI`, `titleAndIcon`.
  public static var titleAndIcon: Self { .init() }
}

extension View {
  /// - Parameter style: How labels look.
  /// - Returns: The view.
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    EnvironmentChange(content: self) {
      $0.look.labelStyle = [LabelStyleName.automatic, .titleOnly, .iconOnly, .titleAndIcon][style.styleNumber]
    }
  }

  /// - Parameter scale: Of symbols, against the text beside them.
  /// - Returns: The view.
  public func imageScale(_ scale: Image.Scale) -> some View {
    EnvironmentChange(content: self) { $0.look.imageScale = scale }
  }
}

extension Image: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}
