// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// The name of a person, which the provider says once, at their first consent. It comes by the browser and is signed by nobody: it is what
/// somebody typed.
public struct SignInUser: Sendable, Equatable {
  /// The name, or empty where none was given.
  public let givenName: String
  /// The name, or empty where none was given.
  public let familyName: String

  static let largest = 4096
  private static let longestName = 200

  /// Reads the field `user`; nil where it is none. The mail address in it is left out, since the token has the one that is signed.
  package init?(_ text: String) {
    guard
      case .object(let members)? = try? JSONReader.read(
        Array(text.utf8), JSONLimits(bytes: Self.largest, depth: 4, values: 32))
    else { return nil }
    guard case .object(let name)? = members.first(where: { $0.name == "name" })?.value else { return nil }
    func part(_ key: String) -> String {
      guard case .string(let text)? = name.first(where: { $0.name == key })?.value else { return "" }
      let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
      return String(String.UnicodeScalarView(shown).prefix(Self.longestName))
    }
    (givenName, familyName) = (part("firstName"), part("lastName"))
    if givenName.isEmpty, familyName.isEmpty { return nil }
  }

  package var text: String {
    JSONValue.members([
      "name": .members(["firstName": .string(givenName), "lastName": .string(familyName)])
    ]).text
  }
}
