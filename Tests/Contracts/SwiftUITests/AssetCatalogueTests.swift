// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftUI
import TemporaryFolder
import Testing
import UIKitDrawing
import WidgetModel

/// Colours and pictures by their names, as they lie in a project's asset catalogues.
@MainActor @Suite struct AssetCatalogueTests {
  private func described<V: View>(_ view: V, isDark: Bool = false) -> String {
    var environment = EnvironmentValues()
    environment.colorScheme = isDark ? .dark : .light
    return "\(ViewContext(environment, ViewArchive()).node(of: view))"
  }

  /// The first 24 bytes of a PNG file that is so large.
  private func png(_ width: UInt8, _ height: UInt8) -> Data {
    Data([
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0, 0,
      height,
    ])
  }

  private let colors = """
    {"info": {"author": "xcode", "version": 1}, "colors": [
      {"idiom": "universal", "color": {"color-space": "srgb",
        "components": {"red": "0xFF", "green": "0.500", "blue": "51", "alpha": "1.000"}}},
      {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
        "color": {"platform": "ios", "reference": "systemGray5Color"}},
      {"idiom": "universal", "appearances": [{"appearance": "contrast", "value": "high"}],
        "color": {"components": {"white": "0", "alpha": "1"}}}]}
    """

  private func withCatalogue(_ body: (Bundle) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let files: [String: Data] = [
        "Assets.xcassets/Contents.json": Data("{}".utf8),
        "Assets.xcassets/Accent.colorset/Contents.json": Data(colors.utf8),
        "Assets.xcassets/Day/Contents.json": Data("{\"properties\": {\"provides-namespace\": true}}".utf8),
        "Assets.xcassets/Day/Sky.colorset/Contents.json": Data(colors.utf8),
        "Assets.xcassets/Icons/Logo.imageset/Contents.json": Data(
          """
          {"images": [{"idiom": "universal", "scale": "1x", "filename": "a.png"},
            {"idiom": "universal", "scale": "2x", "filename": "b.png"}, {"idiom": "universal", "scale": "3x"},
            {"idiom": "universal", "filename": "night.svg",
              "appearances": [{"appearance": "luminosity", "value": "dark"}]}],
            "properties": {"template-rendering-intent": "template"}}
          """.utf8),
        "Assets.xcassets/Icons/Logo.imageset/a.png": png(10, 20),
        "Assets.xcassets/Icons/Logo.imageset/b.png": png(20, 40),
        "Assets.xcassets/Icons/Logo.imageset/night.svg": Data(
          "<svg width=\"7\" height=\"9\"><rect width=\"7\" height=\"9\" fill=\"red\"/></svg>".utf8),
        "loose@3x.png": png(30, 30),
      ]
      for (name, content) in files {
        let file = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
      }
      try body(#require(Bundle(path: folder)))
    }
  }

  @Test func `Colours have their light and dark values, however Xcode writes them`() throws {
    try withCatalogue { bundle in
      let own = Color(red: 1, green: 0.5, blue: 0.2)
      #expect(described(Color("Accent", bundle: bundle)) == described(own))
      #expect(described(Color("Accent", bundle: bundle), isDark: true) == described(Color(.systemGray5), isDark: true))
      #expect(described(Color("Day/Sky", bundle: bundle)) == described(own))
      #expect(described(Color(ColorResource(name: "Accent", bundle: bundle))) == described(own))
      #expect(UIColor(named: "Accent", in: bundle) == UIColor(Color("Accent", bundle: bundle)))
      for name in ["Sky", "Logo", "none"] {
        #expect(described(Color(name, bundle: bundle)) == described(Color.clear))
        #expect(UIColor(named: name, in: bundle) == nil)
      }
    }
  }

  @Test func `Pictures are the finest that there is, of the look that the platform has`() throws {
    try withCatalogue { bundle in
      let image = described(Image("Logo", bundle: bundle))
      #expect(image == described(Image(ImageResource(name: "Logo", bundle: bundle))))
      #expect(image.contains("scale: 2.0"))
      // A template is drawn in the foreground's colour.
      #expect(image != described(Image("Logo", bundle: bundle).renderingMode(.original)))
      #expect(image != described(Image("Logo", bundle: bundle).foregroundStyle(.red)))
      #expect(described(Image("Logo", bundle: bundle), isDark: true).contains("drawing"))
      #expect(UIImage(named: "Logo", in: bundle)?.size == CGSize(width: 10, height: 20))
      #expect(UIImage(named: "loose", in: bundle)?.size == CGSize(width: 10, height: 10))
      #expect(UIImage(named: "Accent", in: bundle) == nil && UIImage(data: Data("JFIF".utf8)) == nil)
      let loose = try #require(UIImage(named: "loose", in: bundle))
      #expect(described(Image(uiImage: loose)).contains("scale: 3.0") && loose.pngData() == png(30, 30))
    }
  }

  private let template = """
    <svg width="3300" height="2200"><g id="Notes"><rect id="artboard" width="3300" height="2200" style="fill:white"/></g>
    <g id="Guides"><path id="Capline-S" d="M263 600 L3036 600"/><line id="Baseline-S" x1="263" y1="672" x2="3036" y2="672"/>
    <line id="left-margin-Regular-S" x1="1000" x2="1000" y1="500" y2="700"/>
    <line id="right-margin-Regular-S" x1="1100" x2="1100" y1="500" y2="700"/></g>
    <g id="Symbols"><g id="Black-S" transform="matrix(1 0 0 1 2000 672)"><path d="M0 0L90 0L90 -90Z"/></g>
    <g id="Regular-S" transform="matrix(1 0 0 1 1000 672)"><path d="M10 8L90 8L90 -92L10 -92Z"/></g></g></svg>
    """

  private func image(_ font: Font, _ bundle: Bundle) throws -> ImageNode {
    let view = Image("bread", bundle: bundle).font(font).foregroundStyle(.red)
    guard case .image(let node) = ViewContext(EnvironmentValues(), ViewArchive()).node(of: view) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return node
  }

  @Test func `A symbol of a catalogue is as large as the letters beside it, in their colour and weight`() throws {
    try withTemporaryFolder { folder in
      let set = URL(filePath: folder).appending(path: "Assets.xcassets/bread.symbolset")
      try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
      try Data("{\"symbols\": [{\"idiom\": \"universal\", \"filename\": \"bread.svg\"}]}".utf8)
        .write(to: set.appending(path: "Contents.json"))
      try Data(template.utf8).write(to: set.appending(path: "bread.svg"))
      let bundle = try #require(Bundle(path: folder))
      let node = try image(.system(size: 50), bundle)
      guard case .drawing(let shapes, let size) = node.source, case .path(let steps)? = shapes.first?.outline else {
        Issue.record("\(node)")
        return
      }
      // Capital letters of 50 points are 36 high, as the template's 72.
      #expect(shapes.count == 1 && abs(size.width - 50) < 0.01 && abs(size.height - 50) < 0.01)
      #expect(steps.first == .move(Point(5, 50)) && node.paint != nil)
      #expect(try "\(image(.system(size: 50, weight: .black), bundle))" != "\(node)")
    }
  }
}
