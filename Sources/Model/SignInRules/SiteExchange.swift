// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import JSONCoding

/// A request of a browser's with its answer: as it went over the wire, saved, or in an HTTP archive.
package struct SiteExchange: Sendable, Equatable {
  package let method: String
  /// The address of the request; empty where only an answer was saved.
  package let address: String
  package let form: String
  package let status: Int
  /// The values of `Set-Cookie`.
  package let cookies: [String]
  package let location: String?
  package let body: String

  package init(
    method: String = "GET", address: String = "", form: String = "", status: Int = 200, cookies: [String] = [],
    location: String? = nil, body: String = ""
  ) {
    (self.method, self.address, self.form, self.status) = (method, address, form, status)
    (self.cookies, self.location, self.body) = (cookies, location, body)
  }

  private static let longestBody = 1 << 20
  private static let mostEntries = 2000

  /// Reads a saved answer (a status line and headers first, or a page alone), or an archive.
  package static func read(_ bytes: [UInt8]) throws(CapturedRequest.Failure) -> [SiteExchange] {
    guard bytes.count <= CapturedRequest.largest else { throw .tooLarge }
    let text = String(decoding: bytes, as: UTF8.self)
    switch text.first(where: { !$0.isWhitespace }) {
    case "{": return try archive(bytes)
    case "<": return [SiteExchange(body: String(text.prefix(longestBody)))]
    default: return [try answer(text)]
    }
  }

  // MARK: - A saved answer

  private static func answer(_ text: String) throws(CapturedRequest.Failure) -> SiteExchange {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let words = (all.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { throw .notRecording }
    let head = all.dropFirst().prefix { !$0.isEmpty }
    var headers: [(name: String, value: String)] = []
    for line in head {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers.append((line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    let body = all.dropFirst(head.count + 2).joined(separator: "\n")
    return SiteExchange(status: status, headers: headers, body: String(body.prefix(longestBody)))
  }

  /// An answer with its headers, by names in small letters.
  package init(
    method: String = "GET", address: String = "", form: String = "", status: Int,
    headers: [(name: String, value: String)], body: String
  ) {
    self.init(
      method: method, address: address, form: form, status: status,
      cookies: headers.filter { $0.name == "set-cookie" }.flatMap { $0.value.split(separator: "\n").map(String.init) },
      location: headers.first { $0.name == "location" }?.value, body: body)
  }

  // MARK: - An archive

  private static func archive(_ bytes: [UInt8]) throws(CapturedRequest.Failure) -> [SiteExchange] {
    let limits = JSONLimits(bytes: CapturedRequest.largest, depth: 32, values: 2_000_000)
    guard case .object(let all)? = try? JSONReader.read(bytes, limits), case .object(let log)? = all.value("log"),
      case .array(let entries)? = log.value("entries")
    else { throw .notRecording }
    return entries.prefix(mostEntries).compactMap(entry)
  }

  private static func entry(_ value: JSONValue) -> SiteExchange? {
    guard case .object(let entry) = value, case .object(let request)? = entry.value("request"),
      let address = request.text("url")
    else { return nil }
    var form = ""
    if case .object(let data)? = request.value("postData") {
      form = data.text("text") ?? CapturedRequest.parameters(data)
    }
    guard case .object(let response)? = entry.value("response") else {
      return SiteExchange(method: request.text("method") ?? "", address: address, form: form, status: 0)
    }
    var body = ""
    if case .object(let content)? = response.value("content") { body = content.text("text") ?? "" }
    let headers = CapturedRequest.objects(response.value("headers")).map {
      (name: ($0.text("name") ?? "").lowercased(), value: $0.text("value") ?? "")
    }
    return SiteExchange(
      method: request.text("method") ?? "", address: address, form: form, status: response.number("status") ?? 0,
      headers: headers, body: String(body.prefix(longestBody)))
  }
}
