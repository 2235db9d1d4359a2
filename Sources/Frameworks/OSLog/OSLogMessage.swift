// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Who may read a value in a log. Source: `os.OSLogPrivacy`.
public struct OSLogPrivacy: Sendable {
  /// What stands for a value that nobody may read. Source: `os.OSLogPrivacy.Mask`.
  public enum Mask: Sendable {
    /// The same for equal values, on Apple's systems.
    case hash
    case none
  }

  enum Kind { case open, closed, automatic }
  let kind: Kind

  /// Everyone.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open) }
  /// Nobody.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .closed) }
  /// Nobody.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .closed) }
  /// Everyone where it is a number, nobody where it is anything else.
  public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .automatic) }
  /// - Parameter mask: What stands for it: here always the word that it is private.
  /// - Returns: Nobody.
  public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
  /// - Parameter mask: What stands for it: here always the word that it is private.
  /// - Returns: Nobody.
  public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
}

/// A message with values in it. Source: `os.OSLogMessage`.
///
/// Numbers are written; strings and objects are not, unless they are said to be public.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// Apple's initializer.
  public init(stringLiteral value: String) { text = value }
  /// Apple's initializer.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Gathers a message. Source: `os.OSLogInterpolation`.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  /// Apple's initializer.
  public init(literalCapacity: Int, interpolationCount: Int) {}
  /// Source: `os`, `appendLiteral`.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  private mutating func append(_ value: @autoclosure () -> Any, _ privacy: OSLogPrivacy, isNumber: Bool) {
    let isOpen = privacy.kind == .open || privacy.kind == .automatic && isNumber
    text += isOpen ? String(describing: value()) : "<private>"
  }

  /// Source: `os`, `appendInterpolation`.
  public mutating func appendInterpolation<Value: Numeric>(
    _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
  ) {
    append(value(), privacy, isNumber: true)
  }
  /// Source: `os`, `appendInterpolation`.
  public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
    append(value(), privacy, isNumber: true)
  }
  /// Source: `os`, `appendInterpolation`.
  @_disfavoredOverload public mutating func appendInterpolation<Value>(
    _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
  ) {
    append(value(), privacy, isNumber: false)
  }
}

/// - Parameters:
///   - message: What happened; `%@`, `%d` and the like stand for values, and `%{public}@` for one that everyone may read.
///   - log: Where it is written.
///   - type: How grave it is.
///   - values: The values.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ values: any CVarArg...
) {
  log.write(type, filled("\(message)", values))
}

/// - Parameters:
///   - type: How grave it is.
///   - message: What happened.
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { OSLog.default.write(type, message.text) }

/// Values in the places that are for them.
private func filled(_ template: String, _ values: [any CVarArg]) -> String {
  var rest = values[...]
  return template.replacing(/%(?:\{([^}]*)\})?[-+0#]*\d{0,3}(?:\.\d{1,3})?[hlqLztj]*([@dDiuUxXoOeEfFgGaAscpP%])/) {
    match in
    if match.output.2 == "%" { return "%" }
    guard let value = rest.popFirst() else { return String(match.output.0) }
    let mayBeRead = match.output.1.map { $0.contains("public") } ?? !["@", "s"].contains(match.output.2)
    return mayBeRead ? String(describing: value) : "<private>"
  }
}
