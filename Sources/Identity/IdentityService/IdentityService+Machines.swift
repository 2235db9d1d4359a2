// SPDX-License-Identifier: Apache-2.0
import AppAttest
import IdentityModel
import JOSECoding
import JSONCoding
import MachineEnrolment
import SignInRules
import WebAuthn
import WebServer

// MARK: - What machines ask

extension IdentityService {
  func enrol(_ exchange: inout Exchange) -> WebResponse {
    answering(&exchange) { (issuer, body, exchange) throws(IssuerRefusal) in
      let request = try EnrolmentRequest(body)
      exchange.note("endorsement", request.endorsement.hexadecimal)
      let challenge = try issuer.begin(request, at: exchange.now)
      return .members([
        "enrolment": .string(challenge.id), "credential": .string(challenge.credential.object.base64),
        "secret": .string(challenge.credential.encryptedSecret.base64),
      ])
    }
  }

  private static let finishLimits = JSONLimits(bytes: 1024, depth: 2, values: 8)

  func finishEnrolment(_ exchange: inout Exchange) -> WebResponse {
    answering(&exchange) { (issuer, body, exchange) throws(IssuerRefusal) in
      let (id, proof): (String, [UInt8])
      do throws(FormError) {
        let form = try FormReader(body, Self.finishLimits)
        (id, proof) = (try form.string("enrolment"), try form.anyBase64("proof"))
      } catch { throw .malformed }
      let machine = try issuer.finish(id, proof: proof, at: exchange.now)
      exchange.note("machine", machine.id)
      exchange.note("outcome", "enrolled")
      return .members(["machine": .string(machine.id), "root": .string(issuer.root.base64)])
    }
  }

  /// What the next request of a machine has to hold, and the address that it has to be for.
  func challengeMachine(_ exchange: inout Exchange) -> WebResponse {
    answering(&exchange) { (issuer, body, exchange) throws(IssuerRefusal) in
      let machine: String
      do throws(FormError) { machine = try FormReader(body, Self.finishLimits).string("machine") } catch {
        throw .malformed
      }
      exchange.note("machine", machine)
      return .members([
        "challenge": .string(issuer.challenge(for: machine, at: exchange.now).base64),
        "issuer": .string(settings.address),
      ])
    }
  }

  func attestKey(_ exchange: inout Exchange) -> WebResponse {
    answering(&exchange) { (issuer, body, exchange) throws(IssuerRefusal) in
      let vouched = try VouchedRequest(body)
      if let request = try? AppKeyRequest(vouched.request) {
        exchange.note("machine", request.machine)
        exchange.note("app", request.appID)
      }
      let attestation = try issuer.attestation(of: vouched, for: settings.address, at: exchange.now)
      exchange.note("outcome", "attested")
      return .members(["attestation": .string(attestation.base64), "root": .string(issuer.root.base64)])
    }
  }

  func answering(
    _ exchange: inout Exchange,
    _ body: (AttestationIssuer, [UInt8], inout Exchange) throws(IssuerRefusal) -> JSONValue
  ) -> WebResponse {
    do throws(IssuerRefusal) {
      guard let issuer else { throw .unavailable }
      let bytes = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      return .json(200, try body(issuer, bytes, &exchange))
    } catch {
      exchange.note("refusal", error.name)
      var response = WebResponse.json(error.status, .members(["error": .string(error.name)]))
      if case .tooMany(let seconds) = error { response.headers.append(("Retry-After", String(seconds))) }
      return response
    }
  }
}

// MARK: - What the servers of apps ask

extension IdentityService {
  /// `POST /v1/attestationData`, as the servers of apps ask Apple's ("Assessing fraud risk"): a receipt in base64, and a
  /// token of the team's.
  func exchangeReceipt(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard let issuer else { throw .unavailable }
    guard let team = try team(&exchange) else { return Self.unauthorized("the token is not one of a team's") }
    exchange.note("team", team)
    let text = exchange.request.body.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    let lines = text.filter { !$0.isNewline }
    guard let receipt = [UInt8](anyBase64: lines), !receipt.isEmpty else {
      return Self.words(400, "the receipt is not in base64")
    }
    do throws(IssuerRefusal) {
      switch try issuer.exchange(receipt, ofTeam: team, at: exchange.now) {
      case .renewed(let renewed):
        exchange.note("outcome", "renewed")
        return Self.words(200, renewed.base64)
      case .notYet(let seconds):
        var response = WebResponse(304)
        response.headers.append(("Retry-After", String(seconds)))
        return response
      case .refused(let reason):
        exchange.note("refusal", reason)
        return Self.words(400, "the receipt is not one of this issuer’s for this team, or is over")
      case .unknown: return Self.words(404, "nothing is known of this receipt")
      }
    } catch .tooMany(let seconds) {
      exchange.note("refusal", "tooMany")
      var response = Self.words(429, "too many receipts in a minute")
      response.headers.append(("Retry-After", String(seconds)))
      return response
    } catch { throw .unavailable }
  }

  /// RFC 6750, section 3.
  static func unauthorized(_ text: String, _ status: UInt16 = 401) -> WebResponse {
    var response = words(status, text)
    if status == 401 { response.headers.append(("WWW-Authenticate", "Bearer error=\"invalid_token\"")) }
    return response
  }

  static func words(_ status: UInt16, _ text: String) -> WebResponse {
    WebResponse(status, .bytes(Array(text.utf8)), headers: [("Content-Type", "text/plain; charset=utf-8")])
  }

  /// How old a team's token may be, in seconds.
  private static let longestToken = 3600

  /// The team whose key signed the request's token; nil where none did.
  func team(_ exchange: inout Exchange) throws(IdentityStoreError) -> String? {
    let header = exchange.request.headers["authorization"] ?? ""
    let token = header.hasPrefix("Bearer ") ? String(header.dropFirst("Bearer ".count)) : header
    guard let parsed = try? CompactJWS(token.utf8), parsed.algorithmName == JOSEAlgorithm.es256.rawValue,
      let kid = parsed.keyID, let team = parsed.claims.text("iss"), let issued = parsed.claims.number("iat")
    else { return nil }
    exchange.note("kid", kid)
    let now = exchange.seconds
    let end = parsed.claims.number("exp") ?? .max
    guard (now - Self.longestToken...now + settings.clockTolerance).contains(issued), now < end else { return nil }
    let key = try store.keys(ofTeam: team).first { $0.id == kid && $0.revokedAt == nil }
    guard let key, (try? parsed.verify(with: JSONWebKey(id: kid, ec: key.publicKey))) != nil else { return nil }
    return team
  }
}
