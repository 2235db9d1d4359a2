// SPDX-License-Identifier: Apache-2.0
import AppAttest
import Base64Coding
import IdentityModel
import JSONCoding
import MachineEnrolment
import WebAuthn
import WebServer

// MARK: - What the servers of apps ask about devices ("Accessing and modifying per-device data")

extension IdentityService {
  private static let limits = JSONLimits(bytes: 8192, depth: 2, values: 16)
  /// The seconds by which the clock of a team's server may differ.
  private static let tolerance = 24 * 3600

  func deviceToken(_ exchange: inout Exchange) -> WebResponse {
    answering(&exchange) { (issuer, body, exchange) throws(IssuerRefusal) in
      let vouched = try VouchedRequest(body)
      let token = try issuer.deviceToken(of: vouched, for: settings.address, at: exchange.now)
      exchange.note("outcome", "token")
      return .members(["token": .string(token.base64)])
    }
  }

  func queryBits(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    try answeringTeam(&exchange) { (question, store) throws(IdentityStoreError) in
      guard let bits = try store.deviceBits(ofTeam: question.team, on: question.endorsement) else {
        return Self.words(200, "Failed to find bit state")
      }
      return .json(
        200,
        .members([
          "bit0": .bool(bits.bit0), "bit1": .bool(bits.bit1), "last_update_time": .string(bits.month),
        ]))
    }
  }

  func updateBits(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let month = String(CalendarDay(milliseconds: exchange.now).text.prefix(7))
    return try answeringTeam(&exchange) { (question, store) throws(IdentityStoreError) in
      guard let bit0 = question.bit0, let bit1 = question.bit1 else {
        return Self.words(400, "Missing or incorrectly formatted bits")
      }
      try store.set(
        DeviceBits(bit0: bit0, bit1: bit1, month: month), ofTeam: question.team, on: question.endorsement)
      return WebResponse(200)
    }
  }

  func validateDevice(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    try answeringTeam(&exchange) { (_, _) throws(IdentityStoreError) in WebResponse(200) }
  }

  private struct Question {
    let team: String
    let endorsement: [UInt8]
    let bit0: Bool?
    let bit1: Bool?
  }

  private func answeringTeam(
    _ exchange: inout Exchange, _ body: (Question, any DeviceBitsStore) throws(IdentityStoreError) -> WebResponse
  ) throws(IdentityStoreError) -> WebResponse {
    guard let issuer else { throw .unavailable }
    guard exchange.request.headers["authorization"] != nil else {
      return Self.unauthorized("Missing or badly formatted authorization token", 400)
    }
    guard let team = try team(&exchange) else { return Self.unauthorized("Unable to verify authorization token") }
    exchange.note("team", team)
    if let wait = issuer.wait(ofTeam: team, at: exchange.now) {
      var response = Self.words(429, "Too many requests")
      response.headers.append(("Retry-After", String(wait)))
      return response
    }
    let bytes = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard let value = try? JSONReader.read(bytes, Self.limits), case .object(let members) = value else {
      return Self.words(400, "Missing or incorrectly formatted device token payload")
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    guard case .string(let id)? = member("transaction_id"), (1...256).contains(id.utf8.count) else {
      return Self.words(400, "Missing or incorrectly formatted transaction ID")
    }
    guard case .number(let time)? = member("timestamp"), time / 1000 >= exchange.seconds - Self.tolerance,
      time / 1000 <= exchange.seconds + Self.tolerance
    else { return Self.words(400, "Missing or incorrectly formatted time stamp") }
    guard case .string(let text)? = member("device_token"), let token = Base64.decode(text),
      let endorsement = issuer.tokens.endorsement(of: token, team: team, at: exchange.now)
    else { return Self.words(400, "Missing or incorrectly formatted device token payload") }
    let machine = try store.machine(endorsement: endorsement)
    // Nothing is vouched for of a machine that is gone, or is not trusted any more.
    guard let machine, machine.revokedAt == nil else { return Self.words(403, "The device is not trusted any more") }
    func bit(_ name: String) -> Bool? { if case .bool(let bit)? = member(name) { bit } else { nil } }
    let answer = try body(
      Question(team: team, endorsement: endorsement, bit0: bit("bit0"), bit1: bit("bit1")), store)
    exchange.note("outcome", "answered")
    return answer
  }
}
