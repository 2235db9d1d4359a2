// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension RedactionMark: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .reasons(let reasons):
      writer.append(byte: 1)
      writer.append(reasons)
    case .unredacted: writer.append(byte: 2)
    case .sensitive(let value):
      writer.append(byte: 3)
      writer.append(value)
    case .invalidatable(let value):
      writer.append(byte: 4)
      writer.append(value)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .reasons(try reader.value())
    case 2: self = .unredacted
    case 3: self = .sensitive(try reader.value())
    case 4: self = .invalidatable(try reader.value())
    default: throw .badValue
    }
  }
}

extension FlexibleFrame: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    for value in [minWidth, idealWidth, maxWidth, minHeight, idealHeight, maxHeight] { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      minWidth: try reader.value(), idealWidth: try reader.value(), maxWidth: try reader.value(),
      minHeight: try reader.value(), idealHeight: try reader.value(), maxHeight: try reader.value())
  }
}

extension Accessibility: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(label, value, isHidden)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(label: try reader.value(), value: try reader.value(), isHidden: try reader.value())
  }
}

extension Modifier: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    func write(_ tag: UInt8, _ values: any Archivable...) {
      writer.append(byte: tag)
      for value in values { value.write(to: &writer) }
    }
    switch self {
    case .frame(let width, let height, let placement): write(1, width, height, placement)
    case .flexibleFrame(let frame, let placement): write(2, frame, placement)
    case .padding(let edges): write(3, edges)
    case .background(let node, let placement): write(4, node, placement)
    case .overlay(let node, let placement): write(5, node, placement)
    case .offset(let x, let y): write(6, x, y)
    case .position(let x, let y): write(7, x, y)
    case .opacity(let opacity): write(8, opacity)
    case .clip(let outline): write(9, outline)
    case .mask(let node, let placement): write(10, node, placement)
    case .shadow(let ink, let radius, let x, let y): write(11, ink, radius, x, y)
    case .rotation(let degrees, let anchor): write(12, degrees, anchor)
    case .scale(let x, let y, let anchor): write(13, x, y, anchor)
    case .fixedSize(let horizontal, let vertical): write(14, horizontal, vertical)
    case .aspectRatio(let ratio, let fit): write(15, ratio, fit)
    case .priority(let priority): write(16, priority)
    case .mark(let mark): write(17, mark)
    case .link(let link): write(18, link)
    case .control(let number): write(19, number)
    case .accentable(let value): write(20, value)
    case .accessibility(let accessibility): write(21, accessibility)
    case .columns(let count): write(22, count)
    case .pictures(let tone): write(23, tone)
    case .blur(let radius): write(24, radius)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .frame(width: try reader.value(), height: try reader.value(), try reader.value())
    case 2: self = .flexibleFrame(try reader.value(), try reader.value())
    case 3: self = .padding(try reader.value())
    case 4: self = .background(try reader.value(), try reader.value())
    case 5: self = .overlay(try reader.value(), try reader.value())
    case 6: self = .offset(try reader.value(), try reader.value())
    case 7: self = .position(try reader.value(), try reader.value())
    case 8: self = .opacity(try reader.value())
    case 9: self = .clip(try reader.value())
    case 10: self = .mask(try reader.value(), try reader.value())
    case 11:
      self = .shadow(try reader.value(), radius: try reader.value(), x: try reader.value(), y: try reader.value())
    case 12: self = .rotation(try reader.value(), try reader.value())
    case 13: self = .scale(try reader.value(), try reader.value(), try reader.value())
    case 14: self = .fixedSize(horizontal: try reader.value(), vertical: try reader.value())
    case 15: self = .aspectRatio(try reader.value(), try reader.value())
    case 16: self = .priority(try reader.value())
    case 17: self = .mark(try reader.value())
    case 18: self = .link(try reader.value())
    case 19: self = .control(try reader.value())
    case 20: self = .accentable(try reader.value())
    case 21: self = .accessibility(try reader.value())
    case 22: self = .columns(try reader.value())
    case 23: self = .pictures(try reader.value())
    case 24: self = .blur(try reader.value())
    default: throw .badValue
    }
    try check()
  }

  /// Refuses modifiers that no view of SwiftUI can make.
  private func check() throws(WireError) {
    let sound =
      switch self {
      case .opacity(let opacity): (0...1).contains(opacity)
      case .shadow(_, let radius, _, _), .blur(let radius): (0...200).contains(radius)
      case .aspectRatio(let ratio, _): (ratio ?? 1) > 0
      case .columns(let count): (1...100).contains(count)
      default: true
      }
    guard sound else { throw .badValue }
  }
}
