// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// What the smallest places leave of a widget, as on iOS.
@Suite struct SmallPlaceTests {
  private func text(_ string: String, _ size: Double = 30) -> WidgetNode {
    .text(TextNode([TextRun(string, face: Typeface(size: size), paint: .ink(Ink(1, 0, 0)))]))
  }

  private func symbol(_ name: String) -> WidgetNode {
    .image(ImageNode(.symbol(name), paint: .ink(.black), face: Typeface(size: 30)))
  }

  private func list(_ root: WidgetNode, _ family: Family, _ size: Size, _ reasons: Reasons = []) -> DisplayList {
    var environment = WidgetEnvironment(family: family, size: size, now: 0)
    environment.reasons = reasons
    return WidgetLayout.list(of: RedactedTree(root, demanded: reasons), in: environment, TextFaces()).list
  }

  private func words(_ list: DisplayList) -> [String] {
    list.items.compactMap { item in
      switch item {
      case .text(let text, _): text.string
      case .symbol(let name, _, _, _): "symbol " + name
      default: nil
      }
    }
  }

  private let line = Size(234, 26)

  @Test func `The line beside a clock has the first picture and the first text, in one row`() throws {
    let inner = WidgetNode.stack(
      StackNode(.horizontal, .center, spacing: nil), [text("one"), symbol("leaf"), symbol("star")])
    let root = WidgetNode.stack(StackNode(.vertical, .center, spacing: nil), [inner, text("two")])
    let drawn = list(root, .accessoryInline, line)
    #expect(words(drawn) == ["symbol leaf", "one"])
    let sizes = drawn.items.compactMap { if case .text(let text, _) = $0 { text.runs[0].face.size } else { nil } }
    #expect(sizes.allSatisfy { $0 < 20 })
  }

  @Test func `Of several that may fit beside a clock the first that does is the line`() {
    let long = text(String(repeating: "long ", count: 30))
    let root = WidgetNode.fitting(horizontal: true, vertical: true, [long, text("short")])
    #expect(words(list(root, .accessoryInline, line)) == ["short"])
  }

  @Test func `What is hidden beside a clock is covered in the same way whatever it is`() {
    func drawn(_ secret: String) -> DisplayList {
      list(.modified(text(secret), .mark(.sensitive(true))), .accessoryInline, line, .privacy)
    }
    #expect(drawn("1") == drawn("4,821.37 and more") && words(drawn("1")).isEmpty)
    #expect(words(list(.modified(text("1"), .mark(.sensitive(true))), .accessoryInline, line)) == ["1"])
  }

  @Test(arguments: [(Family.systemSmall, false), (.accessoryRectangular, false), (.systemMedium, true)])
  func `A link is a place to tap from the medium size on`(family: Family, isPlace: Bool) {
    let root = WidgetNode.modified(text("a"), .link("bank://payments"))
    #expect(list(root, family, Size(158, 158)).regions.isEmpty != isPlace)
  }

  @Test(arguments: Family.allCases) func `Nothing is drawn beyond a widget's edge`(family: Family) {
    let items = list(text("a"), family, Size(72, 72)).items
    guard case .begin(.clip(_, let frame))? = items.first, case .end(.clip)? = items.last else {
      Issue.record("it is not clipped")
      return
    }
    #expect(frame == Rectangle(0, 0, 72, 72))
  }
}
