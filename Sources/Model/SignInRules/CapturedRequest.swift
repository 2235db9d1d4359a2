// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import JSONCoding
import WebForms

/// A request that somebody recorded: as it went over the wire, or in an HTTP archive (HAR 1.2).
package struct CapturedRequest: Sendable, Equatable {
  package enum Endpoint: String, Sendable, CaseIterable {
    case authorize = "/auth/authorize"
    case token = "/auth/token"
    case revoke = "/auth/revoke"
  }

  package let endpoint: Endpoint
  package let method: String
  /// The query, which follows the question mark.
  package let query: String
  /// The content type as it was sent; nil where the request has none.
  package let contentType: String?
  package let body: [UInt8]
  /// Seconds since 1970; nil where the recording does not say.
  package let sentAt: Int?
  /// The body of the answer; nil where it is not there.
  package let answer: String?

  package init(
    _ endpoint: Endpoint, method: String, query: String = "", contentType: String? = nil, body: [UInt8] = [],
    sentAt: Int? = nil, answer: String? = nil
  ) {
    (self.endpoint, self.method, self.query, self.contentType) = (endpoint, method, query, contentType)
    (self.body, self.sentAt, self.answer) = (body, sentAt, answer)
  }

  package enum Failure: Error, Equatable, Sendable {
    case tooLarge
    /// Neither an HTTP request nor an archive.
    case notRecording
    /// The file is a recording, and nothing in it goes to one of the three endpoints.
    case noRequest
  }

  package static let largest = 32 << 20

  /// All requests of a recording that go to one of the endpoints, whatever the host.
  package static func read(_ bytes: [UInt8]) throws(Failure) -> [CapturedRequest] {
    guard bytes.count <= largest else { throw .tooLarge }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let found = first == UInt8(ascii: "{") ? try archive(bytes) : [try message(bytes)].compactMap { $0 }
    guard !found.isEmpty else { throw .noRequest }
    return found
  }

  // MARK: - As it went over the wire

  private static let longestHead = 64 << 10

  private static func message(_ bytes: [UInt8]) throws(Failure) -> CapturedRequest? {
    guard let (head, body) = split(bytes), let text = String(validating: head, as: UTF8.self) else {
      throw .notRecording
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 3, words[2].hasPrefix("HTTP/") else { throw .notRecording }
    let headers = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " }.description)
    }
    guard let (endpoint, query) = target(words[1]) else { return nil }
    return CapturedRequest(
      endpoint, method: words[0], query: query, contentType: headers.first { $0.0 == "content-type" }?.1,
      body: Array(body))
  }

  /// Splits at the first empty line; line ends with and without a carriage return count.
  private static func split(_ bytes: [UInt8]) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>)? {
    var index = 0
    while index < min(bytes.count, longestHead) {
      if bytes[index] == 0x0A {
        let next = index + 1
        if next < bytes.count, bytes[next] == 0x0A { return (bytes[..<index], bytes[(next + 1)...]) }
        if next + 1 < bytes.count, bytes[next] == 0x0D, bytes[next + 1] == 0x0A {
          return (bytes[..<index], bytes[(next + 2)...])
        }
      }
      index += 1
    }
    return bytes.count <= longestHead ? (bytes[...], []) : nil
  }

  private static func target(_ address: String) -> (Endpoint, query: String)? {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first, let endpoint = Endpoint.allCases.first(where: { path.hasSuffix($0.rawValue) }) else {
      return nil
    }
    return (endpoint, parts.count == 2 ? String(parts[1].prefix { $0 != "#" }) : "")
  }

  // MARK: - In an archive

  private static func archive(_ bytes: [UInt8]) throws(Failure) -> [CapturedRequest] {
    let limits = JSONLimits(bytes: largest, depth: 32, values: 2_000_000)
    guard case .object(let all)? = try? JSONReader.read(bytes, limits), case .object(let log)? = all.value("log"),
      case .array(let entries)? = log.value("entries")
    else { throw .notRecording }
    return entries.compactMap(entry)
  }

  private static func entry(_ value: JSONValue) -> CapturedRequest? {
    guard case .object(let entry) = value, case .object(let request)? = entry.value("request"),
      let address = request.text("url"), let (endpoint, query) = target(address)
    else { return nil }
    var (type, body): (String?, String) = (nil, "")
    if case .object(let data)? = request.value("postData") {
      (type, body) = (data.text("mimeType"), data.text("text") ?? parameters(data))
    }
    let header = objects(request.value("headers")).first { $0.text("name")?.lowercased() == "content-type" }
    var answer: String?
    if case .object(let response)? = entry.value("response"), case .object(let content)? = response.value("content") {
      answer = content.text("text")
    }
    return CapturedRequest(
      endpoint, method: request.text("method") ?? "", query: query, contentType: header?.text("value") ?? type,
      body: Array(body.utf8), sentAt: entry.text("startedDateTime").flatMap(Timestamp.seconds), answer: answer)
  }

  static func parameters(_ data: [JSONValue.Member]) -> String {
    FormFields(objects(data.value("params")).map { .init($0.text("name") ?? "", $0.text("value") ?? "") }).encoded
  }

  static func objects(_ value: JSONValue?) -> [[JSONValue.Member]] {
    guard case .array(let values)? = value else { return [] }
    return values.compactMap { value in
      guard case .object(let members) = value else { return nil }
      return members
    }
  }
}

/// A point in time as archives write it (RFC 3339, section 5.6).
enum Timestamp {
  /// The seconds since 1970; nil for a text that is no time.
  static func seconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40, [bytes[4], bytes[7]] == Array("--".utf8), bytes[13] == colon,
      bytes[16] == colon, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || digits.contains($0) }
    guard let offset = offset(Array(zone)) else { return nil }
    return ((days(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
  }

  private static let colon = UInt8(ascii: ":")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy(digits.contains) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Minutes east of Greenwich.
  private static func offset(_ zone: [UInt8]) -> Int? {
    if zone == Array("Z".utf8) { return 0 }
    guard zone.count == 6, zone[3] == colon, let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]) else {
      return nil
    }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  /// Days since 1970-01-01, with March as the first month, so that a leap day is a year's last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
  }
}
