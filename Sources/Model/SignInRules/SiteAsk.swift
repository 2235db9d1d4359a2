// SPDX-License-Identifier: Apache-2.0
import WebForms

/// How a page asks a provider to sign somebody in: by an address, or by what it tells the provider's script.
package struct SiteAsk: Sendable, Equatable {
  /// The query that the provider gets, as it stands in the page.
  package let query: String

  /// The first value of a name.
  package func value(_ name: String) -> String? { fields?[name].flatMap { $0.isEmpty ? nil : $0 } }

  private var fields: FormFields? { try? FormFields(decoding: query.utf8) }

  private static let endpoint = CapturedRequest.Endpoint.authorize.rawValue + "?"
  private static let most = 100

  /// All that an exchange asks: in its own address, in where it leads, and in its page.
  package static func all(in exchange: SiteExchange) -> [SiteAsk] {
    var asks = links(in: exchange.address) + links(in: exchange.location ?? "") + links(in: exchange.body)
    if let script = script(in: exchange.body) { asks.append(script) }
    var seen: Set<String> = []
    return asks.filter { seen.insert($0.query).inserted }
  }

  private static func links(in text: String) -> [SiteAsk] {
    var (asks, rest): ([SiteAsk], Substring) = ([], text[...])
    while asks.count < most, let found = rest.firstRange(of: endpoint) {
      let tail = rest[found.upperBound...]
      let query = tail.prefix { !" \"'<>`\\#".contains($0) && !$0.isNewline }
      // The endpoint's name in somebody's script is no address.
      if query.contains("client_id=") { asks.append(SiteAsk(query: unescaped(query))) }
      rest = tail[query.endIndex...]
    }
    return asks
  }

  private static func unescaped(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let found = rest.firstRange(of: "&amp;") {
      result += rest[..<found.lowerBound] + "&"
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  // MARK: - By the script

  private static let names = [
    ("client_id", "client-id", "clientId"), ("redirect_uri", "redirect-uri", "redirectURI"),
    ("scope", "scope", "scope"),
    ("state", "state", "state"), ("nonce", "nonce", "nonce"),
  ]

  /// What the script would ask with: of its configuration in tags, and in a call of `init`.
  private static func script(in page: String) -> SiteAsk? {
    let call = page.firstRange(of: "AppleID.auth.init(").map { page[$0.upperBound...].prefix { $0 != ")" } } ?? ""
    func setting(_ tag: String, _ key: String) -> String? { literal(key, in: call) ?? content(tag, in: page) }
    guard let client = setting("client-id", "clientId"), !client.isEmpty else { return nil }
    var fields: [FormFields.Field] = []
    for (name, tag, key) in names {
      if let value = setting(tag, key), !value.isEmpty { fields.append(.init(name, value)) }
    }
    let isPopup = setting("use-popup", "usePopup") == "true"
    fields.append(.init("response_type", "code id_token"))
    fields.append(.init("response_mode", isPopup ? "web_message" : "form_post"))
    return SiteAsk(query: FormFields(fields).encoded)
  }

  /// `<meta name="appleid-signin-NAME" content="VALUE">`
  private static func content(_ name: String, in page: String) -> String? {
    guard let found = page.firstRange(of: "appleid-signin-\(name)\"") ?? page.firstRange(of: "appleid-signin-\(name)'")
    else { return nil }
    let before = page[..<found.lowerBound]
    let start = before.lastIndex(of: "<") ?? before.startIndex
    let tag = page[start...].prefix { $0 != ">" }
    guard let value = tag.firstRange(of: "content=") else { return nil }
    return quoted(tag[value.upperBound...]).map { unescaped($0[...]) }
  }

  /// `key: "value"`, `key: true`.
  private static func literal(_ key: String, in call: Substring) -> String? {
    guard let found = call.firstRange(of: key) else { return nil }
    let rest = call[found.upperBound...].drop { "\"' :".contains($0) && $0 != ":" }
    guard rest.first == ":" else { return nil }
    let value = rest.dropFirst().drop(while: \.isWhitespace)
    // What is no literal is a value all the same, which nobody can read here.
    return quoted(value) ?? String(value.prefix { !",}".contains($0) && !$0.isWhitespace })
  }

  private static func quoted(_ text: Substring) -> String? {
    guard let mark = text.first, "\"'`".contains(mark) else { return nil }
    return String(text.dropFirst().prefix { $0 != mark })
  }
}
