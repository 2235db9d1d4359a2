// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A parameter of an intent, as the SDK's compiler makes it of a definition.
public struct DefinedIntentParameter {
  package let description: ParameterDescription
  /// Sets the parameter; a value of another form leaves it as it is.
  package let set: (IntentValue) -> Void

  private init(
    _ name: String, _ title: String, _ form: ParameterDescription.Form, _ initial: IntentValue?,
    options: [ParameterOption] = [], set: @escaping (IntentValue) -> Void
  ) {
    description = ParameterDescription(
      name: name, title: title, form: form, initial: initial ?? .none, options: options)
    self.set = set
  }

  /// A parameter that is a text.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  public init<Intent: INIntent>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, String?>
  ) {
    self.init(name, title, .text, intent[keyPath: path].map { .text($0) }) {
      if case .text(let text) = $0 { intent[keyPath: path] = text }
    }
  }

  /// A parameter that is an address.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  public init<Intent: INIntent>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, URL?>
  ) {
    self.init(name, title, .text, intent[keyPath: path].map { .text($0.absoluteString) }) {
      if case .text(let text) = $0, let url = URL(string: text) { intent[keyPath: path] = url }
    }
  }

  /// A parameter that is an object of the app's. Its owner writes the name that the app has for it, because the extension that lists
  /// such objects on iOS is not here.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  public init<Intent: INIntent, Object: INObject>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, Object?>
  ) {
    self.init(name, title, .text, intent[keyPath: path]?.identifier.map { .text($0) }) {
      if case .text(let text) = $0 { intent[keyPath: path] = Object(identifier: text, display: text) }
    }
  }

  /// A parameter that is a day, a time, or both.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  public init<Intent: INIntent>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, DateComponents?>
  ) {
    let initial = intent[keyPath: path]?.date
    self.init(name, title, .date, initial.map { .date($0.timeIntervalSinceReferenceDate) }) {
      guard case .date(let seconds) = $0 else { return }
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let parts: Set<Calendar.Component> = [.calendar, .timeZone, .year, .month, .day, .hour, .minute, .second]
      intent[keyPath: path] = Calendar.current.dateComponents(parts, from: date)
    }
  }

  /// The kind of a number. A definition has these in one type of properties.
  public enum Number: Sendable { case boolean, integer, decimal }

  /// A parameter that is a number, or yes or no.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  ///   - kind: The kind of the number.
  public init<Intent: INIntent>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, NSNumber?>,
    _ kind: Number
  ) {
    let initial = intent[keyPath: path]
    let form: ParameterDescription.Form
    let value: IntentValue?
    switch kind {
    case .boolean: (form, value) = (.bool, initial.map { .bool($0.boolValue) })
    case .integer: (form, value) = (.whole, initial.map { .whole($0.int64Value) })
    case .decimal: (form, value) = (.number, initial.map { .number($0.doubleValue) })
    }
    self.init(name, title, form, value) {
      switch $0 {
      case .bool(let value): intent[keyPath: path] = NSNumber(value: value)
      case .whole(let value): intent[keyPath: path] = NSNumber(value: value)
      case .number(let value): intent[keyPath: path] = NSNumber(value: value)
      default: break
      }
    }
  }

  /// A parameter that is one of some values.
  ///
  /// - Parameters:
  ///   - name: The name of its property.
  ///   - title: What people call it.
  ///   - intent: Whose parameter it is.
  ///   - path: Its property.
  ///   - values: The values and what people call them.
  public init<Intent: INIntent, Value: RawRepresentable<Int>>(
    _ name: String, title: String, of intent: Intent, _ path: ReferenceWritableKeyPath<Intent, Value>,
    among values: [(Value, String)]
  ) {
    let initial = Int64(intent[keyPath: path].rawValue)
    let options = values.map { ParameterOption(.whole(Int64($0.0.rawValue)), title: $0.1) }
    self.init(name, title, .option, initial == 0 ? nil : .whole(initial), options: options) {
      guard case .whole(let number) = $0, let raw = Int(exactly: number), let value = Value(rawValue: raw) else {
        return
      }
      intent[keyPath: path] = value
    }
  }
}
