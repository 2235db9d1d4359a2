// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
package import JSONCoding
import TerminalText

/// An answer of a provider as lines for people: of a list each entry one, of an object each member.
package struct ResultText {
  package let lines: [String]

  package init(_ value: JSONValue) {
    switch value {
    case .array(let entries): lines = entries.map(Self.line)
    case .object(let members): lines = members.map { "\($0.name): \(Self.words($0.value))" }
    case let other: lines = [Self.words(other)]
    }
  }

  /// The sentence for a list without an entry, and what makes one; nil for what is no list.
  package static func nothing(_ name: AdministrativeRequest.Name) -> String? {
    switch name {
    case .teamList: "There is no team.\nTry: bailey-identity team add TEAM NAME"
    case .clientList: "There is no app and no service.\nTry: bailey-identity app add --team TEAM CLIENT NAME"
    case .keyList: "There is no key.\nTry: bailey-identity help key"
    case .redirectList: "It has no address.\nTry: bailey-identity redirect add CLIENT URL"
    case .userList: "There is no account.\nTry: bailey-identity help user"
    case .userSites: "They sign in nowhere."
    case .userSessions: "They are signed in nowhere."
    case .endpointList: "No app has an endpoint.\nTry: bailey-identity endpoint set APP URL"
    case .notificationList: "No server was told anything.\nTry: bailey-identity help notifications send-test"
    case .machineList: "No machine was added.\nTry: bailey-identity help machine add"
    case .machineAuthorities: "No authority for TPMs is trusted.\nTry: bailey-identity help machine trust"
    case .log: noRequest(nil)
    default: nil
    }
  }

  private static func line(_ value: JSONValue) -> String {
    guard case .object(let members) = value else { return words(value) }
    return members.map { $0.name == "id" ? words($0.value) : "\($0.name)=\(words($0.value))" }.joined(separator: "  ")
  }

  /// The sentence for a log without a request, or without the one that was asked for.
  package static func noRequest(_ id: String?) -> String {
    guard let id else { return "The log has no request yet." }
    return "The log has no request \(words(.string(id))): it keeps the latest 10,000."
  }

  /// Names come from others: none steers a terminal.
  static func words(_ value: JSONValue) -> String {
    guard case .string(let text) = value else { return value.text }
    return text.unicodeScalars.contains(where: \.steersTerminals) ? value.text : text
  }
}
