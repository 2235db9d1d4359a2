// SPDX-License-Identifier: Apache-2.0
import AppAttest
import CryptoPrimitives
import IdentityModel
import JOSECoding
import JSONCoding
import MachineEnrolment
import SoftwareTPM
import Testing
import WebServer

@testable import IdentityService

/// The two bits of a team about a machine, as its server asks for them.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) struct DeviceBitsTests {
  private struct Team {
    let machine: TestMachine
    let provider: ProviderUnderTest
    let authorization: String

    init(_ machine: TestMachine, _ provider: ProviderUnderTest) throws {
      (self.machine, self.provider) = (machine, provider)
      let signing = try #require(JWSSigningKey(id: "KEY0000001", provider.key))
      let token = try CompactJWS.sign(
        [.init("iss", .string(ProviderUnderTest.team)), .init("iat", .number(provider.now))], with: signing)
      authorization = "Bearer " + token
    }

    func token(app: String = "TEAM000001.com.example.app") throws -> WebResponse {
      let request = DeviceTokenRequest(
        issuer: "https://id.example.org", challenge: machine.challenge, machine: machine.id, appID: app,
        publicKey: try ECPrivateKey(.p256).publicKey)
      let octets = Array(request.json.text.utf8)
      return try machine.post(
        "/attest/device-token", machine.vouched(octets, digest: request.vouchedDigest(of: octets)).json)
    }

    func ask(
      _ path: String, _ token: String?, _ more: [JSONValue.Member] = [], time: Int? = nil, authorization: String? = nil
    ) -> WebResponse {
      let members: [JSONValue.Member] = [
        .init("device_token", token.map { .string($0) } ?? .null), .init("transaction_id", .string("t-1")),
        .init("timestamp", .number(time ?? provider.now * 1000)),
      ]
      return provider.send(
        "POST", "/v1/" + path, headers: ["authorization": authorization ?? self.authorization],
        body: JSONValue.object(members + more).text)
    }

    func update(_ token: String, _ bit0: Bool, _ bit1: Bool) -> WebResponse {
      ask("update_two_bits", token, [.init("bit0", .bool(bit0)), .init("bit1", .bool(bit1))])
    }
  }

  private func withTeam(_ body: (Team) throws -> Void) throws {
    try SoftwareTPM.run { software in
      let provider = try ProviderUnderTest()
      let machine = try TestMachine(software, provider)
      try machine.admit()
      try body(Team(machine, provider))
    }
  }

  @Test func `A team's server reads what it set, by whichever token, also after the machine enrolled anew`() throws {
    try withTeam { team in
      let token = try #require(try team.token().json.text("token"))
      let unset = team.ask("query_two_bits", token)
      #expect(unset.status == 200 && unset.text == "Failed to find bit state")
      #expect(team.ask("validate_device_token", token).status == 200)
      // Two updates: both are told that it is done, and the later one holds.
      #expect(team.update(token, true, true).status == 200)
      #expect(team.update(token, true, false).status == 200)
      #expect(try team.machine.enrol().status == 200)
      let other = try #require(try team.token().json.text("token"))
      #expect(other != token)
      let bits = team.ask("query_two_bits", other).json
      #expect(bits.map(\.name) == ["bit0", "bit1", "last_update_time"])
      #expect(bits.map(\.value) == [.bool(true), .bool(false), .string("2025-11")])
    }
  }

  @Test func `Nobody but the team's server reads or sets its bits`() throws {
    try withTeam { team in
      let token = try #require(try team.token().json.text("token"))
      // Of another team's app the token says nothing, and neither does one that was changed, is over, or was never given.
      let foreign = try #require(try team.token(app: "TEAM000002.com.example.app").json.text("token"))
      for bad in [nil, "", "x", foreign, String(token.dropLast(4)), "A" + token.dropFirst()] {
        let answer = team.ask("query_two_bits", bad)
        #expect(
          answer.status == 400 && answer.text == "Missing or incorrectly formatted device token payload", "\(answer)")
        #expect(team.ask("validate_device_token", bad).status == 400)
      }
      let refused = team.ask("query_two_bits", token, authorization: "Bearer x")
      #expect(refused.status == 401 && refused.text == "Unable to verify authorization token")
      #expect(refused.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
      let missing = team.provider.send("POST", "/v1/query_two_bits", body: "{}")
      #expect(missing.status == 400 && missing.text == "Missing or badly formatted authorization token")
      let bits = team.ask("update_two_bits", token, [.init("bit0", .bool(true))])
      #expect(bits.status == 400 && bits.text == "Missing or incorrectly formatted bits")
      let late = team.ask("query_two_bits", token, time: (team.provider.now - 2 * 86_400) * 1000)
      #expect(late.status == 400 && late.text == "Missing or incorrectly formatted time stamp")
      #expect(team.provider.send("GET", "/v1/query_two_bits").status == 405)
      team.provider.pass(seconds: 86_401)
      let fresh = try Team(team.machine, team.provider)
      #expect(fresh.ask("query_two_bits", token).status == 400)
      let again = try #require(try fresh.token().json.text("token"))
      try team.provider.store.revokeMachine(team.machine.id, at: Int64(team.provider.now) * 1000)
      #expect(fresh.ask("query_two_bits", again).status == 403)
      #expect(try fresh.token().json.text("error") == "machineRevoked")
    }
  }

  @Test func `A machine and a team that ask too often are told when to come again`() throws {
    try withTeam { team in
      var last = try team.token()
      for _ in 0..<DeviceTokens.mostOfMachine { last = try team.token() }
      #expect(last.status == 429 && last.json.text("error") == "tooMany")
      #expect(last.header("Retry-After").flatMap { Int($0) }.map { (1...60).contains($0) } == true)
      team.provider.pass(seconds: 60)
      #expect(try team.token().status == 200)
      let rates = CallRates()
      for call in 0..<10 { #expect((rates.begin("team", atMost: 9, at: 61_000) == nil) == (call < 9)) }
      #expect(rates.begin("team", atMost: 9, at: 61_000) == 59)
      #expect(rates.begin("team", atMost: 9, at: 120_000) == nil)
    }
  }

  @Test func `No machine and no team pays for another's questions, and so many names have room in a minute`() {
    let rates = CallRates(mostNames: 10_000)
    for name in 0..<10_000 { #expect(rates.begin("\(name)", atMost: 1, at: 61_000) == nil) }
    for name in 0..<10_000 { #expect(rates.begin("\(name)", atMost: 1, at: 61_000) == 59) }
    // One that is known goes on, one more has to wait.
    #expect(rates.begin("0", atMost: 2, at: 61_000) == nil)
    #expect(rates.begin("another", atMost: 1, at: 61_000) == 59)
    #expect(rates.begin("another", atMost: 1, at: 120_000) == nil)
  }
}
