// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import WidgetModel

/// A colour in light and in dark looks.
package struct NamedColor: Sendable, Hashable {
  package var light: Ink
  package var dark: Ink

  package init(_ light: Ink, dark: Ink? = nil) { (self.light, self.dark) = (light, dark ?? light) }

  /// A colour of the bundle's catalogues; nil where there is none of this name.
  package init?(named name: String, in bundle: Bundle) {
    guard let folder = AssetCatalogue.of(bundle).folder(name, .color),
      let variants = AssetCatalogue.contents(folder, as: ColorSet.self)?.colors.filter(\.isUsed)
    else { return nil }
    let own = variants.filter { $0.idiom == "iphone" } + variants.filter { $0.idiom == "universal" } + variants
    let light = own.first { !AssetAppearance.isDark($0.appearances) && $0.color != nil }?.color?.color
    let dark = own.first { AssetAppearance.isDark($0.appearances) && $0.color != nil }?.color?.color
    guard let first = light ?? dark else { return nil }
    self.init(first.light, dark: dark?.dark ?? first.dark)
  }

  private struct ColorSet: Decodable { let colors: [Variant] }

  private struct Variant: Decodable {
    let idiom: String?
    let appearances: [AssetAppearance]?
    let color: Value?
    var isUsed: Bool { AssetAppearance.isUsed(appearances) }
  }

  private struct Value: Decodable {
    let components: [String: String]?
    /// The name of a system colour.
    let reference: String?

    var color: NamedColor? {
      if let reference { return SystemColors.color(reference) }
      guard let components else { return nil }
      func part(_ name: String) -> Double? { components[name].flatMap(Self.number) }
      let white = part("white")
      guard let red = part("red") ?? white, let green = part("green") ?? white, let blue = part("blue") ?? white else {
        return nil
      }
      return NamedColor(Ink(red, green, blue, components["alpha"].flatMap(Self.opacity) ?? 1))
    }

    /// The opacity as Xcode writes it, `1.000`, and as people do: `1` is whole.
    private static func opacity(_ text: String) -> Double? { text == "1" ? 1 : number(text) }

    /// The value of a component as Xcode writes it: `0xFF`, `255` or `1.000`.
    private static func number(_ text: String) -> Double? {
      let value =
        if text.hasPrefix("0x") {
          Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
        } else if text.contains(".") { Double(text) } else { Double(text).map { $0 / 255 } }
      return value.map { min(max($0, 0), 1) }
    }
  }
}
