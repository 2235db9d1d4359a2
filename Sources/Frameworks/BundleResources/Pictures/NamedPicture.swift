// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import WidgetModel

/// A picture of a bundle, in the finest form that it has there.
package struct NamedPicture {
  /// The contents of a picture.
  package enum Content {
    case png([UInt8], scale: Double)
    case drawing(SVGDrawing)
  }

  package let light: Content
  package let dark: Content?
  /// Whether the catalogue wants the picture drawn in the foreground's colour; nil where it says nothing.
  package let isTemplate: Bool?

  /// A file of this name in the bundle, else an asset; nil where there is none, or in no form that can be drawn.
  package init?(_ name: String, in bundle: Bundle) {
    if let content = Self.loose(name, bundle) {
      (light, dark, isTemplate) = (content, nil, nil)
    } else if let folder = AssetCatalogue.of(bundle).folder(name, .image),
      let set = AssetCatalogue.contents(folder, as: ImageSet.self)
    {
      let used = set.images.filter { AssetAppearance.isUsed($0.appearances) }
      let dark = Self.content(of: used.filter { AssetAppearance.isDark($0.appearances) }, folder)
      guard let light = Self.content(of: used.filter { !AssetAppearance.isDark($0.appearances) }, folder) ?? dark else {
        return nil
      }
      (self.light, self.dark) = (light, dark)
      isTemplate = set.properties?.intent.map { $0 == "template" }
    } else {
      return nil
    }
  }

  package func content(isDark: Bool) -> Content { isDark ? dark ?? light : light }

  /// The size of a picture in points.
  package static func size(of content: Content) -> Size? {
    switch content {
    case .drawing(let drawing): drawing.size
    case .png(let bytes, let scale): PNGHeader(bytes).map { Size($0.width / scale, $0.height / scale) }
    }
  }

  private static func loose(_ name: String, _ bundle: Bundle) -> Content? {
    let plain = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
    for (suffix, scale) in [("@3x", 3.0), ("@2x", 2), ("", 1)] {
      if let path = bundle.path(forResource: plain + suffix, ofType: "png"),
        let content = content(atPath: path, scale: scale)
      {
        return content
      }
    }
    return bundle.path(forResource: name, ofType: "svg").flatMap { content(atPath: $0, scale: 1) }
  }

  /// Drawings keep their edges at every size; of pictures the finest.
  private static func content(of images: [ImageSet.Entry], _ folder: URL) -> Content? {
    let own = images.filter { ["universal", "iphone"].contains($0.idiom ?? "universal") }
    let sorted = (own.isEmpty ? images : own).sorted { $0.order > $1.order }
    return sorted.lazy.compactMap { image in
      image.filename.flatMap { content(atPath: folder.appending(path: $0).path, scale: image.factor) }
    }.first
  }

  private static func content(atPath path: String, scale: Double) -> Content? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return content(of: data, scale: scale)
  }

  package static func content(of data: Data, scale: Double) -> Content? {
    if PNGHeader(data) != nil { return .png(Array(data), scale: scale) }
    return SVGDrawing(data).map { .drawing($0) }
  }

  private struct ImageSet: Decodable {
    struct Entry: Decodable {
      let filename: String?
      let idiom: String?
      let scale: String?
      let appearances: [AssetAppearance]?
      var factor: Double { scale.flatMap { Double($0.dropLast()) } ?? 1 }
      var order: Double { filename?.hasSuffix(".svg") == true ? 100 : factor }
    }
    struct Properties: Decodable {
      let intent: String?
      enum CodingKeys: String, CodingKey { case intent = "template-rendering-intent" }
    }
    let images: [Entry]
    let properties: Properties?
  }
}

/// The size that a PNG file says it has. Source: PNG, third edition, section 11.2.1.
struct PNGHeader {
  let width: Double
  let height: Double

  init?(_ bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(24))
    guard head.count == 24, head[..<8] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return nil }
    func number(_ start: Int) -> Double { Double(head[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) }
    (width, height) = (number(16), number(20))
    guard width > 0, height > 0 else { return nil }
  }
}
