// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// Makes the display list of a redacted tree.
package struct WidgetLayout<Measuring: TextMeasuring> {
  private let measuring: Measuring
  private let environment: WidgetEnvironment
  private var list: DisplayList
  /// Sizes that the extension did not know when it made its views.
  private var wanted: [KnownSize] = []
  private var hiddenFromSpeech = 0
  /// The redaction state of the marks around a view.
  private var state: RedactionState

  /// - Returns: The list, and sizes with which the extension would make other views.
  package static func list(
    of tree: RedactedTree, in environment: WidgetEnvironment, _ measuring: Measuring, hasMargins: Bool = true
  ) -> (list: DisplayList, wanted: [KnownSize]) {
    var layout = WidgetLayout(measuring: measuring, environment: environment, list: DisplayList(size: environment.size))
    layout.draw(tree, hasMargins)
    return (layout.list, layout.wanted)
  }

  private mutating func draw(_ tree: RedactedTree, _ hasMargins: Bool) {
    let whole = Rectangle(.zero, environment.size)
    let outline = environment.family.edge
    begin(.clip(outline, whole))
    defer { end(.clip(outline, whole)) }
    if let link = tree.link {
      tapping(.link(link), whole) { $0.draw(tree, in: whole, hasMargins) }
    } else {
      draw(tree, in: whole, hasMargins)
    }
  }

  private static var faint: Double { 0.15 }

  private mutating func draw(_ tree: RedactedTree, in whole: Rectangle, _ hasMargins: Bool) {
    let hasOwnColors = environment.rendering == .fullColor
    if !hasOwnColors, !environment.family.isAccessory {
      // The platform's background is dark: what a widget draws becomes light.
      within(.untinted) {
        $0.list.items.append(.shape(ShapeNode(.rectangle, fill: .ink(Ink(0.13, 0.14, 0.17))), whole))
      }
    }
    if environment.showsBackground {
      // One that stays must not hide what is on it.
      if !hasOwnColors { begin(.opacity(Self.faint)) }
      defer { if !hasOwnColors { end(.opacity(Self.faint)) } }
      if let background = tree.background {
        let item = LayoutItem(background)
        place(item, aligned(item, .center, whole))
      } else {
        let dark = environment.appearance == .dark
        let ink = dark ? Ink(0.11, 0.11, 0.118) : Ink.white
        list.items.append(.shape(ShapeNode(.rectangle, fill: .ink(ink)), whole))
      }
    }
    let inner = hasMargins ? whole.inset(by: environment.margins) : whole
    let root = LayoutItem(environment.family == .accessoryInline ? InlineRow.node(of: tree.root) : tree.root)
    place(root, aligned(root, .center, inner))
  }

  /// Adds a hit region with what the body draws in the frame.
  private mutating func tapping(
    _ target: HitRegion.Target, _ frame: Rectangle, _ body: (inout WidgetLayout) -> Void
  ) {
    let index = list.regions.count
    let (items, spoken) = (list.items.count, list.spoken.count)
    list.regions.append(HitRegion(target: target, frame: frame, items: items..<items, spoken: spoken..<spoken))
    body(&self)
    list.regions[index].items = items..<list.items.count
    list.regions[index].spoken = spoken..<list.spoken.count
  }

  /// A view's frame in the middle, or at an edge, of the room it is offered.
  private func aligned(_ item: LayoutItem, _ placement: Placement, _ room: Rectangle) -> Rectangle {
    let extent = item.extent(Proposal(room.size), measuring)
    return Rectangle(
      room.x + placement.horizontal.offset(of: extent.width, within: room.width),
      room.y + placement.vertical.offset(of: extent, within: room.height), extent.width, extent.height)
  }

  // Right-to-left: what is laid out from the leading side is mirrored where it is placed.
  private func mirrored(_ frame: Rectangle, in whole: Rectangle) -> Rectangle {
    guard environment.direction == .rightToLeft else { return frame }
    return Rectangle(2 * whole.x + whole.width - frame.x - frame.width, frame.y, frame.width, frame.height)
  }

  private mutating func begin(_ group: DisplayGroup) { list.items.append(.begin(group)) }
  private mutating func end(_ group: DisplayGroup) { list.items.append(.end(group)) }

  private mutating func within(_ group: DisplayGroup, _ body: (inout WidgetLayout) -> Void) {
    begin(group)
    body(&self)
    end(group)
  }

  // MARK: Views

  private mutating func place(_ item: LayoutItem, _ frame: Rectangle) {
    let proposal = Proposal(frame.size)
    switch item.node {
    case .empty, .spacer: break
    case .text(let text):
      let fit = TextFit(text, proposal, measuring)
      list.items.append(.text(fit.text, frame))
      say(text.string, frame)
    case .image(let image): place(image, frame)
    case .shape(let shape): list.items.append(.shape(shape, frame))
    case .paint(let paint), .divider(let paint):
      list.items.append(.shape(ShapeNode(.rectangle, fill: paint), frame))
    case .stack(let stack, _):
      let layout = StackLayout(stack, item.children, proposal, measuring)
      for (index, child) in item.children.enumerated() {
        let origin = layout.origins[index]
        let own = Rectangle(Point(frame.x + origin.x, frame.y + origin.y), layout.extents[index].size)
        place(child, mirrored(own, in: frame))
      }
    case .pile(let placement, _):
      for child in item.children { place(child, mirrored(aligned(child, placement, frame), in: frame)) }
    case .grid(let grid, let rows):
      let layout = GridLayout(grid, rows.map(\.count), item.children, proposal, measuring)
      for (child, own) in zip(item.children, layout.frames) {
        place(child, mirrored(Rectangle(frame.x + own.x, frame.y + own.y, own.width, own.height), in: frame))
      }
    case .fitting(let horizontal, let vertical, _):
      if let child = item.fitting(horizontal, vertical, proposal, measuring) { place(child, frame) }
    case .gauge(let gauge): place(gauge, item, frame)
    case .chart(let chart): list.append(chart, in: frame, measuring)
    case .placed(let layout, let placed):
      answer(layout, item, frame)
      for (child, own) in zip(item.children, placed) {
        let own = Rectangle(frame.x + own.frame.x, frame.y + own.frame.y, own.frame.width, own.frame.height)
        place(child, mirrored(own, in: frame))
      }
    case .sized(let number, let size, _):
      if abs(size.width - frame.width) > 0.05 || abs(size.height - frame.height) > 0.05 {
        wanted.append(KnownSize(number: number, offered: frame.size))
      }
      place(item.child, aligned(item.child, Placement(.leading, .top), frame))
    case .cover(let cover): place(cover, frame)
    case .modified(_, let modifier): place(item, modifier, frame)
    }
  }

  /// Answers the questions of an extension's layout; it may ask others once it knows this.
  private mutating func answer(_ layout: LayoutNode, _ item: LayoutItem, _ frame: Rectangle) {
    func finite(_ length: Double?, _ own: Double) -> Double { length.flatMap { $0 < 1e5 ? $0 : nil } ?? own }
    let offered = Size(finite(item.offered.width, frame.width), finite(item.offered.height, frame.height))
    let answers = layout.questions.compactMap { question -> SizeAnswer? in
      guard item.children.indices.contains(question.child) else { return nil }
      let proposal = Proposal(width: question.width, height: question.height)
      return SizeAnswer(question, item.children[question.child].size(proposal, measuring))
    }
    wanted.append(KnownSize(number: layout.number, offered: offered, answers: answers))
  }

  private mutating func say(_ text: String, _ frame: Rectangle) {
    if hiddenFromSpeech == 0 && !text.isEmpty { list.spoken.append(SpokenElement(text: text, frame: frame)) }
  }

  private mutating func place(_ image: ImageNode, _ frame: Rectangle) {
    switch image.source {
    case .symbol(let name):
      let side = image.sizing == .resizable ? min(frame.width, frame.height) : max(frame.width, frame.height)
      let square = Rectangle(frame.middle.x - side / 2, frame.middle.y - side / 2, side, side)
      list.items.append(.symbol(name, image.paint ?? .ink(.black), weight: image.face.weight, square))
    case .png(let bytes, _): list.append(picture: bytes, tint: image.paint, frame)
    case .drawing(let shapes, let size):
      // The drawing is placed in the corner of its frame, and made larger from there.
      let corner = Point(frame.x, frame.y)
      within(.transform(degrees: 0, frame.width / size.width, frame.height / size.height, corner)) { layout in
        for var shape in shapes {
          if let paint = image.paint {
            if let fill = shape.fill { shape.fill = paint.map { $0.faded(by: fill.ink.opacity) } }
            shape.stroke?.paint = paint
          }
          layout.list.items.append(.shape(shape, Rectangle(corner, size)))
        }
      }
    }
  }

  private mutating func place(_ cover: CoverNode, _ frame: Rectangle) {
    let fill = Paint.ink(cover.ink.faded(by: cover.ink == CoverNode.hidden ? 0.45 : 0.22).seen(from: 0.18))
    switch cover.form {
    case .bar(let face, _, let lines, _):
      let line = frame.height / Double(lines)
      let height = min(face.size * 0.78, line)
      for index in 0..<lines {
        let bar = Rectangle(
          frame.x, frame.y + line * (Double(index) + 0.5) - height / 2, frame.width, height)
        list.items.append(.shape(ShapeNode(.rounded(radius: height * 0.32), fill: fill), bar))
      }
    case .symbol(let size):
      list.items.append(.shape(ShapeNode(.rounded(radius: size * 0.25), fill: .ink(cover.ink)), frame))
    case .surface: list.items.append(.shape(ShapeNode(.rounded(radius: 6), fill: .ink(cover.ink)), frame))
    }
  }

  private mutating func place(_ gauge: GaugeNode, _ item: LayoutItem, _ frame: Rectangle) {
    let layout = GaugeLayout(gauge, item.children, Proposal(frame.size), measuring)
    let form = Rectangle(frame.x + layout.form.x, frame.y + layout.form.y, layout.form.width, layout.form.height)
    list.append(gauge, in: mirrored(form, in: frame), isMirrored: environment.direction == .rightToLeft)
    for (child, label) in zip(item.children, layout.labels) {
      guard let label else { continue }
      place(child, mirrored(Rectangle(frame.x + label.x, frame.y + label.y, label.width, label.height), in: frame))
    }
  }

  // MARK: Modifiers

  private mutating func place(_ item: LayoutItem, _ modifier: Modifier, _ frame: Rectangle) {
    let child = item.child
    let inner = item.innerProposal(modifier, Proposal(frame.size), measuring)
    switch modifier {
    case .padding(let edges): place(child, mirrored(frame.inset(by: edges), in: frame))
    case .frame(_, _, let placement), .flexibleFrame(_, let placement):
      let extent = child.extent(inner, measuring)
      let own = Rectangle(
        frame.x + placement.horizontal.offset(of: extent.width, within: frame.width),
        frame.y + placement.vertical.offset(of: extent, within: frame.height), extent.width, extent.height)
      place(child, mirrored(own, in: frame))
    case .background(_, let placement):
      if let other = item.other { place(other, mirrored(aligned(other, placement, frame), in: frame)) }
      place(child, frame)
    case .overlay(_, let placement):
      place(child, frame)
      if let other = item.other { place(other, mirrored(aligned(other, placement, frame), in: frame)) }
    case .offset(let x, let y):
      let x = environment.direction == .rightToLeft ? -x : x
      place(child, Rectangle(frame.x + x, frame.y + y, frame.width, frame.height))
    case .position(let x, let y):
      let size = child.size(Proposal(frame.size), measuring)
      place(
        child, mirrored(Rectangle(Point(frame.x + x - size.width / 2, frame.y + y - size.height / 2), size), in: frame))
    case .fixedSize, .aspectRatio:
      let size = child.size(inner, measuring)
      place(
        child, Rectangle(Point(frame.middle.x - size.width / 2, frame.middle.y - size.height / 2), size))
    default: placeEffect(item, modifier, frame)
    }
  }

  private mutating func placeEffect(_ item: LayoutItem, _ modifier: Modifier, _ frame: Rectangle) {
    func anchor(_ place: UnitPlace) -> Point {
      Point(frame.x + frame.width * place.x, frame.y + frame.height * place.y)
    }
    let child = item.child
    switch modifier {
    case .opacity(let opacity): if opacity > 0 { within(.opacity(opacity)) { $0.place(child, frame) } }
    case .clip(let outline): within(.clip(outline, frame)) { $0.place(child, frame) }
    case .blur(let radius): within(.blur(radius)) { $0.place(child, frame) }
    case .shadow(let ink, let radius, let x, let y):
      within(.shadow(ink, radius: radius, x: x, y: y)) { $0.place(child, frame) }
    case .rotation(let degrees, let place):
      within(.transform(degrees: degrees, 1, 1, anchor(place))) { $0.place(child, frame) }
    case .scale(let x, let y, let place):
      within(.transform(degrees: 0, x, y, anchor(place))) { $0.place(child, frame) }
    case .mask(_, let placement):
      within(.masked) { layout in
        layout.place(child, frame)
        if let other = item.other {
          layout.within(.mask) { $0.place(other, $0.aligned(other, placement, frame)) }
        }
      }
    // The whole of a small widget is one place to tap.
    case .link where environment.family == .systemSmall || environment.family.isAccessory: place(child, frame)
    case .link(let link): tapping(.link(link), frame) { $0.place(child, frame) }
    case .control(let control): tapping(.control(control), frame) { $0.place(child, frame) }
    case .accentable(true): within(.accent) { $0.place(child, frame) }
    case .pictures(let tone): within(.pictures(tone)) { $0.place(child, frame) }
    case .accessibility(let accessibility): place(child, saying: accessibility, frame)
    case .mark(let mark): place(child, entering: mark, frame)
    default: place(child, frame)
    }
  }

  /// Places a view below a mark. Content that is out of date at the mark is drawn faintly, once.
  private mutating func place(_ child: LayoutItem, entering mark: RedactionMark, _ frame: Rectangle) {
    let outer = state
    state.enter(mark)
    if state.isOutOfDate, !outer.isOutOfDate {
      within(.opacity(Redactor.outOfDateOpacity)) { $0.place(child, frame) }
    } else {
      place(child, frame)
    }
    state = outer
  }

  /// Places a view with a spoken text of its own, or none.
  private mutating func place(_ child: LayoutItem, saying accessibility: Accessibility, _ frame: Rectangle) {
    let text = [accessibility.label, accessibility.value].compactMap { $0 }.joined(separator: ", ")
    if !accessibility.isHidden { say(text, frame) }
    let silences = accessibility.isHidden || accessibility.label != nil
    if silences { hiddenFromSpeech += 1 }
    place(child, frame)
    if silences { hiddenFromSpeech -= 1 }
  }

  private init(measuring: Measuring, environment: WidgetEnvironment, list: DisplayList) {
    (self.measuring, self.environment, self.list) = (measuring, environment, list)
    state = RedactionState(environment.reasons)
  }
}
