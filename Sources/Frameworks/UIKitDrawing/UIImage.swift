// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
import WidgetModel

/// A picture: a PNG or SVG file, or a symbol. Source: `UIKit.UIImage`, in the measure that widgets use.
///
/// Other kinds of files are not drawn here: of them there is no `UIImage`. Unchecked because nothing changes once the object
/// is made.
public final class UIImage: NSObject, @unchecked Sendable {
  package enum Content {
    case symbol(String)
    case picture(light: NamedPicture.Content, dark: NamedPicture.Content?)
  }

  /// Whether its colours are drawn. Source: `UIKit.UIImage.RenderingMode`.
  public enum RenderingMode: Int, Sendable { case automatic = 0, alwaysOriginal, alwaysTemplate }

  package let content: Content
  /// Pixels of the file for each point.
  public let scale: CGFloat
  /// Whether its colours are drawn.
  public let renderingMode: RenderingMode

  private init(_ content: Content, scale: CGFloat = 1, _ renderingMode: RenderingMode = .automatic) {
    (self.content, self.scale, self.renderingMode) = (content, scale, renderingMode)
  }

  /// - Parameter name: Of a file or an asset of the app.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }
  /// - Parameters:
  ///   - name: Of a file or an asset.
  ///   - bundle: Where it is; the app's, unless given.
  public convenience init?(named name: String, in bundle: Bundle?) {
    guard let picture = NamedPicture(name, in: bundle ?? .main) else { return nil }
    var scale = 1.0
    if case .png(_, let own) = picture.light { scale = own }
    self.init(
      .picture(light: picture.light, dark: picture.dark), scale: CGFloat(scale),
      picture.isTemplate.map { $0 ? .alwaysTemplate : .alwaysOriginal } ?? .automatic)
  }
  /// - Parameter name: A symbol's.
  public convenience init?(systemName name: String) { self.init(.symbol(name)) }
  /// - Parameter data: A PNG or SVG file.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }
  /// - Parameters:
  ///   - data: A PNG or SVG file.
  ///   - scale: Pixels for each point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard scale > 0, let content = NamedPicture.content(of: data, scale: Double(scale)) else { return nil }
    self.init(.picture(light: content, dark: nil), scale: scale)
  }
  /// - Parameter path: Of a PNG or SVG file.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// In points; symbols are as large as the text that they stand in.
  public var size: CGSize {
    guard case .picture(let content, _) = content, let size = NamedPicture.size(of: content) else {
      return CGSize(width: 17, height: 17)
    }
    return CGSize(width: size.width, height: size.height)
  }

  /// - Parameter renderingMode: Whether its colours are drawn.
  /// - Returns: The picture.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(content, scale: scale, renderingMode)
  }

  /// The file, where it is a PNG file.
  public func pngData() -> Data? {
    if case .picture(.png(let bytes, _), _) = content { Data(bytes) } else { nil }
  }
}
