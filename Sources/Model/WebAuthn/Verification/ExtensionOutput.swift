// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JSONCoding

/// The forms of the client extension outputs that WebAuthn Level 3 defines (10.1).
enum ExtensionOutput {
  /// Whether an extension's output has its form; true for an extension that is not known.
  static func hasItsForm(_ output: JSONValue.Member) -> Bool {
    switch (output.name, output.value) {
    case ("appid", .bool), ("appidExclude", .bool): true
    case ("credProps", .object(let members)): isBool("rk", members)
    case ("prf", .object(let members)): isBool("enabled", members) && hasResults(members)
    case ("largeBlob", .object(let members)):
      isBool("supported", members) && isBool("written", members) && isBytes("blob", members)
    case ("appid", _), ("appidExclude", _), ("credProps", _), ("prf", _), ("largeBlob", _): false
    default: true
    }
  }

  private static func hasResults(_ members: [JSONValue.Member]) -> Bool {
    guard let results = value("results", members) else { return true }
    guard case .object(let values) = results else { return false }
    return isOutput("first", values, isOptional: false) && isOutput("second", values, isOptional: true)
  }

  /// Thirty-two bytes (WebAuthn Level 3, 10.1.4).
  private static func isOutput(_ name: String, _ members: [JSONValue.Member], isOptional: Bool) -> Bool {
    guard let value = value(name, members) else { return isOptional }
    guard case .string(let text) = value else { return false }
    return Base64URL.decode(text)?.count == 32
  }

  private static func isBool(_ name: String, _ members: [JSONValue.Member]) -> Bool {
    guard let value = value(name, members) else { return true }
    if case .bool = value { return true }
    return false
  }

  private static func isBytes(_ name: String, _ members: [JSONValue.Member]) -> Bool {
    guard let value = value(name, members) else { return true }
    guard case .string(let text) = value else { return false }
    return Base64URL.decode(text) != nil
  }

  private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue? {
    members.first { $0.name.isSameText(as: name) }?.value
  }
}
