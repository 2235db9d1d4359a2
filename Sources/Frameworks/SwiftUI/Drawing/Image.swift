// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
public import UIKitDrawing
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

  /// How a picture is enlarged. Source: `SwiftUI.Image.Interpolation`.
  public enum Interpolation: Sendable, Hashable { case none, low, medium, high }

  /// Whether its colours are drawn. Source: `SwiftUI.Image.TemplateRenderingMode`.
  public enum TemplateRenderingMode: Sendable, Hashable { case template, original }

  private enum Source {
    case symbol(String)
    case file(String, Bundle)
    case picture(light: NamedPicture.Content, dark: NamedPicture.Content?)
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

  /// - Parameter resource: A picture in the asset catalogues.
  public init(_ resource: ImageResource) { self.init(resource.name, bundle: resource.bundle) }

  /// - Parameter uiImage: The picture.
  public init(uiImage: UIImage) {
    source =
      switch uiImage.content {
      case .symbol(let name): .symbol(name)
      case .picture(let light, let dark): .picture(light: light, dark: dark)
      }
    rendering =
      switch uiImage.renderingMode {
      case .automatic: nil
      case .alwaysOriginal: .original
      case .alwaysTemplate: .template
      }
  }

  /// - Parameter resizingMode: How it fills.
  /// - Returns: The picture, in whatever size it is offered.
  public func resizable(resizingMode: ResizingMode = .stretch) -> Image {
    var image = self
    image.sizing = .resizable
    return image
  }

  /// - Parameter interpolation: Pictures are drawn smoothly in any case.
  /// - Returns: The picture.
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  /// - Parameter isAntialiased: Edges are smooth in any case.
  /// - Returns: The picture.
  public func antialiased(_ isAntialiased: Bool) -> Image { self }
  /// - Parameter mode: Symbols are drawn in one style here.
  /// - Returns: The picture.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

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
    case .symbol(let name):
      let name = look.symbolVariants.applied(to: name)
      node = .image(ImageNode(.symbol(name), sizing: sizing, paint: foreground, face: face))
    case .file(let name, let bundle):
      guard let picture = NamedPicture(name, in: bundle) else {
        context.archive.note("there is no picture '\(name)' in the bundle that can be drawn: PNG and SVG files are")
        return []
      }
      let isTemplate = rendering.map { $0 == .template } ?? picture.isTemplate ?? false
      node = .image(
        image(picture.content(isDark: isDark(context)), isTemplate ? foreground : nil, face, name, context))
    case .picture(let light, let dark):
      let content = isDark(context) ? dark ?? light : light
      node = .image(image(content, rendering == .template ? foreground : nil, face, "of the entry", context))
    }
    return [label.map { .modified(node, .accessibility(Accessibility(label: $0))) } ?? node]
  }

  func run(_ face: Typeface, _ paint: Paint, _ environment: EnvironmentValues) -> [TextRun] {
    guard case .symbol(let name) = source else { return [] }
    return [
      TextRun("\u{FFFC}", face: face, paint: paint, symbol: environment.look.symbolVariants.applied(to: name))
    ]
  }

  @MainActor private func isDark(_ context: ViewContext) -> Bool { context.environment.colorScheme == .dark }

  @MainActor private func image(
    _ content: NamedPicture.Content, _ paint: Paint?, _ face: Typeface, _ name: String, _ context: ViewContext
  ) -> ImageNode {
    switch content {
    case .png(let bytes, let scale):
      return ImageNode(.png(bytes, scale: scale), sizing: sizing, paint: paint, face: face)
    case .drawing(let drawing):
      for kind in drawing.unknown.sorted() { context.archive.note("'\(kind)' of the picture '\(name)' is not drawn") }
      return ImageNode(.drawing(drawing.shapes, drawing.size), sizing: sizing, paint: paint, face: face)
    }
  }
}

/// A picture of an asset catalogue. Source: `DeveloperToolsSupport.ImageResource`.
public struct ImageResource: Hashable, Sendable {
  let name: String
  let bundle: Bundle
  /// Apple's initializer.
  public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}

extension Image: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}

extension View {
  /// - Parameter scale: Of symbols, against the text beside them.
  /// - Returns: The view.
  public func imageScale(_ scale: Image.Scale) -> some View {
    EnvironmentChange(content: self) { $0.look.imageScale = scale }
  }
}

/// How many styles a symbol is drawn in. Source: `SwiftUI.SymbolRenderingMode`. The symbols here are of one form each, which is
/// drawn in the first style.
public struct SymbolRenderingMode: Hashable, Sendable {
  private let number: Int
  /// Source: `SwiftUI`, `monochrome`.
  public static let monochrome = SymbolRenderingMode(number: 0)
  /// Source: `SwiftUI`, `multicolor`.
  public static let multicolor = SymbolRenderingMode(number: 1)
  /// Source: `SwiftUI`, `hierarchical`.
  public static let hierarchical = SymbolRenderingMode(number: 2)
  /// Source: `SwiftUI`, `palette`.
  public static let palette = SymbolRenderingMode(number: 3)
}

/// Other forms of symbols. Source: `SwiftUI.SymbolVariants`.
public struct SymbolVariants: Hashable, Sendable {
  private var parts: [String] = []
  private init(_ parts: [String]) { self.parts = parts }
  /// The symbol as it is.
  public static let none = SymbolVariants([])
  /// Within a circle.
  public static let circle = SymbolVariants(["circle"])
  /// Within a square.
  public static let square = SymbolVariants(["square"])
  /// Within a rectangle.
  public static let rectangle = SymbolVariants(["rectangle"])
  /// Filled.
  public static let fill = SymbolVariants(["fill"])
  /// With a line through it.
  public static let slash = SymbolVariants(["slash"])
  /// Within a circle too.
  public var circle: SymbolVariants { SymbolVariants(parts + ["circle"]) }
  /// Within a square too.
  public var square: SymbolVariants { SymbolVariants(parts + ["square"]) }
  /// Filled too.
  public var fill: SymbolVariants { SymbolVariants(parts + ["fill"]) }
  /// With a line through it too.
  public var slash: SymbolVariants { SymbolVariants(parts + ["slash"]) }

  /// Names say their forms in this order.
  func applied(to name: String) -> String {
    let known = name.split(separator: ".").map(String.init)
    let added = ["slash", "circle", "square", "rectangle", "fill"].filter { parts.contains($0) && !known.contains($0) }
    guard known.last == "fill", let last = added.last, last != "fill" else {
      return (known + added).joined(separator: ".")
    }
    return (known.dropLast() + added + ["fill"]).joined(separator: ".")
  }
}

extension View {
  /// - Parameter variant: Another form of symbols.
  /// - Returns: The view.
  public func symbolVariant(_ variant: SymbolVariants) -> some View { look { $0.symbolVariants = variant } }
  /// - Parameter mode: Symbols are drawn in one style here.
  /// - Returns: The view.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}
