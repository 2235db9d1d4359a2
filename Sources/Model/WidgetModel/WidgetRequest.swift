// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The requests to an extension. Each request and each answer is a frame: its length in four bytes, then its bytes.
package enum WidgetRequest: Sendable, Hashable {
  /// Asks which widgets there are.
  case describe
  /// The placeholder, which is drawn before there is content, and whenever none may be known.
  case placeholder(kind: String, WidgetEnvironment)
  case snapshot(kind: String, WidgetEnvironment)
  case timeline(kind: String, WidgetEnvironment)
  /// The same entry's views once more, now that sizes are known.
  case sizes(entry: Int, [KnownSize])
  /// The views of the same entries in another environment: nothing new is asked for.
  case again(WidgetEnvironment)
  /// A tap on a control.
  case perform(control: ControlNode)
  /// The options for a parameter of a widget.
  case options(kind: String, parameter: String)
  /// Asks for the previews that developers look at.
  case previews
  /// The entries of one of those.
  case preview(number: Int, WidgetEnvironment)

  /// The environment of the drawing, if the answer is drawn.
  package var environment: WidgetEnvironment? {
    switch self {
    case .placeholder(_, let environment), .snapshot(_, let environment), .timeline(_, let environment),
      .preview(_, let environment), .again(let environment):
      environment
    case .describe, .sizes, .perform, .options, .previews: nil
    }
  }

  /// A frame is no longer than this.
  package static let longestFrame = 4 << 20
}

/// The proposed size of a part of a widget that depends on sizes, and the sizes of its children.
package struct KnownSize: Sendable, Hashable, Archivable {
  package var number: UInt32
  package var offered: Size
  /// The answers to a layout's questions.
  package var answers: [SizeAnswer]

  package init(number: UInt32, offered: Size, answers: [SizeAnswer] = []) {
    (self.number, self.offered, self.answers) = (number, offered, answers)
  }

  package func write(to writer: inout ArchiveWriter) {
    writer.append(number, offered, answers)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(number: try reader.value(), offered: try reader.value(), answers: try reader.value())
  }
}

package struct SizeAnswer: Sendable, Hashable, Archivable {
  package var question: SizeQuestion
  package var size: Size
  package init(_ question: SizeQuestion, _ size: Size) { (self.question, self.size) = (question, size) }

  package func write(to writer: inout ArchiveWriter) {
    writer.append(question, size)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension WidgetRequest: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .describe: writer.append(byte: 1)
    case .placeholder(let kind, let environment): writer.append(UInt8(2), kind, environment)
    case .snapshot(let kind, let environment): writer.append(UInt8(3), kind, environment)
    case .timeline(let kind, let environment): writer.append(UInt8(4), kind, environment)
    case .sizes(let entry, let sizes):
      writer.append(byte: 5)
      writer.append(entry, sizes)
    case .perform(let control):
      writer.append(byte: 6)
      writer.append(control)
    case .options(let kind, let parameter):
      writer.append(byte: 7)
      writer.append(kind, parameter)
    case .previews: writer.append(byte: 8)
    case .preview(let number, let environment):
      writer.append(byte: 9)
      writer.append(number, environment)
    case .again(let environment):
      writer.append(byte: 10)
      writer.append(environment)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .describe
    case 2: self = .placeholder(kind: try reader.value(), try reader.value())
    case 3: self = .snapshot(kind: try reader.value(), try reader.value())
    case 4: self = .timeline(kind: try reader.value(), try reader.value())
    case 5: self = .sizes(entry: try reader.value(), try reader.value())
    case 6: self = .perform(control: try reader.value())
    case 7: self = .options(kind: try reader.value(), parameter: try reader.value())
    case 8: self = .previews
    case 9: self = .preview(number: try reader.value(), try reader.value())
    case 10: self = .again(try reader.value())
    default: throw .badValue
    }
  }
}

// MARK: - Answers

/// The answers of an extension.
package enum WidgetAnswer: Sendable, Hashable {
  case widgets([WidgetDescription])
  case timeline(WidgetTimeline)
  case entry(WidgetEntry)
  case performed
  case failure(String)
  case options([ParameterOption])
  /// The notice, before an answer, that the extension's widgets of this kind, or all of them, show something else from
  /// now on.
  case reload(kind: String?)
  case previews([PreviewDescription])
}

/// A widget that is declared to be looked at while it is written.
package struct PreviewDescription: Sendable, Hashable, Archivable {
  package var name: String
  package var family: Family

  package init(name: String, family: Family) { (self.name, self.family) = (name, family) }

  package func write(to writer: inout ArchiveWriter) { writer.append(name, family) }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(name: try reader.value(), family: try reader.value())
  }
}

/// A widget, as a gallery shows it.
package struct WidgetDescription: Sendable, Hashable {
  package var kind: String
  package var displayName: String
  package var details: String
  package var families: [Family]
  /// Whether the platform's margins are around its content.
  package var hasMargins: Bool
  package var isBackgroundRemovable: Bool
  /// The parameters that the widget's owner may choose.
  package var parameters: [ParameterDescription] = []

  package init(
    kind: String, displayName: String, details: String, families: [Family], hasMargins: Bool,
    isBackgroundRemovable: Bool
  ) {
    (self.kind, self.displayName, self.details) = (kind, displayName, details)
    (self.families, self.hasMargins) = (families, hasMargins)
    self.isBackgroundRemovable = isBackgroundRemovable
  }
}

package struct WidgetTimeline: Sendable, Hashable {
  package var entries: [WidgetEntry]
  package var reload: Reload

  package enum Reload: Sendable, Hashable {
    case atEnd
    case after(Double)
    case never
  }

  package init(_ entries: [WidgetEntry], reload: Reload) { (self.entries, self.reload) = (entries, reload) }

  /// The number of the entry that is shown: the last one whose time has come, and of those before the first time the last as well.
  package func current(at time: Double) -> Int {
    entries.lastIndex { $0.date <= time } ?? entries.lastIndex { $0.date == entries.first?.date } ?? 0
  }
}

/// The content that a widget shows from a time on.
package struct WidgetEntry: Sendable, Hashable {
  /// The time in seconds since 2001.
  package var date: Double
  package var relevance: Double
  package var root: WidgetNode
  package var background: WidgetNode?
  package var link: String?
  /// Whether content is marked as private: for lints and for tables.
  package var remarks: [String]

  package init(
    date: Double, relevance: Double = 0, root: WidgetNode, background: WidgetNode? = nil, link: String? = nil,
    remarks: [String] = []
  ) {
    (self.date, self.relevance, self.root) = (date, relevance, root)
    (self.background, self.link, self.remarks) = (background, link, remarks)
  }
}

extension WidgetAnswer: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .widgets(let widgets):
      writer.append(byte: 1)
      writer.append(widgets)
    case .timeline(let timeline):
      writer.append(byte: 2)
      writer.append(timeline)
    case .entry(let entry):
      writer.append(byte: 3)
      writer.append(entry)
    case .performed: writer.append(byte: 4)
    case .failure(let reason):
      writer.append(byte: 5)
      writer.append(reason)
    case .options(let options):
      writer.append(byte: 6)
      writer.append(options)
    case .reload(let kind):
      writer.append(byte: 7)
      writer.append(kind)
    case .previews(let previews):
      writer.append(byte: 8)
      writer.append(previews)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .widgets(try reader.value())
    case 2: self = .timeline(try reader.value())
    case 3: self = .entry(try reader.value())
    case 4: self = .performed
    case 5: self = .failure(try reader.value())
    case 6: self = .options(try reader.value())
    case 7: self = .reload(kind: try reader.value())
    case 8: self = .previews(try reader.value())
    default: throw .badValue
    }
  }

  /// Decodes all of a frame.
  package init(frame: [UInt8]) throws(WireError) {
    var reader = ArchiveReader(frame)
    try self.init(from: &reader)
    try reader.end()
  }
}

extension WidgetDescription: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(kind, displayName, details, families, hasMargins, isBackgroundRemovable, parameters)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      kind: try reader.value(), displayName: try reader.value(), details: try reader.value(),
      families: try reader.value(), hasMargins: try reader.value(), isBackgroundRemovable: try reader.value())
    parameters = try reader.value()
  }
}

extension WidgetTimeline: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(entries)
    switch reload {
    case .atEnd: writer.append(byte: 1)
    case .after(let date):
      writer.append(byte: 2)
      writer.append(date)
    case .never: writer.append(byte: 3)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    entries = try reader.value()
    switch try reader.byte() {
    case 1: reload = .atEnd
    case 2: reload = .after(try reader.value())
    case 3: reload = .never
    default: throw .badValue
    }
  }
}

extension WidgetEntry: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(date, relevance, root, background, link, remarks)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      date: try reader.value(), relevance: try reader.value(), root: try reader.value(),
      background: try reader.value(), link: try reader.value(), remarks: try reader.value())
  }
}
