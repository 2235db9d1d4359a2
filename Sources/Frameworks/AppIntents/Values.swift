// SPDX-License-Identifier: Apache-2.0
public import BundleResources
public import Foundation
package import WidgetModel

/// A value that parameters hold, as it is kept outside the app.
public struct ArchivedIntentValue: Sendable, Hashable {
  package let value: IntentValue
  package init(_ value: IntentValue) { self.value = value }
}

/// How a parameter is asked for.
public struct IntentValueForm: Sendable, Hashable {
  package let form: ParameterDescription.Form
  package let options: [ParameterOption]
  package init(_ form: ParameterDescription.Form, options: [ParameterOption] = []) {
    (self.form, self.options) = (form, options)
  }
}

/// A type of values for parameters. Source: `AppIntents._IntentValue`.
public protocol IntentParameterValue: Sendable {
  /// The value as it is kept.
  var archivedIntentValue: ArchivedIntentValue { get }
  /// A value that was kept; nil where it is none of this type, or there is no such value any more.
  static func intentValue(from archived: ArchivedIntentValue) async -> Self?
  /// The form in which a person is asked for such a value.
  static var intentValueForm: IntentValueForm { get }
  /// The value where nobody has chosen one; nil where none can be assumed.
  static var unchosenIntentValue: Self? { get }
  /// The values that can be chosen, where the app has to be asked.
  static func intentValueOptions() async -> [(ArchivedIntentValue, String)]
  /// The value that the app suggests, where it has to be asked.
  static func suggestedIntentValue() async -> Self?
}

extension IntentParameterValue {
  /// The options of types that need none: nothing has to be asked for.
  public static func intentValueOptions() async -> [(ArchivedIntentValue, String)] { [] }
  /// The suggestion of types that need none: nothing has to be asked for.
  public static func suggestedIntentValue() async -> Self? { nil }
  /// There is none that could be meant.
  public static var unchosenIntentValue: Self? { nil }
}

extension Bool: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.bool(self)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Bool? {
    if case .bool(let value) = archived.value { value } else { nil }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.bool) }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: Bool? { false }
}

extension Int: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.whole(Int64(self))) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Int? {
    if case .whole(let value) = archived.value { Int(exactly: value) } else { nil }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.whole) }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: Int? { 0 }
}

extension Double: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.number(self)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Double? {
    switch archived.value {
    case .number(let value): value
    case .whole(let value): Double(value)
    default: nil
    }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.number) }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: Double? { 0 }
}

extension String: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.text(self)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> String? {
    if case .text(let value) = archived.value { value } else { nil }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.text) }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: String? { "" }
}

extension URL: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.text(absoluteString)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> URL? {
    if case .text(let value) = archived.value { URL(string: value) } else { nil }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.text) }
}

extension Date: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.date(timeIntervalSinceReferenceDate)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Date? {
    if case .date(let value) = archived.value { Date(timeIntervalSinceReferenceDate: value) } else { nil }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.date) }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: Date? { Date() }
}

extension Optional: IntentParameterValue where Wrapped: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { self?.archivedIntentValue ?? ArchivedIntentValue(.none) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Wrapped?? {
    if case .none = archived.value { return .some(nil) }
    return await Wrapped.intentValue(from: archived).map { .some($0) }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { Wrapped.intentValueForm }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: Wrapped?? { .some(nil) }
  /// The values that can be chosen.
  public static func intentValueOptions() async -> [(ArchivedIntentValue, String)] {
    await Wrapped.intentValueOptions()
  }
  /// The value that the app suggests.
  public static func suggestedIntentValue() async -> Wrapped?? {
    await Wrapped.suggestedIntentValue().map { .some($0) }
  }
}

extension Array: IntentParameterValue where Element: IntentParameterValue {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.list(map(\.archivedIntentValue.value))) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> [Element]? {
    guard case .list(let values) = archived.value else { return nil }
    var elements: [Element] = []
    for value in values {
      if let element = await Element.intentValue(from: ArchivedIntentValue(value)) { elements.append(element) }
    }
    return elements
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { Element.intentValueForm }
  /// The value for those who have chosen none.
  public static var unchosenIntentValue: [Element]? { [] }
  /// The values that can be chosen.
  public static func intentValueOptions() async -> [(ArchivedIntentValue, String)] {
    await Element.intentValueOptions()
  }
}

// MARK: - Values of the app's own

/// An enumeration of values that a person can choose. Source: `AppIntents.AppEnum`.
public protocol AppEnum: IntentParameterValue, RawRepresentable, CaseIterable, Hashable
where RawValue: LosslessStringConvertible {
  /// The name of the type.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  /// The names of the values.
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.text(String(rawValue))) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Self? {
    guard case .text(let text) = archived.value else { return nil }
    return RawValue(text).flatMap { Self(rawValue: $0) }
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm {
    let names = caseDisplayRepresentations
    return IntentValueForm(
      .option,
      options: allCases.map {
        ParameterOption($0.archivedIntentValue.value, title: names[$0]?.title.text() ?? String($0.rawValue))
      })
  }
  /// The first value stands for those who have chosen none.
  public static var unchosenIntentValue: Self? { allCases.first }
  /// The name of the value.
  public var localizedStringResource: LocalizedStringResource {
    Self.caseDisplayRepresentations[self]?.title ?? LocalizedStringResource(stringLiteral: String(rawValue))
  }
}

/// The identifier of an entity. Source: `AppIntents.EntityIdentifierConvertible`.
public protocol EntityIdentifierConvertible {
  /// The identifier as it is stored.
  var entityIdentifierString: String { get }
  /// The identifier of a stored text.
  static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
  /// The identifier as it is stored.
  public var entityIdentifierString: String { self }
  /// The identifier of a stored text.
  public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}
extension Int: EntityIdentifierConvertible {
  /// The identifier as it is stored.
  public var entityIdentifierString: String { String(self) }
  /// The identifier of a stored text.
  public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}
extension UUID: EntityIdentifierConvertible {
  /// The identifier as it is stored.
  public var entityIdentifierString: String { uuidString }
  /// The identifier of a stored text.
  public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
    UUID(uuidString: entityIdentifierString)
  }
}

/// Something of the app's that people know. Source: `AppIntents.AppEntity`.
public protocol AppEntity: IntentParameterValue, Identifiable where ID: EntityIdentifierConvertible & Sendable {
  /// The type of the query that finds such entities.
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  /// The name of the type.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  /// The name of the entity.
  var displayRepresentation: DisplayRepresentation { get }
  /// The type of the query that finds such entities.
  static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
  /// The value as it is kept.
  public var archivedIntentValue: ArchivedIntentValue { ArchivedIntentValue(.text(id.entityIdentifierString)) }
  /// A value that was kept.
  public static func intentValue(from archived: ArchivedIntentValue) async -> Self? {
    guard case .text(let text) = archived.value, let id = ID.entityIdentifier(for: text) else { return nil }
    // One that the app cannot find is not there: the parameter is as if nobody had chosen.
    return try? await defaultQuery.entities(for: [id]).first
  }
  /// The form in which a person is asked for such a value.
  public static var intentValueForm: IntentValueForm { IntentValueForm(.entity) }
  /// The values that can be chosen.
  public static func intentValueOptions() async -> [(ArchivedIntentValue, String)] {
    // Where the app cannot say, there is nothing to choose from.
    let entities = (try? await defaultQuery.suggestedEntities()) ?? []
    return entities.map { ($0.archivedIntentValue, $0.displayRepresentation.title.text()) }
  }
  /// The value that the app suggests.
  public static func suggestedIntentValue() async -> Self? { await defaultQuery.defaultResult() }
}

/// The type of the query that finds such entities. Source: `AppIntents.EntityQuery`.
public protocol EntityQuery: Sendable {
  /// The type of entities that the query finds.
  associatedtype Entity: AppEntity
  /// A query, which the system makes whenever it needs one.
  init()
  /// Finds entities by their identifiers.
  ///
  /// - Parameter identifiers: Of entities.
  /// - Returns: Those that there are.
  /// - Throws: What the app throws.
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  /// Lists the entities that a person may choose from.
  ///
  /// - Returns: Those that a person may choose from.
  /// - Throws: What the app throws.
  func suggestedEntities() async throws -> [Entity]
  /// Names the entity for those who choose none.
  ///
  /// - Returns: The one for those who choose none.
  func defaultResult() async -> Entity?
}

extension EntityQuery {
  /// Lists none, where the app does not.
  ///
  /// - Returns: None.
  /// - Throws: Nothing.
  public func suggestedEntities() async throws -> [Entity] { [] }
  /// Names none, where the app does not.
  ///
  /// - Returns: None.
  public func defaultResult() async -> Entity? { nil }
}

/// Finds entities by words. Source: `AppIntents.EntityStringQuery`.
public protocol EntityStringQuery: EntityQuery {
  /// Finds entities by what somebody has typed.
  ///
  /// - Parameter string: What somebody has typed.
  /// - Returns: Those that match.
  /// - Throws: What the app throws.
  func entities(matching string: String) async throws -> [Entity]
}

/// Knows all entities. Source: `AppIntents.EnumerableEntityQuery`.
public protocol EnumerableEntityQuery: EntityQuery {
  /// Lists all entities.
  ///
  /// - Returns: All.
  /// - Throws: What the app throws.
  func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
  /// Finds entities by their identifiers, among all.
  ///
  /// - Parameter identifiers: Of entities.
  /// - Returns: Those that there are.
  /// - Throws: What the app throws.
  public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
    try await allEntities().filter { identifiers.contains($0.id) }
  }
  /// Lists all entities, because a person may choose from all.
  ///
  /// - Returns: All.
  /// - Throws: What the app throws.
  public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
}
