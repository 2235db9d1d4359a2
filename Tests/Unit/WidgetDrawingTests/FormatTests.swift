// SPDX-License-Identifier: Apache-2.0
import Drawing
import Foundation
import Glibc
import TerminalText
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// One display list in every form.
@Suite struct FormatTests {
  private let environment = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)

  private func list(_ string: String, link: String? = nil) -> DisplayList {
    let text = WidgetNode.text(
      TextNode([TextRun(string, face: Typeface(size: 15), paint: .ink(.black))], lineLimit: 1))
    let tree = RedactedTree(text, link: link, demanded: [])
    return WidgetLayout.list(of: tree, in: environment, TextFaces()).list
  }

  private func svg(_ list: DisplayList) -> String {
    String(decoding: SVGRenderer.document(list, TextFaces(), in: environment), as: UTF8.self)
  }

  @Test func `SVG has the text as text, and no character of it ends it`() {
    #expect(svg(list("Balance")).contains(">Balance</text>"))
    let svg = svg(list("</text><script>\"&'"))
    #expect(!svg.contains("<script>") && svg.contains("&lt;script&gt;"))
  }

  @Test(arguments: ["javascript:alert(1)", "javascript://%0aalert(1)", "data:text/html,x", "JavaScript://x", "//host"])
  func `A link that runs something is none`(link: String) { #expect(!svg(list("a", link: link)).contains("href")) }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")))
  func `Emoji are drawn in their colours`() {
    let canvas = PictureRenderer.canvas(list("\u{1F600}"), scale: 2, TextFaces(), in: environment)
    var colours = 0
    canvas.withPixels { pixels, row in
      for y in 0..<canvas.height {
        for x in 0..<canvas.width {
          let (blue, red) = (Int(pixels[y * row + x * 4]), Int(pixels[y * row + x * 4 + 2]))
          if red - blue > 100 { colours += 1 }
        }
      }
    }
    #expect(colours > 50)
  }

  @Test func `In SVG what is turned, moved or clipped takes its link along`() throws {
    let link = WidgetNode.modified(.paint(.ink(.black)), .link("bank://turned"))
    let small = WidgetNode.modified(link, .frame(width: 40, height: 20, .center))
    let turned = WidgetNode.modified(.modified(small, .rotation(30, UnitPlace(0.5, 0.5))), .clip(.circle))
    let environment = WidgetEnvironment(family: .systemMedium, size: Size(158, 158), now: 0)
    let tree = RedactedTree(turned, link: "bank://all", demanded: [])
    let faces = TextFaces()
    let list = WidgetLayout.list(of: tree, in: environment, faces).list
    let svg = String(decoding: SVGRenderer.document(list, faces, in: environment), as: UTF8.self)
    let order = ["clip-path=", "<a href=\"bank://all\">", "rotate(30)", "<a href=\"bank://turned\">", "</a>", "</a>"]
    var rest = svg[...]
    for part in order {
      let found = try #require(rest.range(of: part), "\(part) in \(svg)")
      rest = rest[found.upperBound...]
    }
    #expect(svg.components(separatedBy: "<a ").count == svg.components(separatedBy: "</a>").count)
  }

  @Test func `A link of an app is one`() {
    #expect(
      svg(list("a", link: "bank://accounts?a=1&b=\"2\"")).contains(
        "<a href=\"bank://accounts?a=1&amp;b=&quot;2&quot;\">"))
  }

  @Test func `The display list is text that can be read`() {
    let lines = list("Balance", link: "bank://a").text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "widget 158 x 158")
    #expect(lines[1] == "  clip container [0 0 158 158]")
    #expect(lines[2] == "    rectangle [0 0 158 158] fill #FFFFFF")
    #expect(lines[3].hasPrefix("    text [") && lines[3].hasSuffix("\"Balance\" 15/400 #000000"))
    #expect(lines[4] == "tap link \"bank://a\" [0 0 158 158]")
    #expect(lines[5].hasPrefix("say \"Balance\" "))
  }

  @Test func `A terminal shows texts as letters, and does nothing that an extension writes`() {
    let blocks = TerminalPicture.bytes(.blocks, list("Bal\u{1B}[2Jance"), TextFaces(), in: environment, scale: 1)
    let text = String(decoding: blocks, as: UTF8.self)
    #expect(!text.contains("\u{1B}[2J"))
    #expect(text.split(separator: "\n").count == 18)
    let kitty = TerminalPicture.bytes(.kitty, list("a"), TextFaces(), in: environment, scale: 1)
    #expect(kitty.starts(with: "\u{1B}_Gf=100,a=T".utf8))
    let sixel = TerminalPicture.bytes(.sixel, list("a"), TextFaces(), in: environment, scale: 1)
    #expect(sixel.starts(with: "\u{1B}P0;1q".utf8) && sixel.suffix(3) == [0x1B, 0x5C, 10])
    #expect(TerminalPicture.form { $0 == "TERM" ? "xterm-kitty" : nil } == .kitty)
    #expect(TerminalPicture.form { $0 == "TERM" ? "foot" : nil } == .sixel)
    #expect(TerminalPicture.form { _ in nil } == .blocks)
  }

  @Test func `In no form does an extension's text steer a terminal`() {
    let steering = "a\u{9B}2J\u{202E}b\u{2066}c\u{2028}\u{7F}"
    let text = list(steering, link: "bank://\(steering)")
    let symbol = WidgetNode.image(ImageNode(.symbol(steering), paint: nil, face: Typeface(size: 15)))
    let drawn = WidgetLayout.list(of: RedactedTree(symbol, demanded: []), in: environment, TextFaces()).list
    for list in [text, drawn] {
      let forms = [
        Array(list.text.utf8), SVGRenderer.document(list, TextFaces(), in: environment),
        HTMLFragment.bytes(list, TextFaces(), in: environment),
        TerminalPicture.bytes(.blocks, list, TextFaces(), in: environment, scale: 1),
      ]
      for form in forms {
        let harm = String(decoding: form, as: UTF8.self).unicodeScalars.filter {
          $0.value > 0x7E && $0.steersTerminals
        }
        #expect(harm.isEmpty)
      }
    }
    #expect(text.text.contains("a\\u{009B}2J\\u{202E}b"))
    // A page shows what was written.
    #expect(svg(text).contains("&#8238;"))
  }

  @Test func `Where anything is hidden no form has an address`() {
    let address = "app://open?secret=4821"
    let text = WidgetNode.text(TextNode([TextRun("a", face: Typeface(size: 15), paint: .ink(.black))]))
    let linked = WidgetNode.modified(text, .link(address))
    let root = WidgetNode.stack(
      StackNode(.vertical, .center, spacing: nil), [linked, .modified(linked, .mark(.sensitive(true)))])
    func forms(_ reasons: Reasons) -> [String] {
      let tree = RedactedTree(root, background: linked, link: address, demanded: reasons)
      let list = WidgetLayout.list(of: tree, in: environment, TextFaces()).list
      #expect(list.tapPlaces.isEmpty == !reasons.isEmpty && list.regions.isEmpty == !reasons.isEmpty)
      let bytes = [
        Array(list.text.utf8), SVGRenderer.document(list, TextFaces(), in: environment),
        HTMLFragment.bytes(list, TextFaces(), in: environment),
      ]
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
    for form in forms([]) { #expect(form.contains(address)) }
    for reasons in [Reasons.privacy, .placeholder] {
      for form in forms(reasons) { #expect(!form.contains("app:") && !form.contains("<a ")) }
    }
  }

  @Test func `A tree that asks for sizes again and again is laid out in a moment`() {
    var node = WidgetNode.spacer(minimum: nil)
    for depth in 0..<90 {
      let axis: StackNode.Axis = depth % 2 == 0 ? .horizontal : .vertical
      node = .stack(StackNode(axis, .center, spacing: 0.1), [node, .paint(.ink(.black)), .spacer(minimum: 1)])
    }
    // The thread's own time: how busy the machine is does not count.
    var (begun, ended) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun)
    _ = WidgetLayout.list(of: RedactedTree(node, demanded: []), in: environment, TextFaces())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended)
    #expect(ended.tv_sec - begun.tv_sec < 10)
  }
}
