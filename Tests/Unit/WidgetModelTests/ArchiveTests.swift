// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel
import WireFormat

@Suite struct ArchiveTests {
  private static let control = ControlNode(
    intent: "4Bank7RefreshV",
    arguments: [
      IntentArgument("a", .list([.bool(true), .whole(-7), .number(0.5), .text("b"), .date(9), .none]))
    ], turnsOn: true, needsPerson: true)

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
        .modified(.empty, .control(Self.control)),
        .placed(
          LayoutNode(number: 4, size: Size(5, 6), questions: [SizeQuestion(child: 0, width: nil, height: 7)]),
          [PlacedNode(.empty, Rectangle(1, 2, 3, 4))]),
        .chart(Self.chart(face)),
        .image(ImageNode(.drawing([shape], Size(24, 24)), paint: nil, face: face)),
      ])
    #expect(try WidgetAnswer(frame: bytes(answer(root))) == answer(root))
  }

  @Test func `A face of a family is read as it was written, and one without is as it was`() throws {
    var face = Typeface(size: 12, design: .serif, isItalic: true)
    #expect(bytes(face).count == 13)
    face.family = "Gill Sans"
    var reader = ArchiveReader(bytes(face))
    #expect(try reader.value(Typeface.self) == face)
    try reader.end()
    // Names of several families, and what no name holds, are not asked for.
    for name in ["", "Inter,Georgia", "a\"b", "a\nb", "a@b", String(repeating: "a", count: 65)] {
      #expect(Typeface.family(name) == nil)
      face.family = name
      var reader = ArchiveReader(bytes(face))
      #expect(throws: WireError.self) { try reader.value(Typeface.self) }
    }
  }

  @Test func `What is asked and said of previews is read as it was written`() throws {
    let environment = WidgetEnvironment(family: .accessoryInline, size: Size(234, 26), now: 7)
    for request in [WidgetRequest.previews, .preview(number: 3, environment), .again(environment)] {
      var reader = ArchiveReader(bytes(request))
      #expect(try reader.value(WidgetRequest.self) == request)
      try reader.end()
    }
    #expect(bytes(WidgetRequest.previews) == [8])
    #expect(bytes(WidgetRequest.preview(number: 3, environment)).first == 9)
    #expect(bytes(WidgetRequest.again(environment)).first == 10)
    let said = WidgetAnswer.previews([
      PreviewDescription(name: "a", family: .systemSmall), PreviewDescription(name: "", family: .accessoryInline),
    ])
    #expect(bytes(said) == [8, 0, 0, 0, 2, 0, 0, 0, 1, 97, 1, 0, 0, 0, 0, 7])
    #expect(try WidgetAnswer(frame: bytes(said)) == said)
  }

  private static func chart(_ face: Typeface) -> ChartNode {
    let (ink, stroke) = (Paint.ink(.black), Stroke(paint: .ink(.white), width: 2))
    return ChartNode(
      marks: [
        .bar(Rectangle(0, 0, 1, 0.5), width: 4, radius: 3, ink), .line([Point(0, 0), Point(1, 1)], .smooth, stroke),
        .area([Point(0, 1)], [Point(0, 0)], .stepEnd, ink), .point(Point(0.5, 0.5), .diamond, width: 7, ink),
        .rule(Point(0, 1), Point(1, 1), stroke),
        .sector(
          ChartNode.Sector(
            from: 0.25, to: 0.5, inner: .init(share: 0.5), outer: .init(share: 1, points: -3), inset: 1, corner: 4), ink
        ),
      ], bottom: .init([.init("Mon", at: 0.5)], hasLines: true), side: .init([], isLeading: true),
      legend: [.init("a", ink)], face: face, ink: .black)
  }

  @Test func `Gallery descriptions and options are read as they were written`() throws {
    var widget = WidgetDescription(
      kind: "a", displayName: "b", details: "c", families: [.systemSmall], hasMargins: true,
      isBackgroundRemovable: false)
    let option = ParameterOption(.text("trieste"), title: "Trieste")
    widget.parameters = [
      ParameterDescription(name: "city", title: "City", form: .option, initial: .text("x"), options: [option])
    ]
    for answer in [WidgetAnswer.widgets([widget]), .options([option])] {
      #expect(try WidgetAnswer(frame: bytes(answer)) == answer)
    }
  }

  @Test func `A chart with too many marks, and a list in too many lists, are refused`() {
    var chart = Self.chart(Typeface(size: 9))
    chart.marks = Array(repeating: chart.marks[0], count: 4001)
    #expect(throws: WireError.badValue) { try WidgetAnswer(frame: bytes(answer(.chart(chart)))) }
    var control = Self.control
    control.arguments = [IntentArgument("a", (0..<300).reduce(IntentValue.none) { value, _ in .list([value]) })]
    #expect(throws: WireError.badValue) {
      try WidgetAnswer(frame: bytes(answer(.modified(.empty, .control(control)))))
    }
  }

  @Test func `A request is read as it was written`() throws {
    var environment = WidgetEnvironment(family: .accessoryCircular, size: Size(72, 72), now: 5)
    environment.configuration = [IntentArgument("city", .text("trieste"))]
    for request in [
      WidgetRequest.describe, .placeholder(kind: "a", environment), .timeline(kind: "b", environment),
      .sizes(
        entry: 1,
        [
          KnownSize(
            number: 2, offered: Size(3, 4),
            answers: [SizeAnswer(SizeQuestion(child: 0, width: 1, height: nil), Size(5, 6))])
        ]), .perform(control: Self.control), .options(kind: "a", parameter: "city"),
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
