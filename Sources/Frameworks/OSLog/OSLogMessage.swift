// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The privacy of a value in a log message: whether it is written or redacted. Source: `os.OSLogPrivacy`.
public struct OSLogPrivacy: Sendable {
  /// The text that replaces a redacted value. Source: `os.OSLogPrivacy.Mask`.
  public enum Mask: Sendable {
    /// A hash on Apple's systems, which is the same for equal values; here a redacted value has no hash.
    case hash
    case none
  }

  enum Kind { case open, closed, automatic }
  let kind: Kind

  /// The value is written.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open) }
  /// The value is redacted.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .closed) }
  /// The value is redacted, as any private one here.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .closed) }
  /// The value is written if it is a number or a Boolean, and redacted if it is anything else.
  public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .automatic) }
  /// A redacted value with a mask.
  ///
  /// - Parameter mask: The replacement, which is ignored here: every redacted value is written as `<private>`.
  /// - Returns: The privacy `private`.
  public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
  /// The default privacy of a value, with a mask where it is redacted.
  ///
  /// - Parameter mask: The replacement, which is ignored here: every redacted value is written as `<private>`.
  /// - Returns: The privacy `auto`.
  public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
}

/// A log message with interpolated values. Source: `os.OSLogMessage`.
///
/// Numbers are written; strings and objects are redacted, unless their privacy is `public`.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// A message without values.
  public init(stringLiteral value: String) { text = value }
  /// A message with interpolated values.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The interpolation of which a log message is made. Source: `os.OSLogInterpolation`.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  /// An interpolation without text.
  public init(literalCapacity: Int, interpolationCount: Int) {}
  /// Appends text of the source, which is never redacted. Source: `os`, `appendLiteral`.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  private mutating func append(_ value: @autoclosure () -> Any, _ privacy: OSLogPrivacy, isNumber: Bool) {
    let isOpen = privacy.kind == .open || privacy.kind == .automatic && isNumber
    text += isOpen ? String(describing: value()) : "<private>"
  }

  /// Appends a number, which is written unless its privacy says otherwise. Source: `os`, `appendInterpolation`.
  public mutating func appendInterpolation<Value: Numeric>(
    _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
  ) {
    append(value(), privacy, isNumber: true)
  }
  /// Appends a Boolean, which is written unless its privacy says otherwise. Source: `os`, `appendInterpolation`.
  public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
    append(value(), privacy, isNumber: true)
  }
  /// Appends any other value, which is redacted unless its privacy says otherwise. Source: `os`, `appendInterpolation`.
  @_disfavoredOverload public mutating func appendInterpolation<Value>(
    _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
  ) {
    append(value(), privacy, isNumber: false)
  }
}

/// Logs a message of a format string.
///
/// - Parameters:
///   - message: What happened; `%@`, `%d` and the like stand for values, and `%{public}@` for one that everyone may read.
///   - log: The log that the message goes to.
///   - type: The level.
///   - values: The arguments of the format string.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ values: any CVarArg...
) {
  log.write(type, filled("\(message)", values))
}

/// Logs a message at a level, in the default log.
///
/// - Parameters:
///   - type: The level.
///   - message: The text, with the values in it.
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { OSLog.default.write(type, message.text) }

/// A format string with its arguments put in, redacted where they are not public.
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
