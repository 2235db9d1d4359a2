// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The value of a parameter of an intent.
package indirect enum IntentValue: Sendable, Hashable {
  case none
  case bool(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  /// A date in seconds since 2001.
  case date(Double)
  case list([IntentValue])
}

package struct IntentArgument: Sendable, Hashable {
  package var name: String
  package var value: IntentValue
  package init(_ name: String, _ value: IntentValue) { (self.name, self.value) = (name, value) }
}

/// A control that performs an intent. It says all that the intent needs, so that an extension that was started anew does
/// what the control said when it was drawn, and nothing else.
package struct ControlNode: Sendable, Hashable {
  /// The intent's type, as its extension calls it.
  package var intent: String
  package var arguments: [IntentArgument]
  /// The state that a tap leads to, of a toggle.
  package var turnsOn: Bool?
  /// Whether the intent may be performed only while the screen is unlocked.
  package var needsPerson: Bool

  package init(intent: String, arguments: [IntentArgument] = [], turnsOn: Bool? = nil, needsPerson: Bool = false) {
    (self.intent, self.arguments, self.turnsOn, self.needsPerson) = (intent, arguments, turnsOn, needsPerson)
  }
}

/// A parameter of a widget that its owner may choose.
package struct ParameterDescription: Sendable, Hashable {
  package var name: String
  package var title: String
  package var form: Form
  /// The value where nobody has chosen one.
  package var initial: IntentValue
  /// The options that can be chosen, where they are known without asking.
  package var options: [ParameterOption]

  package enum Form: UInt8, Sendable, CaseIterable, Archivable {
    case bool = 1
    case whole, number, text, date
    /// The parameter is one of a list of options.
    case option
    /// The parameter is one of the entities that the extension names when it is asked.
    case entity
  }

  package init(
    name: String, title: String, form: Form, initial: IntentValue = .none, options: [ParameterOption] = []
  ) {
    (self.name, self.title, self.form, self.initial, self.options) = (name, title, form, initial, options)
  }
}

package struct ParameterOption: Sendable, Hashable {
  package var value: IntentValue
  package var title: String
  package init(_ value: IntentValue, title: String) { (self.value, self.title) = (value, title) }
}

// MARK: - As bytes

extension IntentValue: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .none: writer.append(byte: 0)
    case .bool(let value):
      writer.append(byte: 1)
      writer.append(value)
    case .whole(let value):
      writer.append(byte: 2)
      writer.append(integer: value)
    case .number(let value):
      writer.append(byte: 3)
      writer.append(value)
    case .text(let value):
      writer.append(byte: 4)
      writer.append(value)
    case .date(let value):
      writer.append(byte: 5)
      writer.append(value)
    case .list(let values):
      writer.append(byte: 6)
      writer.append(values)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self = try reader.nested { (reader) throws(WireError) in try Self.read(&reader) }
  }

  private static func read(_ reader: inout ArchiveReader) throws(WireError) -> IntentValue {
    switch try reader.byte() {
    case 0: return .none
    case 1: return .bool(try reader.value())
    case 2: return .whole(try reader.integer())
    case 3: return .number(try reader.value())
    case 4:
      let text: String = try reader.value()
      guard text.utf8.count <= 10_000 else { throw .badValue }
      return .text(text)
    case 5: return .date(try reader.value())
    case 6: return .list(try reader.value())
    default: throw .badValue
    }
  }
}

extension IntentArgument: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(name, value)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension ControlNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(intent, arguments, turnsOn, needsPerson)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      intent: try reader.value(), arguments: try reader.value(), turnsOn: try reader.value(),
      needsPerson: try reader.value())
    guard intent.utf8.count <= 1000, arguments.count <= 64 else { throw .badValue }
  }
}

extension ParameterOption: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(value, title)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), title: try reader.value())
  }
}

extension ParameterDescription: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(name, title, form, initial, options)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      name: try reader.value(), title: try reader.value(), form: try reader.value(), initial: try reader.value(),
      options: try reader.value())
    guard options.count <= 1000 else { throw .badValue }
  }
}
