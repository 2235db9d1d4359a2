// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
public import UIKitDrawing
package import WidgetModel

/// An image of the bundle, of UIKit or of a symbol. Source: `SwiftUI.Image`.
public struct Image {

  /// The size of a symbol relative to the text beside it. Source: `SwiftUI.Image.Scale`.
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

  /// The way in which an image fills the size that it is offered. Source: `SwiftUI.Image.ResizingMode`.
  public enum ResizingMode: Sendable, Hashable { case stretch }

  /// The quality of an enlarged image. Source: `SwiftUI.Image.Interpolation`.
  public enum Interpolation: Sendable, Hashable { case none, low, medium, high }

  /// The choice between an image's own colours and the current style. Source: `SwiftUI.Image.TemplateRenderingMode`.
  public enum TemplateRenderingMode: Sendable, Hashable { case template, original }

  private enum Source {
    case symbol(String)
    case file(String, Bundle)
    case picture(light: NamedPicture.Content, dark: NamedPicture.Content?)
    case nothing
  }

  private let source: Source
  private var sizing = ImageNode.Sizing.natural
  private var rendering: TemplateRenderingMode?
  private var label: String?

  /// An image of a symbol.
  ///
  /// - Parameter systemName: A symbol's name.
  public init(systemName: String) { source = .symbol(systemName) }

  /// An image of a symbol, whose variable value changes nothing.
  ///
  /// - Parameters:
  ///   - systemName: A symbol's name.
  ///   - variableValue: The part of the symbol that is drawn strongly; it changes nothing.
  public init(systemName: String, variableValue: Double?) { source = .symbol(systemName) }

  /// An image of the bundle or its asset catalogues.
  ///
  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  public init(_ name: String, bundle: Bundle? = nil) { source = .file(name, bundle ?? .main) }

  /// An image of the bundle or its asset catalogues, with a label for screen readers.
  ///
  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  ///   - label: The text that is spoken for the image.
  @MainActor public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    source = .file(name, bundle ?? .main)
    self.label = label.runs(in: EnvironmentValues()).map(\.string).joined()
  }

  /// An image that screen readers ignore.
  ///
  /// - Parameters:
  ///   - name: A picture's name in the bundle.
  ///   - bundle: The bundle.
  public init(decorative name: String, bundle: Bundle? = nil) { source = .file(name, bundle ?? .main) }

  /// An image of an asset catalogue.
  ///
  /// - Parameter resource: A picture in the asset catalogues.
  public init(_ resource: ImageResource) { self.init(resource.name, bundle: resource.bundle) }

  /// An image of UIKit.
  ///
  /// - Parameter uiImage: The picture.
  public init(uiImage: UIImage) {
    source =
      switch uiImage.content {
      case .symbol(let name): .symbol(name)
      case .picture(let light, let dark): .picture(light: light, dark: dark)
      case .nothing: .nothing
      }
    rendering =
      switch uiImage.renderingMode {
      case .automatic: nil
      case .alwaysOriginal: .original
      case .alwaysTemplate: .template
      }
  }

  /// An image of a picture in pixels, with words for those who do not see it.
  public init(_ cgImage: CGImage, scale: CGFloat, label: Text) {
    self.init(uiImage: UIImage(cgImage: cgImage, scale: scale))
  }
  /// An image of a picture in pixels that says nothing.
  public init(decorative cgImage: CGImage, scale: CGFloat) {
    self.init(uiImage: UIImage(cgImage: cgImage, scale: scale))
  }

  /// Lets the image be drawn in any size that it is offered.
  ///
  /// - Parameter resizingMode: The way in which the image fills the size; it is stretched in any case.
  /// - Returns: The resizable image.
  public func resizable(resizingMode: ResizingMode = .stretch) -> Image {
    var image = self
    image.sizing = .resizable
    return image
  }

  /// Accepts how the image is interpolated; it is drawn smoothly in any case.
  ///
  /// - Parameter interpolation: The quality of the enlarged image.
  /// - Returns: The changed image.
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  /// Accepts whether edges are smooth; they are in any case.
  ///
  /// - Parameter isAntialiased: Whether edges are smooth.
  /// - Returns: The changed image.
  public func antialiased(_ isAntialiased: Bool) -> Image { self }
  /// Accepts how symbols are coloured; they are drawn in one colour in any case.
  ///
  /// - Parameter mode: The way in which the layers of symbols are coloured.
  /// - Returns: The changed image.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

  /// Sets whether the image is drawn in its own colours or in the current style.
  ///
  /// - Parameter renderingMode: The choice, or nil for the image's own.
  /// - Returns: The changed image.
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
      if let symbol = SymbolTemplate(name, weight: face.weight, in: bundle) {
        let drawing = symbol.drawing(beside: face.size)
        node = .image(ImageNode(.drawing(drawing.shapes, drawing.size), sizing: sizing, paint: foreground, face: face))
        break
      }
      guard let picture = NamedPicture(name, in: bundle) else {
        context.archive.note("there is no picture '\(name)' in the bundle that can be drawn: PNG and SVG files are")
        return []
      }
      let isTemplate = rendering.map { $0 == .template } ?? picture.isTemplate ?? false
      node = .image(
        image(picture.content(isDark: isDark(context)), isTemplate ? foreground : nil, face, name, context))
    case .nothing: node = sizing == .resizable ? .paint(.ink(.clear)) : .empty
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

/// The name of an image of an asset catalogue. Source: `DeveloperToolsSupport.ImageResource`.
public struct ImageResource: Hashable, Sendable {
  let name: String
  let bundle: Bundle
  /// An image of an asset catalogue, by its name and bundle.
  public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}

extension UIImage {
  /// An image of an asset catalogue.
  ///
  /// - Parameter resource: An image in the asset catalogues.
  public convenience init(resource: ImageResource) { self.init(resource: resource.name, in: resource.bundle) }
}

extension Image: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension View {
  /// Sets the size of symbols relative to texts.
  ///
  /// - Parameter scale: The size relative to the text beside the symbol.
  /// - Returns: The changed view.
  public func imageScale(_ scale: Image.Scale) -> some View {
    EnvironmentChange(content: self) { $0.look.imageScale = scale }
  }
}

/// The way in which the layers of a symbol are coloured. Source: `SwiftUI.SymbolRenderingMode`. The symbols here have one
/// layer, which is drawn in the first style.
public struct SymbolRenderingMode: Hashable, Sendable {
  private let number: Int
  /// The mode that draws symbols in one colour. Source: `SwiftUI`, `monochrome`.
  public static let monochrome = SymbolRenderingMode(number: 0)
  /// The mode that draws symbols in colours of their own. Source: `SwiftUI`, `multicolor`.
  public static let multicolor = SymbolRenderingMode(number: 1)
  /// The mode that draws symbols in one colour of several opacities. Source: `SwiftUI`, `hierarchical`.
  public static let hierarchical = SymbolRenderingMode(number: 2)
  /// The mode that draws symbols in several given styles. Source: `SwiftUI`, `palette`.
  public static let palette = SymbolRenderingMode(number: 3)
}

/// The variants of a symbol. Source: `SwiftUI.SymbolVariants`.
public struct SymbolVariants: Hashable, Sendable {
  private var parts: [String] = []
  private init(_ parts: [String]) { self.parts = parts }
  /// The symbol without a variant.
  public static let none = SymbolVariants([])
  /// The variant within a circle.
  public static let circle = SymbolVariants(["circle"])
  /// The variant within a square.
  public static let square = SymbolVariants(["square"])
  /// The variant within a rectangle.
  public static let rectangle = SymbolVariants(["rectangle"])
  /// The filled variant.
  public static let fill = SymbolVariants(["fill"])
  /// The variant with a line through it.
  public static let slash = SymbolVariants(["slash"])
  /// Adds the variant within a circle.
  public var circle: SymbolVariants { SymbolVariants(parts + ["circle"]) }
  /// Adds the variant within a square.
  public var square: SymbolVariants { SymbolVariants(parts + ["square"]) }
  /// Adds the filled variant.
  public var fill: SymbolVariants { SymbolVariants(parts + ["fill"]) }
  /// Adds the variant with a line through it.
  public var slash: SymbolVariants { SymbolVariants(parts + ["slash"]) }

  /// The name of a symbol's variant. Names list their variants in this order.
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
  /// Sets the variant of symbols.
  ///
  /// - Parameter variant: The variant.
  /// - Returns: The changed view.
  public func symbolVariant(_ variant: SymbolVariants) -> some View { look { $0.symbolVariants = variant } }
  /// Accepts how symbols are coloured; they are drawn in one colour in any case.
  ///
  /// - Parameter mode: The way in which the layers of symbols are coloured.
  /// - Returns: The view as it is.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}
