// SPDX-License-Identifier: Apache-2.0
public import BundleResources
import Threads
package import WidgetModel

/// A parameter of an intent. Source: `AppIntents.IntentParameter`, which `@Parameter` stands for.
///
/// Unchecked because the value is reached under its lock alone, and types of values are `Sendable`.
@propertyWrapper public final class IntentParameter<Value: IntentParameterValue>: @unchecked Sendable {
  /// The name of the parameter for people.
  public let title: LocalizedStringResource
  private let value: Locked<Value?>
  /// Makes a value one that the parameter may have.
  private let allowed = Locked<(@Sendable (Value) -> Value)?>(nil)
  private let options: (@Sendable () async -> [(ArchivedIntentValue, String)])?
  private let suggested: (@Sendable () async -> Value?)?

  private init(
    _ title: LocalizedStringResource, _ value: Value?,
    options: (@Sendable () async -> [(ArchivedIntentValue, String)])? = nil,
    suggested: (@Sendable () async -> Value?)? = nil
  ) {
    (self.title, self.value, self.options, self.suggested) = (title, Locked(value), options, suggested)
  }

  /// A parameter that somebody has to choose, unless its type can go without.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, Value.unchosenIntentValue)
  }

  /// A parameter with a value for those who choose none.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - defaultValue: Where nobody has chosen.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, defaultValue)
  }

  /// An optional parameter with a value for those who choose none.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - defaultValue: Where nobody has chosen.
  ///   - requestValueDialog: What is asked.
  public convenience init<Wrapped: IntentParameterValue>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Wrapped,
    requestValueDialog: IntentDialog? = nil
  ) where Value == Wrapped? {
    self.init(title, .some(defaultValue))
  }

  /// A parameter whose values the app lists.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - requestValueDialog: What is asked.
  ///   - optionsProvider: Knows what can be chosen.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, optionsProvider: Provider
  ) where Provider.Result.Element == Value {
    self.init(
      title, Value.unchosenIntentValue,
      options: {
        // Where the app cannot say, there is nothing to choose from.
        (try? await optionsProvider.results())?.options ?? []
      }, suggested: { await optionsProvider.defaultResult() })
  }

  /// An optional parameter whose values the app lists.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - requestValueDialog: What is asked.
  ///   - optionsProvider: Knows what can be chosen.
  public convenience init<Provider: DynamicOptionsProvider, Wrapped: IntentParameterValue>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, optionsProvider: Provider
  ) where Value == Wrapped?, Provider.Result.Element == Wrapped {
    self.init(
      title, .some(nil),
      options: {
        // Where the app cannot say, there is nothing to choose from.
        (try? await optionsProvider.results())?.options ?? []
      }, suggested: { await optionsProvider.defaultResult().map { .some($0) } })
  }

  /// An optional parameter of several values, which the app lists.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - requestValueDialog: What is asked.
  ///   - optionsProvider: Knows what can be chosen.
  public convenience init<Provider: DynamicOptionsProvider, Element: IntentParameterValue>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil, optionsProvider: Provider
  ) where Value == [Element]?, Provider.Result.Element == Element {
    // Where the app cannot say, there is nothing to choose from.
    self.init(title, .some(nil), options: { (try? await optionsProvider.results())?.options ?? [] })
  }

  /// A parameter between two bounds.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - defaultValue: Where nobody has chosen.
  ///   - controlStyle: With what it is chosen: as the asking program has it.
  ///   - inclusiveRange: What it may be. A value outside it is taken as the nearest within.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
    controlStyle: NumberControlStyle = .field, inclusiveRange: (lowerBound: Value, upperBound: Value),
    requestValueDialog: IntentDialog? = nil
  ) where Value: Comparable {
    self.init(title, defaultValue ?? inclusiveRange.lowerBound)
    let bounds = inclusiveRange
    allowed.withLock { $0 = { min(max($0, bounds.lowerBound), bounds.upperBound) } }
  }

  /// The value. Where nobody has chosen one and none could be meant, asking for it ends the program, as on iOS.
  public var wrappedValue: Value {
    get {
      guard let value = value.withLock({ $0 }) else {
        preconditionFailure("the parameter '\(title.key)' is read before anybody has chosen it")
      }
      return value
    }
    set { value.withLock { $0 = newValue } }
  }

  /// The parameter itself.
  public var projectedValue: IntentParameter<Value> { self }
}

/// The control with which a number is chosen. Source: `AppIntents.IntentParameter.IntControlStyle` and its like.
public enum NumberControlStyle: Sendable, Hashable { case field, stepper, slider }

/// Knows what can be chosen for a parameter. Source: `AppIntents.DynamicOptionsProvider`.
public protocol DynamicOptionsProvider: Sendable {
  /// A list of values.
  associatedtype Result: RandomAccessCollection where Result.Element: IntentParameterValue
  /// Lists the values that can be chosen.
  ///
  /// - Returns: The values, in the order in which they are shown.
  /// - Throws: What the app throws.
  func results() async throws -> Result
  /// Names the value for those who choose none.
  ///
  /// - Returns: The default value; nil where there is none.
  func defaultResult() async -> Result.Element?
}

extension DynamicOptionsProvider {
  /// Names none, where the app does not.
  ///
  /// - Returns: None.
  public func defaultResult() async -> Result.Element? { nil }
}

// MARK: - For those who keep intents

/// A parameter of whatever type.
package protocol AnyIntentParameter: AnyObject, Sendable {
  var archived: IntentValue? { get }
  var name: String { get }
  var form: IntentValueForm { get }
  func set(_ archived: IntentValue) async
  func offered() async -> [ParameterOption]
  /// Whether the parameter has a value, once the app was asked for one.
  func complete() async -> Bool
}

extension IntentParameter: AnyIntentParameter {
  package var archived: IntentValue? { value.withLock { $0 }?.archivedIntentValue.value }
  package var name: String { title.text() }
  package var form: IntentValueForm { options == nil ? Value.intentValueForm : IntentValueForm(.entity) }

  package func set(_ archived: IntentValue) async {
    guard let new = await Value.intentValue(from: ArchivedIntentValue(archived)) else { return }
    let fitting = allowed.withLock { $0 }?(new) ?? new
    value.withLock { $0 = fitting }
  }

  package func offered() async -> [ParameterOption] {
    let found: [(ArchivedIntentValue, String)]
    if let options { found = await options() } else { found = await Value.intentValueOptions() }
    return found.prefix(1000).map { ParameterOption($0.0.value, title: $0.1) } + Value.intentValueForm.options
  }

  package func complete() async -> Bool {
    let isChosen = value.withLock { $0 }.map { $0.archivedIntentValue.value != .none } ?? false
    if isChosen { return true }
    let found: Value?
    if let suggested { found = await suggested() } else { found = await Value.suggestedIntentValue() }
    if let found { value.withLock { $0 = found } }
    return value.withLock { $0 != nil }
  }
}

/// Intents as they are kept outside the app.
package enum IntentArchive {
  /// The parameters, by the names of their properties.
  package static func parameters(of intent: any AppIntent) -> [(name: String, parameter: any AnyIntentParameter)] {
    Mirror(reflecting: intent).children.compactMap { child in
      guard let label = child.label, let parameter = child.value as? any AnyIntentParameter else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
    }
  }

  package static func control(_ intent: any AppIntent, turnsOn: Bool? = nil) -> ControlNode {
    let arguments = parameters(of: intent).map { IntentArgument($0.name, $0.parameter.archived ?? .none) }
    return ControlNode(
      intent: _mangledTypeName(type(of: intent)) ?? "", arguments: arguments, turnsOn: turnsOn,
      needsPerson: type(of: intent).authenticationPolicy != .alwaysAllowed)
  }

  package static func description(of intent: any AppIntent) -> [ParameterDescription] {
    parameters(of: intent).map { name, parameter in
      ParameterDescription(
        name: name, title: parameter.name, form: parameter.form.form, initial: parameter.archived ?? .none,
        options: parameter.form.options)
    }
  }

  /// Sets what was chosen.
  ///
  /// - Returns: The title of a parameter that has no value, if there is one.
  package static func configure(_ intent: any AppIntent, _ arguments: [IntentArgument]) async -> String? {
    for (name, parameter) in parameters(of: intent) {
      if let argument = arguments.last(where: { $0.name == name }) { await parameter.set(argument.value) }
      if await !parameter.complete() { return parameter.name }
    }
    return nil
  }

  package enum Failure: Error {
    case unknown
    case incomplete(parameter: String)
  }

  /// Performs what a control says.
  package static func perform(_ control: ControlNode) async throws {
    guard let type = _typeByName(control.intent) as? any AppIntent.Type else { throw Failure.unknown }
    var intent = type.init()
    if let missing = await configure(intent, control.arguments) { throw Failure.incomplete(parameter: missing) }
    if let value = control.turnsOn, let setting = intent as? any SetValueIntent {
      intent = set(value, of: setting)
    }
    _ = try await intent.perform()
  }

  private static func set<Intent: SetValueIntent>(_ value: Bool, of intent: Intent) -> any AppIntent {
    var intent = intent
    if let value = value as? Intent.ValueType { intent.value = value }
    return intent
  }
}
