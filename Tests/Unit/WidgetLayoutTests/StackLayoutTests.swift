// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

@testable import WidgetLayout

/// Places that views get, as SwiftUI gives them.
@Suite struct StackLayoutTests {
  /// Each character is ten wide at 12 points, and twenty high at any size.
  private struct Squares: TextMeasuring {
    func measure(_ text: TextNode, width: Double?) -> (extent: Extent, lines: Int, isCut: Bool) {
      let whole = text.runs.map { Double($0.string.count) * 10 * $0.face.size / 12 }.reduce(0, +)
      guard let width, width < whole else { return (Extent(whole, 20), 1, false) }
      let wanted = Int((whole / max(width, 10)).rounded(.up))
      let lines = min(wanted, text.lineLimit ?? wanted)
      return (Extent(width, Double(lines) * 20), lines, lines < wanted)
    }

    func symbolSize(_ name: String, _ face: Typeface) -> Size { Size(10, 10) }
  }

  private func text(_ string: String) -> WidgetNode {
    .text(TextNode([TextRun(string, face: Typeface(size: 12), paint: .ink(.black))]))
  }

  private func stack(
    _ axis: StackNode.Axis, spacing: Double?, _ children: [WidgetNode], width: Double = 100, height: Double = 100
  ) -> StackLayout {
    StackLayout(
      StackNode(axis, .center, spacing: spacing), children.map { LayoutItem($0, along: axis) },
      Proposal(Size(width, height)), Squares())
  }

  @Test func `A spacer takes what the others leave`() {
    let row = stack(.horizontal, spacing: 0, [text("ab"), .spacer(minimum: nil), text("c")])
    #expect(row.origins.map(\.x) == [0, 20, 90])
    #expect(row.extents.map(\.width) == [20, 70, 10] && row.extent.width == 100)
  }

  @Test func `A spacer has a length along its stack alone, with a priority too`() {
    let spacer = WidgetNode.modified(.spacer(minimum: nil), .priority(0))
    let row = stack(.horizontal, spacing: nil, [text("ab"), spacer, text("c")])
    #expect(row.extents.map(\.width) == [20, 70, 10] && row.extent.height == 20)
    let column = stack(.vertical, spacing: nil, [.modified(spacer, .opacity(0.5)), text("c")])
    #expect(column.extents.map(\.height) == [72, 20] && column.extent.width == 10)
  }

  @Test func `Lines of text stand closer than other things`() {
    let column = stack(.vertical, spacing: nil, [text("a"), text("b"), .paint(.ink(.black))])
    #expect(column.origins.map(\.y) == [0, 24, 52])
    #expect(stack(.vertical, spacing: 1, [text("a"), text("b")]).origins.map(\.y) == [0, 21])
  }

  @Test func `What has no size of its own shares the room`() {
    let row = stack(.horizontal, spacing: 0, [.paint(.ink(.black)), text("ab"), .paint(.ink(.black))])
    #expect(row.extents.map(\.width) == [40, 20, 40])
  }

  @Test func `Where there is no room nothing is wider than nothing`() {
    let row = stack(.horizontal, spacing: 10, [.paint(.ink(.black)), .paint(.ink(.black))], width: 4)
    #expect(row.extents.map(\.width) == [0, 0])
  }

  @Test func `A text that may be smaller is so too where one line is too high`() {
    struct Tall: TextMeasuring {
      func measure(_ text: TextNode, width: Double?) -> (extent: Extent, lines: Int, isCut: Bool) {
        (Extent(10, text.runs[0].face.size), 1, false)
      }
      func symbolSize(_ name: String, _ face: Typeface) -> Size { Size(10, 10) }
    }
    var node = TextNode([TextRun("a", face: Typeface(size: 30), paint: .ink(.black))], lineLimit: 1)
    #expect(TextFit(node, Proposal(width: 50, height: 15), Tall()).extent.height == 30)
    node.minimumScale = 0.3
    let fit = TextFit(node, Proposal(width: 50, height: 15), Tall())
    #expect(fit.extent.height <= 15 && fit.extent.height > 14.5)
    #expect(TextFit(node, Proposal(width: 50, height: 2), Tall()).extent.height == 9)
  }

  @Test func `A text that may be smaller is drawn smaller before it is cut`() {
    var node = TextNode([TextRun("abcdef", face: Typeface(size: 12), paint: .ink(.black))], lineLimit: 1)
    node.minimumScale = 0.5
    let fit = TextFit(node, Proposal(width: 30, height: 20), Squares())
    #expect(fit.text.runs[0].face.size == 6 && fit.extent.width == 30)
    // As large as fits, and not the next of a few steps.
    let between = TextFit(node, Proposal(width: 50, height: 20), Squares())
    #expect((9.9...10).contains(between.text.runs[0].face.size))
    let whole = TextFit(node, Proposal(width: 60, height: 20), Squares())
    #expect(whole.text.runs[0].face.size == 12 && whole.extent.width == 60)
  }
}
