// SPDX-License-Identifier: Apache-2.0

/// An intent as a sentence. Source: `AppIntents.ParameterSummary`.
public protocol ParameterSummary: Sendable {}

/// The summary without a sentence. Source: `AppIntents`.
public struct EmptyParameterSummary: ParameterSummary {
  /// A summary without a sentence.
  public init() {}
}

/// A sentence with parameters in it. Source: `AppIntents.IntentParameterSummary`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  let text: ParameterSummaryString<Intent>
  /// A summary of a sentence.
  ///
  /// - Parameter text: The sentence.
  public init(_ text: ParameterSummaryString<Intent>) { self.text = text }
  /// A summary of a sentence, and of parameters that are asked for below it.
  ///
  /// - Parameters:
  ///   - text: The sentence.
  ///   - table: The file of its translations.
  ///   - parameters: Those that are asked for below it.
  public init(
    _ text: ParameterSummaryString<Intent>, table: String? = nil,
    @ParameterListBuilder<Intent> _ parameters: () -> [ParameterName]
  ) {
    self.text = text
  }
  /// A summary of parameters alone.
  ///
  /// - Parameter parameters: Those that are asked for.
  public init(@ParameterListBuilder<Intent> _ parameters: () -> [ParameterName]) { text = "" }
}

/// A parameter in a list of them.
public struct ParameterName: Sendable {}

/// Makes a list of parameters of statements. Source: `AppIntents.IntentParameterSummary.ParameterKeyPathsBuilder`.
@resultBuilder public enum ParameterListBuilder<Intent: AppIntent> {
  /// A statement by itself.
  public static func buildExpression<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) -> [ParameterName] {
    [ParameterName()]
  }
  /// Statements one after the other.
  public static func buildBlock(_ names: [ParameterName]...) -> [ParameterName] { names.flatMap { $0 } }
}

/// Makes a sentence of statements. Source: `AppIntents.ParameterSummaryBuilder`.
@resultBuilder public enum ParameterSummaryBuilder<Intent: AppIntent> {
  /// Statements one after the other.
  public static func buildBlock<Content: ParameterSummary>(_ content: Content) -> Content { content }
}

/// How a parameter's value is compared. Source: `AppIntents.ComparableComparisonOperator` and its like.
public enum ParameterComparison: Sendable, Hashable {
  case equalTo, notEqualTo, lessThan, greaterThan, hasAnyValue, hasNoValue
}

/// A sentence for some values of a parameter, and another for the rest. Source: `AppIntents.ParameterSummaryWhenCondition`.
public struct ParameterSummaryWhenCondition<Intent: AppIntent, Then: ParameterSummary, Otherwise: ParameterSummary>:
  ParameterSummary
{
  let then: Then
  let otherwise: Otherwise

  /// A summary that depends on how a parameter compares with a value.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - comparison: How it is compared.
  ///   - value: With what.
  ///   - then: The sentence where that holds.
  ///   - otherwise: The sentence where it does not.
  public init<Value: IntentParameterValue>(
    _ parameter: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterComparison, _ value: Value,
    @ParameterSummaryBuilder<Intent> _ then: () -> Then,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) {
    (self.then, self.otherwise) = (then(), otherwise())
  }
  /// A summary that depends on whether a parameter has a value.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - comparison: Whether it has a value.
  ///   - then: The sentence where that holds.
  ///   - otherwise: The sentence where it does not.
  public init<Value: IntentParameterValue>(
    _ parameter: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterComparison,
    @ParameterSummaryBuilder<Intent> _ then: () -> Then,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) {
    (self.then, self.otherwise) = (then(), otherwise())
  }
}

/// A sentence in which parameters stand. Source: `AppIntents.ParameterSummaryString`.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  let text: String
  /// A sentence without parameters.
  public init(stringLiteral value: String) { text = value }
  /// A sentence with the parameters that were gathered.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Gathers a sentence. Source: `AppIntents.ParameterSummaryString.StringInterpolation`.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    /// An empty sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Adds a parameter.
    public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {
      text += "\u{FFFC}"
    }
  }
}
