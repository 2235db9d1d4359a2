// SPDX-License-Identifier: Apache-2.0
public import BundleResources

/// An action of an app that the system can run. Source: `AppIntents.AppIntent`.
public protocol AppIntent: Sendable {
  /// The type of the intent's result.
  associatedtype PerformResult: IntentResult
  /// The type of its sentence.
  associatedtype SummaryContent: ParameterSummary = EmptyParameterSummary

  /// The name of the intent for people.
  static var title: LocalizedStringResource { get }
  /// The description of the intent's purpose.
  static var description: IntentDescription? { get }
  /// Whether the app is opened first.
  static var openAppWhenRun: Bool { get }
  /// Whether the intent is offered by the system.
  static var isDiscoverable: Bool { get }
  /// Whether the person has to be there.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// The summary: a sentence with the intent's parameters.
  @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

  /// Does it.
  ///
  /// - Returns: What it gives back.
  /// - Throws: What the app throws.
  func perform() async throws -> PerformResult

  /// An intent whose parameters nobody has chosen yet.
  init()
}

extension AppIntent {
  /// Apple's name for a parameter's wrapper, inside an intent.
  public typealias Parameter = IntentParameter
  /// Apple's name for sentences that follow from a parameter, inside an intent.
  public typealias When<Then: ParameterSummary, Otherwise: ParameterSummary> = ParameterSummaryWhenCondition<
    Self, Then, Otherwise
  >
  /// Apple's name for a sentence with parameters, inside an intent.
  public typealias Summary = IntentParameterSummary<Self>

  /// The description of intents that declare none.
  public static var description: IntentDescription? { nil }
  /// An intent is performed without the app's window.
  public static var openAppWhenRun: Bool { false }
  /// An intent is offered to people.
  public static var isDiscoverable: Bool { true }
  /// The policy of intents that declare none: nobody has to be there.
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
}

extension AppIntent where SummaryContent == EmptyParameterSummary {
  /// There is no sentence.
  public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }
}

/// Whether the person has to be there when an intent is performed. Source: `AppIntents.IntentAuthenticationPolicy`.
public enum IntentAuthenticationPolicy: Sendable, Hashable {
  case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// An intent whose parameters a widget's owner chooses. Source: `AppIntents.WidgetConfigurationIntent`.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
  /// There is nothing to do: it holds what was chosen.
  ///
  /// - Returns: Nothing.
  /// - Throws: Nothing.
  public func perform() async throws -> some IntentResult { IntentResultContainer<Never>() }
}

/// An intent that gives something a value. A toggle sets the value before it performs it. Source: `AppIntents.SetValueIntent`.
public protocol SetValueIntent: AppIntent {
  /// The type of the value that is set.
  associatedtype ValueType: IntentParameterValue
  /// The value that is set.
  var value: ValueType { get set }
}

/// An intent that plays or records. Source: `AppIntents.AudioPlaybackIntent`.
public protocol AudioPlaybackIntent: AppIntent {}

/// An intent that goes on outside the app. Source: `AppIntents.LiveActivityIntent`.
public protocol LiveActivityIntent: AppIntent {}

/// An intent that opens the app. Source: `AppIntents.OpenIntent`.
public protocol OpenIntent: AppIntent {
  /// The type of the target.
  associatedtype Value: IntentParameterValue
  /// The target that is opened.
  var target: Value { get set }
}

// MARK: - Results

/// The result of an intent. Source: `AppIntents.IntentResult`.
public protocol IntentResult: Sendable {
  /// The value's type.
  associatedtype Value
  /// The value, if there is one.
  var value: Value? { get }
}

/// A result with a value. Source: `AppIntents.ReturnsValue`.
public protocol ReturnsValue<Value>: IntentResult where Value: IntentParameterValue {}

/// The results that there are. Source: `AppIntents.IntentResultContainer`.
public struct IntentResultContainer<Value>: IntentResult {
  private let handed: Handed?
  /// The value, if there is one.
  public var value: Value? { handed?.value }

  /// Unchecked because an intent gives the value up as it returns.
  private struct Handed: @unchecked Sendable { let value: Value }

  init() { handed = nil }
  init(_ value: Value) { handed = Handed(value: value) }
}

extension IntentResultContainer: ReturnsValue where Value: IntentParameterValue {}

extension IntentResult where Self == IntentResultContainer<Never> {
  /// The result of an intent that gives nothing back.
  ///
  /// - Returns: That it was done.
  public static func result() -> IntentResultContainer<Never> { IntentResultContainer<Never>() }
}

extension IntentResult {
  /// The result of an intent that gives a value back.
  ///
  /// - Parameter value: What is given back.
  /// - Returns: That it was done, and the value.
  public static func result<T: IntentParameterValue>(value: T) -> Self where Self == IntentResultContainer<T> {
    IntentResultContainer<T>(value)
  }
}

/// A result that has another intent performed. Source: `AppIntents.OpensIntent`.
public protocol OpensIntent: IntentResult {}

extension IntentResultContainer: OpensIntent {}

extension IntentResult where Self == IntentResultContainer<Never> {
  /// The result of an intent that has another one performed, which no widget has: it is said on standard error.
  ///
  /// - Parameter intent: The other intent.
  /// - Returns: That it was done, and nothing else.
  public static func result(opensIntent intent: some AppIntent) -> IntentResultContainer<Never> {
    BundleRemarks.say("an intent of a widget has no other one performed: use Link or widgetURL for an address")
    return IntentResultContainer<Never>()
  }
}

/// The intent that opens an address. Source: `AppIntents.OpenURLIntent`.
///
/// A widget opens nothing by itself: `Link` and `widgetURL` lead to an address, and performing this one fails.
public struct OpenURLIntent: AppIntent {
  /// An error: nobody opens the address.
  private struct Unopened: LocalizedError {
    var errorDescription: String? { "A widget opens no address by itself: use Link or widgetURL." }
  }

  /// The title of the intent.
  public static let title: LocalizedStringResource = "Open Address"
  /// The address.
  @Parameter(title: "Address") public var url: URL?

  /// An intent without an address.
  public init() {}
  /// An intent that opens an address.
  ///
  /// - Parameter url: The address.
  public init(_ url: URL) { self.url = url }

  /// Fails.
  ///
  /// - Returns: Never.
  /// - Throws: Always: a widget opens no address by itself.
  public func perform() async throws -> some IntentResult {
    try Self.open(url)
    return .result()
  }

  private static func open(_ url: URL?) throws { throw Unopened() }
}

/// A result that says something. Source: `AppIntents.ProvidesDialog`. A widget has nowhere to say it.
public protocol ProvidesDialog: IntentResult {}

/// The text that an intent speaks or shows. Source: `AppIntents.IntentDialog`.
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text of the dialog.
  public let full: LocalizedStringResource
  /// A dialog of a text in the source.
  public init(stringLiteral value: String) { full = LocalizedStringResource(stringLiteral: value) }
  /// A dialog of a text with values in it.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    full = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
  /// A dialog of a text that is translated.
  public init(_ full: LocalizedStringResource) { self.full = full }
}

extension IntentResultContainer: ProvidesDialog {}

extension IntentResult where Self == IntentResultContainer<Never> {
  /// The result of an intent that says something.
  ///
  /// - Parameter dialog: What is said.
  /// - Returns: That it was done.
  public static func result(dialog: IntentDialog) -> IntentResultContainer<Never> { IntentResultContainer<Never>() }
}

extension IntentResult {
  /// The result of an intent that gives a value back and says something.
  ///
  /// - Parameters:
  ///   - value: What is given back.
  ///   - dialog: What is said.
  /// - Returns: That it was done, and the value.
  public static func result<T: IntentParameterValue>(value: T, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<T> {
    IntentResultContainer<T>(value)
  }
}
