// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension WidgetNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .empty: writer.append(byte: 0)
    case .text(let text): writer.tag(1, text)
    case .image(let image): writer.tag(2, image)
    case .shape(let shape): writer.tag(3, shape)
    case .paint(let paint): writer.tag(4, paint)
    case .spacer(let minimum): writer.tag(5, minimum)
    case .divider(let paint): writer.tag(6, paint)
    case .stack(let stack, let children):
      writer.tag(7, stack.axis)
      writer.append(stack.placement, stack.spacing, children)
    case .pile(let placement, let children):
      writer.tag(8, placement)
      writer.append(children)
    case .grid(let grid, let rows):
      writer.tag(9, grid.placement)
      writer.append(grid.horizontalSpacing, grid.verticalSpacing, rows)
    case .fitting(let horizontal, let vertical, let children):
      writer.tag(10, horizontal)
      writer.append(vertical, children)
    case .gauge(let gauge): writer.tag(11, gauge)
    case .chart(let chart): writer.tag(12, chart)
    case .placed(let layout, let children):
      writer.tag(13, layout)
      writer.append(children)
    case .sized(let number, let size, let child):
      writer.tag(14, number)
      writer.append(size, child)
    case .modified(let child, let modifier):
      writer.tag(15, modifier)
      writer.append(child)
    case .cover(let cover): writer.tag(16, cover)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self = try reader.nested { (reader) throws(WireError) in try Self.read(&reader) }
  }

  private static func read(_ reader: inout ArchiveReader) throws(WireError) -> WidgetNode {
    switch try reader.byte() {
    case 0: return .empty
    case 1: return .text(try reader.value())
    case 2: return .image(try reader.value())
    case 3: return .shape(try reader.value())
    case 4: return .paint(try reader.value())
    case 5: return .spacer(minimum: try reader.value())
    case 6: return .divider(try reader.value())
    case 7:
      let stack = StackNode(try reader.value(), try reader.value(), spacing: try reader.value())
      return .stack(stack, try reader.value())
    case 8: return .pile(try reader.value(), try reader.value())
    case 9:
      let grid = GridNode(
        try reader.value(), horizontalSpacing: try reader.value(), verticalSpacing: try reader.value())
      return .grid(grid, try reader.value())
    case 10: return .fitting(horizontal: try reader.value(), vertical: try reader.value(), try reader.value())
    case 11: return .gauge(try reader.value())
    case 12: return .chart(try reader.value())
    case 13: return .placed(try reader.value(), try reader.value())
    case 14: return .sized(number: try reader.value(), try reader.value(), try reader.value())
    case 15:
      let modifier: Modifier = try reader.value()
      return .modified(try reader.value(), modifier)
    case 16: return .cover(try reader.value())
    default: throw .badValue
    }
  }
}

extension ArchiveWriter {
  fileprivate mutating func tag(_ tag: UInt8, _ value: some Archivable) {
    append(byte: tag)
    append(value)
  }
}

extension LayoutNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(number, size, questions)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(number: try reader.value(), size: try reader.value(), questions: try reader.value())
    guard questions.count <= 2000 else { throw .badValue }
  }
}

extension SizeQuestion: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(child, width, height)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(child: try reader.value(), width: try reader.value(), height: try reader.value())
  }
}

extension PlacedNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(node, frame)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension GaugeNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(style, part, tint, track)
    for node in [label, value, minimum, maximum] { writer.append(node) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      style: try reader.value(), part: try reader.value(), tint: try reader.value(), track: try reader.value(),
      label: try reader.value(), value: try reader.value(), minimum: try reader.value(),
      maximum: try reader.value())
    guard (0...1).contains(part ?? 0) else { throw .badValue }
  }
}

extension CoverNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch form {
    case .bar(let face, let letters, let lines, let alignment):
      writer.tag(1, face)
      writer.append(letters, lines, alignment)
    case .symbol(let size): writer.tag(2, size)
    case .surface: writer.append(byte: 3)
    }
    writer.append(ink)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1:
      form = .bar(
        try reader.value(), letters: try reader.value(), lines: try reader.value(), try reader.value())
    case 2: form = .symbol(try reader.value())
    case 3: form = .surface
    default: throw .badValue
    }
    ink = try reader.value()
    if case .bar(_, let letters, let lines, _) = form {
      guard (0...100).contains(letters), (1...20).contains(lines) else { throw .badValue }
    }
  }
}
