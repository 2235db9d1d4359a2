// SPDX-License-Identifier: Apache-2.0
import BundleResources
import Foundation
import Testing
import WidgetModel

/// SVG files as shapes.
@Suite struct SVGDrawingTests {
  private func drawing(_ text: String) -> SVGDrawing? { SVGDrawing(Data(text.utf8)) }

  @Test func `Shapes in groups take their colours and places from outside`() throws {
    let found = try #require(
      drawing(
        """
        <?xml version="1.0"?><!-- a > b --><svg viewBox="0 0 10 10" width="20px" height="20px">
        <g fill="#f00" transform="translate(1 1)"><rect width="2" height="3"/><circle r="1" style="fill:none;stroke:blue"/></g>
        <polygon points="0,0 1,0 1,1"/></svg>
        """))
    #expect(found.size == Size(20, 20) && found.shapes.count == 3)
    #expect(found.shapes[0].fill == .ink(Ink(1, 0, 0)))
    #expect(
      found.shapes[0].outline
        == .path([
          .move(Point(2, 2)), .line(Point(6, 2)), .line(Point(6, 8)), .line(Point(2, 8)), .close,
        ]))
    #expect(found.shapes[1].fill == nil && found.shapes[1].stroke?.paint == .ink(Ink(0, 0, 1)))
    #expect(found.shapes[1].stroke?.width == 2)
    #expect(found.shapes[2].fill == .ink(.black))
  }

  @Test func `Every command of a path is drawn, in both spellings`() {
    #expect(
      SVGPath.steps("M1 2l3-4h5V6z") == [
        .move(Point(1, 2)), .line(Point(4, -2)), .line(Point(9, -2)), .line(Point(9, 6)), .close,
      ])
    #expect(SVGPath.steps("M0,0 1 1").last == .line(Point(1, 1)))
    #expect(SVGPath.steps("m.5.5c1 0 1 0 2 2s1 1 2 2").count == 3)
    #expect(SVGPath.steps("M0 0Q1 1 2 0T4 0").count == 3)
    // A half circle of two parts, with flags that touch.
    let arc = SVGPath.steps("M0 0a5 5 0 0110 0")
    guard case .curve(_, _, let end)? = arc.last else {
      Issue.record("no arc")
      return
    }
    #expect(arc.count == 3 && end == Point(10, 0))
  }

  @Test func `What is no drawing is none, and what is not drawn is said`() {
    for text in ["", "<html/>", "<svg viewBox='0 0 -1 4'", "no"] { #expect(drawing(text) == nil) }
    #expect(drawing("<svg viewBox='0 0 4 4'><text>a</text><path d='M0'/></svg>")?.unknown == ["text"])
    let deep = "<svg viewBox='0 0 4 4'>" + String(repeating: "<g>", count: 20_000)
    #expect(drawing(deep)?.shapes.isEmpty == true)
  }
}
