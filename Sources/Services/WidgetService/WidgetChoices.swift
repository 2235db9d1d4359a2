// SPDX-License-Identifier: Apache-2.0
import OwnProcess
import WidgetHost
package import WidgetModel
import WidgetUpdates

/// The parameters of a widget, and what its owner has chosen for them.
package struct WidgetChoices {
  package struct Parameter: Sendable {
    package let description: ParameterDescription
    /// What can be chosen, of a choice.
    package let options: [ParameterOption]
    /// The value that was chosen; nil where nobody has chosen.
    package fileprivate(set) var chosen: IntentValue?

    package var value: IntentValue { chosen ?? description.initial }
  }

  package let kind: String
  package private(set) var parameters: [Parameter]
  private let source: WidgetExtension

  /// Asks the extension, whose options may be made of its owner's data: while unlocked only.
  package init(_ painter: WidgetPainter, kind: String?) throws(WidgetFailure) {
    guard LockStateReader.permitsSamples else { throw .lockedSamples }
    source = painter.source
    let session = painter.session()
    let widgets = try session.widgets()
    guard let widget = kind == nil ? widgets.first : widgets.first(where: { $0.kind == kind }) else {
      throw .noWidget(kind: kind)
    }
    self.kind = widget.kind
    let chosen = SnapshotFolder.open(for: source)?.store.choices(of: widget.kind) ?? []
    parameters = []
    for description in widget.parameters {
      let isChoice = description.form == .option || description.form == .entity || description.form == .text
      parameters.append(
        Parameter(
          description: description, options: isChoice ? try session.options(of: description, widget.kind) : [],
          chosen: chosen.first { $0.name == description.name }?.value))
    }
    // Where it was locked meanwhile, nothing of the options is shown.
    guard LockStateReader.permitsSamples else { throw .lockedSamples }
  }

  /// Chooses a value by how people write it; an empty one is what nobody has chosen.
  package mutating func choose(_ name: String, _ text: String) throws(WidgetFailure) {
    guard let index = parameters.firstIndex(where: { $0.description.name == name }) else {
      throw .noParameter(name, of: kind)
    }
    guard !text.isEmpty else { return parameters[index].chosen = nil }
    guard let value = parameters[index].value(of: text) else { throw .noChoice(text, for: name) }
    parameters[index].chosen = value
  }

  /// Keeps what was chosen, and has the widget asked for again.
  package func keep() throws(WidgetFailure) {
    let chosen = parameters.compactMap { parameter in
      parameter.chosen.map { IntentArgument(parameter.description.name, $0) }
    }
    guard SnapshotFolder.open(for: source)?.store.keep(choices: chosen, of: kind) == true else { throw .notKept }
    WidgetReloads.announce(kind, of: source, .free)
  }
}

extension WidgetChoices.Parameter {
  /// The value that a text names; nil where the text is none of what can be chosen.
  fileprivate func value(of text: String) -> IntentValue? {
    if !options.isEmpty {
      let named = options.filter { $0.title == text || $0.value.text == text }
      // A title that several have says none of them.
      return Set(named.map(\.value)).count == 1 ? named[0].value : nil
    }
    switch description.form {
    case .bool: return ["true": .bool(true), "false": .bool(false)][text]
    case .whole: return Int64(text).map { .whole($0) }
    case .number: return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .text: return text.utf8.count <= 10_000 ? .text(text) : nil
    case .date: return WrittenTime.seconds(of: text).map { .date(Double($0 - IntentValue.referenceDate)) }
    case .option, .entity: return nil
    }
  }
}

extension IntentValue {
  /// Seconds from 1970 to the beginning of 2001, from which dates are counted.
  fileprivate static let referenceDate = 978_307_200

  /// The value as people write it.
  package var text: String {
    switch self {
    case .none: ""
    case .bool(let value): "\(value)"
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    // An extension names dates too, and any number is one.
    case .date(let value) where value.magnitude < 1e12:
      WrittenTime.text(secondsSince1970: Self.referenceDate + Int(value.rounded()))
    case .date: ""
    case .text(let value): value
    case .list(let values): values.map(\.text).joined(separator: ", ")
    }
  }
}
