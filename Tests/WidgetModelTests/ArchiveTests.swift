// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel
import WireFormat

@Suite struct ArchiveTests {
  private func bytes(_ value: some Archivable) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.append(value)
    return writer.bytes
  }

  private func deep(_ depth: Int) -> WidgetNode {
    (0..<depth).reduce(WidgetNode.empty) { node, _ in .modified(node, .opacity(1)) }
  }

  private func answer(_ root: WidgetNode) -> WidgetAnswer {
    .timeline(WidgetTimeline([WidgetEntry(date: 1, root: root)], reload: .after(2)))
  }

  @Test func `An answer is read as it was written`() throws {
    let face = Typeface(size: 12, weight: 600, design: .rounded, isItalic: true, digits: .monospaced)
    let stops = [GradientStop(.white, at: 0), GradientStop(.black, at: 1)]
    let text = TextNode([TextRun("a", face: face, paint: .ink(.black), lines: .under)], lineLimit: 2)
    let shape = ShapeNode(
      .path([.move(Point(1, 2)), .curve(Point(1, 2), Point(3, 4), to: Point(5, 6)), .close]),
      fill: .linear(stops, from: UnitPlace(0, 0), to: UnitPlace(1, 1)),
      stroke: Stroke(paint: .ink(.black), width: 2, dash: [1, 2]), trim: 0.25...0.5)
    let root = WidgetNode.stack(
      StackNode(.horizontal, .center, spacing: 3),
      [
        .text(text), .shape(shape), .spacer(minimum: 4), .sized(number: 3, Size(1, 2), .empty),
        .grid(GridNode(.center, horizontalSpacing: 1, verticalSpacing: nil), [[.empty], [.divider(.ink(.black))]]),
        .modified(.empty, .mark(.sensitive(true))), .cover(CoverNode(.surface, .black)),
        .modified(.empty, .flexibleFrame(FlexibleFrame(maxWidth: 9), .center)),
      ])
    #expect(try WidgetAnswer(frame: bytes(answer(root))) == answer(root))
  }

  @Test func `A request is read as it was written`() throws {
    let environment = WidgetEnvironment(family: .accessoryCircular, size: Size(72, 72), now: 5)
    for request in [
      WidgetRequest.describe, .placeholder(kind: "a", environment), .timeline(kind: "b", environment),
      .sizes(entry: 1, [KnownSize(number: 2, offered: Size(3, 4), children: [Size(5, 6)])]), .perform(control: 7),
    ] {
      var reader = ArchiveReader(bytes(request))
      #expect(try WidgetRequest(from: &reader) == request)
      #expect(throws: Never.self) { try reader.end() }
    }
  }

  @Test func `A tree that is too deep or too large is refused`() {
    #expect(throws: Never.self) { try WidgetAnswer(frame: bytes(answer(deep(150)))) }
    #expect(throws: WireError.badValue) { try WidgetAnswer(frame: bytes(answer(deep(1000)))) }
    let wide = WidgetNode.pile(.center, Array(repeating: .empty, count: 100_000))
    #expect(throws: WireError.badValue) { try WidgetAnswer(frame: bytes(answer(wide))) }
  }

  @Test func `Every beginning of an answer is refused`() {
    let whole = bytes(answer(deep(3)))
    for count in 0..<whole.count {
      #expect(throws: WireError.self) { try WidgetAnswer(frame: Array(whole.prefix(count))) }
    }
    #expect(throws: WireError.long) { try WidgetAnswer(frame: whole + [0]) }
  }
}
