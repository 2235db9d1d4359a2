// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JOSECoding
import JSONCoding
import SignInPages
import SignInRules
import WebServer

/// One request while it is answered: what it is known by, and what the log will say of it.
struct Exchange {
  let request: WebRequest
  /// The identifier of the request, the same in the answer's header and in the log.
  let id: String
  /// Milliseconds since 1970.
  let now: Int64
  let endpoint: String
  var findings: [RuleFinding] = []
  /// Whom it is for, once that is known.
  var client: SignInClient?
  /// What is unusual and broke nothing.
  var notes: [RuleFinding] = []
  private var facts: [JSONValue.Member] = []

  init(_ request: WebRequest, endpoint: String, id: String, now: Int64) {
    (self.request, self.endpoint, self.id, self.now) = (request, endpoint, id, now)
  }

  static let header = "Correlation-Id"

  var seconds: Int { Int(now / 1000) }

  mutating func note(_ name: String, _ value: String) {
    facts.append(JSONValue.Member(name, .string(value.shortened)))
  }

  /// Notes a code or a token for the log, as its digest.
  mutating func note(_ name: String, secret: String) { note(name, "sha256:" + TokenDigest(of: secret).short) }

  var language: PageLanguage { PageLanguage(accepting: request.headers["accept-language"]) }

  func record(status: UInt16) -> LoggedRequest {
    let head: [JSONValue.Member] = [
      .init("endpoint", .string(endpoint)), .init("status", .number(Int(status))),
    ]
    let tail: [JSONValue.Member] = [
      .init("rules", Self.listed(findings)), .init("notes", Self.listed(notes)),
    ]
    return LoggedRequest(id: id, at: now, record: JSONValue.object(head + facts + tail).text)
  }

  private static let longestList = 4096

  /// The first of them, and as many as a line has room for: what a request breaks, and how often, is up to strangers.
  private static func listed(_ findings: [RuleFinding]) -> JSONValue {
    var room = longestList
    let listed = findings.prefix(100).map(\.logged).prefix { value in
      defer { room -= value.text.utf8.count }
      return room > 0
    }
    return .array(Array(listed))
  }
}

extension RuleFinding {
  fileprivate var logged: JSONValue {
    .object([.init("rule", .string(rule.name))] + facts.map { JSONValue.Member($0.name, .string($0.value.shortened)) })
  }

  /// The rule with what was seen, where there is something: `clientUnknown (client_id: "x")`.
  var text: String { facts.isEmpty ? rule.name : "\(rule.name) (\(factsText))" }

  var factsText: String { facts.map { "\($0.name): \($0.value)" }.joined(separator: ", ") }
}

extension String {
  /// The text cut at a number of bytes: a single character may have any number of them.
  fileprivate var shortened: String {
    utf8.count <= 300 ? self : String(decoding: utf8.prefix(300), as: UTF8.self)
  }
}
