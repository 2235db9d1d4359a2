// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
import WidgetModel

/// An image of a PNG file, an SVG file or a symbol. Source: `UIKit.UIImage`, in the measure that widgets use.
///
/// Other kinds of files are not drawn here: of them there is no `UIImage`. Unchecked because nothing changes once the object
/// is made.
public final class UIImage: NSObject, @unchecked Sendable {
  package enum Content {
    case symbol(String)
    case picture(light: NamedPicture.Content, dark: NamedPicture.Content?)
    case nothing
  }

  /// The choice between an image's own colours and the tint colour. Source: `UIKit.UIImage.RenderingMode`.
  public enum RenderingMode: Int, Sendable { case automatic = 0, alwaysOriginal, alwaysTemplate }

  package let content: Content
  /// The number of pixels of the file for each point.
  public let scale: CGFloat
  /// The choice between the image's own colours and the tint colour.
  public let renderingMode: RenderingMode

  private init(_ content: Content, scale: CGFloat = 1, _ renderingMode: RenderingMode = .automatic) {
    (self.content, self.scale, self.renderingMode) = (content, scale, renderingMode)
  }

  /// An image without a size, of which nothing is drawn. Source: `UIKit`, `UIImage.init()`.
  public override convenience init() { self.init(.nothing) }

  /// An image of the app by its name; nil if the app has none of that name.
  ///
  /// - Parameter name: The name of a file or of an image in the app's catalog.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }
  /// An image of a bundle by its name; nil if the bundle has none of that name.
  ///
  /// - Parameters:
  ///   - name: The name of a file or of an image in the catalog.
  ///   - bundle: The bundle that has it; the app's, unless given.
  public convenience init?(named name: String, in bundle: Bundle?) {
    guard let picture = NamedPicture(name, in: bundle ?? .main) else { return nil }
    self.init(picture)
  }
  /// An image of a catalog by its name: a square with a question where there is none that can be drawn, and it is said.
  package convenience init(resource name: String, in bundle: Bundle) {
    guard let picture = NamedPicture(name, in: bundle) else {
      BundleRemarks.say("there is no picture '\(name)' in the bundle that can be drawn: PNG and SVG files are")
      self.init(.symbol("questionmark.square"))
      return
    }
    self.init(picture)
  }

  private convenience init(_ picture: NamedPicture) {
    var scale = 1.0
    if case .png(_, let own) = picture.light { scale = own }
    self.init(
      .picture(light: picture.light, dark: picture.dark), scale: CGFloat(scale),
      picture.isTemplate.map { $0 ? .alwaysTemplate : .alwaysOriginal } ?? .automatic)
  }
  /// An image of a symbol.
  ///
  /// - Parameter name: The name of the symbol.
  public convenience init?(systemName name: String) { self.init(.symbol(name)) }
  /// An image of a file's bytes, with one pixel for each point; nil if they are no PNG or SVG file.
  ///
  /// - Parameter data: The bytes of a PNG or SVG file.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }
  /// An image of a file's bytes; nil if they are no PNG or SVG file.
  ///
  /// - Parameters:
  ///   - data: The bytes of a PNG or SVG file.
  ///   - scale: The number of pixels for each point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard scale > 0, let content = NamedPicture.content(of: data, scale: Double(scale)) else { return nil }
    self.init(.picture(light: content, dark: nil), scale: scale)
  }
  /// An image of a PNG file that was read before.
  convenience init(png data: Data, scale: CGFloat) {
    let scale = scale > 0 ? scale : 1
    let content = NamedPicture.content(of: data, scale: Double(scale))
    self.init(content.map { .picture(light: $0, dark: nil) } ?? .nothing, scale: scale)
  }
  /// An image of a file; nil if it cannot be read or is no PNG or SVG file.
  ///
  /// - Parameter path: The path of the file.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// The size in points; symbols are as large as the text that they stand in.
  public var size: CGSize {
    if case .nothing = content { return .zero }
    guard case .picture(let content, _) = content, let size = NamedPicture.size(of: content) else {
      return CGSize(width: 17, height: 17)
    }
    return CGSize(width: size.width, height: size.height)
  }

  /// The image with another rendering mode.
  ///
  /// - Parameter renderingMode: The choice between its own colours and the tint colour.
  /// - Returns: The image with that mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(content, scale: scale, renderingMode)
  }

  /// The bytes of the file if it is a PNG file, and nil otherwise.
  public func pngData() -> Data? {
    if case .picture(.png(let bytes, _), _) = content { Data(bytes) } else { nil }
  }
}
