// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SecretMemory
import Testing
import WebForms
import WebServer

@testable import IdentityService

/// Wrong passwords cost time per network, whoever they are for.
@Suite struct NetworkTests {
  @Test(
    arguments: [
      ("192.0.2.1", [192, 0, 2, 1]), ("::ffff:192.0.2.1", [192, 0, 2, 1]), ("::FFFF:c000:201", [192, 0, 2, 1]),
      ("2001:db8:1:2:3:4:5:6", [0x20, 1, 0xD, 0xB8, 0, 1, 0, 2]), ("2001:db8:1:2::", [0x20, 1, 0xD, 0xB8, 0, 1, 0, 2]),
      ("2001:db8:1:2::1.2.3.4", [0x20, 1, 0xD, 0xB8, 0, 1, 0, 2]), ("::1", [0, 0, 0, 0, 0, 0, 0, 0]),
      ("::", [0, 0, 0, 0, 0, 0, 0, 0]), ("1::8", [0, 1, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])]) func `A network is an address of IPv4, or 64 bits of IPv6`(
      text: String, bytes: [UInt8]
    ) throws
  {
    #expect(try #require(ClientNetwork(text)).bytes == bytes)
  }

  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.0004", "1.2.3.-4", " 1.2.3.4", "1.2.3.4:80", ":", ":::", "1::2::3",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "1.2.3.4::", "::1.2.3", "fe80::1%eth0", "[::1]",
    "12345::",
    "g::", "unknown", "::1.2.3.4:5", "0x1.2.3.4",
  ]) func `Other text is none`(text: String) { #expect(ClientNetwork(text) == nil) }

  private func network(_ number: Int) throws -> ClientNetwork {
    try #require(ClientNetwork("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"))
  }

  @Test func `A network has some wrong ones for nothing, waits longer for each further, and is forgiven one by one`()
    throws
  {
    let (tries, network, now) = (NetworkTries(), try network(1), Int64(1_764_000_000_000))
    for _ in 0..<NetworkTries.free { #expect(tries.begin(network, at: now) == nil) }
    #expect(tries.begin(network, at: now) == nil)
    #expect(tries.begin(network, at: now) == now + 2000)
    #expect(tries.begin(network, at: now + 1999) == now + 2000)
    #expect(tries.begin(network, at: now + 2000) == nil)
    #expect(tries.begin(network, at: now + 2000) == now + 6000)
    // A clock that was put back keeps nobody out for longer than the longest delay.
    #expect(tries.begin(network, at: now - 86_400_000) == nil)
    let later = now + NetworkTries.forgiveness * 30
    for _ in 0..<NetworkTries.free { #expect(tries.begin(network, at: later) == nil) }
    #expect(NetworkTries.delay(afterFailures: .max) == 15 * 60 * 1000)
  }

  @Test func `One that was right is none, and gives the others back to nobody`() throws {
    let (tries, network) = (NetworkTries(), try network(1))
    for _ in 0..<200 {
      #expect(tries.begin(network, at: 1) == nil)
      tries.takeBack(network)
    }
    for _ in 0...NetworkTries.free { #expect(tries.begin(network, at: 1) == nil) }
    #expect(tries.begin(network, at: 1) != nil)
  }

  @Test func `However many networks ask, the table is no larger, and a busy one is not forgotten`() throws {
    let (tries, busy) = (NetworkTries(), try network(0))
    for _ in 0...NetworkTries.free { _ = tries.begin(busy, at: 1) }
    for number in 1...20_000 { _ = tries.begin(try network(number), at: 1) }
    #expect(tries.begin(busy, at: 1) != nil)
  }

  @Test func `The proxy's word counts where it is trusted: the last of the list, and nobody's own`() throws {
    let provider = try Self.provider(people: 20)
    func attempt(_ number: Int, from header: String?, password: String = "wrong password") throws -> WebResponse {
      try Self.attempt(provider, number % 20, from: header, password: password)
    }
    // Wrong ones for many accounts, each with another forged beginning.
    for number in 0..<21 { _ = try attempt(number, from: "198.51.100.\(number), 192.0.2.7") }
    #expect(try attempt(3, from: "192.0.2.7").text.contains("Wait"))
    #expect(try attempt(3, from: "203.0.113.1, ::ffff:192.0.2.7").text.contains("Wait"))
    #expect(try attempt(3, from: "192.0.2.7", password: ProviderUnderTest.password).text.contains("Wait"))
    #expect(try attempt(3, from: "192.0.2.8", password: ProviderUnderTest.password).status == 303)
    provider.cookies = [:]
    // One that the proxy gives no address is of a network that all such ones share.
    for number in 0..<21 { _ = try attempt(number, from: number % 2 == 0 ? nil : "x") }
    #expect(try attempt(4, from: "y").text.contains("Wait"))
  }

  private static func provider(people count: Int) throws -> ProviderUnderTest {
    let provider = try ProviderUnderTest(forwarded: .trusted)
    for number in 0..<count { try provider.addPerson("p\(number)@example.org") }
    return provider
  }

  private static func attempt(
    _ provider: ProviderUnderTest, _ number: Int, from header: String?, password: String = "wrong password"
  ) throws -> WebResponse {
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    return provider.send(
      "POST", "/auth/sign-in", headers: header.map { ["x-forwarded-for": $0] } ?? [:],
      fields: page.hiddenFields + [
        .init("mail", "p\(number)@example.org"), .init("password", password), .init("decision", "continue"),
      ])
  }

  @Test func `Whoever shares a network with those who guess signs in where they have before`() throws {
    let provider = try Self.provider(people: 22)
    func attempt(_ number: Int, _ password: String = ProviderUnderTest.password) throws -> WebResponse {
      try Self.attempt(provider, number, from: "192.0.2.7", password: password)
    }
    #expect(try attempt(0).status == 303)
    let own = provider.cookies.filter { $0.key.hasSuffix("browser") || $0.key.hasSuffix("known") }
    provider.cookies = [:]
    for number in 1..<22 { _ = try attempt(number, "wrong password") }
    #expect(try attempt(0).text.contains("Wait"))
    provider.cookies = own
    // For nobody else's account.
    #expect(try attempt(1).text.contains("Wait"))
    #expect(try attempt(0).status == 303)
  }

  @Test func `A password that was not looked at costs no network anything`() throws {
    let provider = try Self.provider(people: 2)
    for _ in 0..<5 { _ = try Self.attempt(provider, 0, from: "192.0.2.7") }
    for _ in 0..<40 { #expect(try Self.attempt(provider, 0, from: "192.0.2.8").text.contains("Wait")) }
    let answer = try Self.attempt(provider, 1, from: "192.0.2.8", password: ProviderUnderTest.password)
    #expect(answer.status == 303)
  }

  @Test func `Where no proxy is trusted what a browser says of its address changes nothing`() throws {
    let provider = try ProviderUnderTest()
    for number in 0..<40 { try provider.addPerson("p\(number)@example.org") }
    for number in 0..<40 {
      let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
      let answer = provider.send(
        "POST", "/auth/sign-in", headers: ["x-forwarded-for": "192.0.2.7"],
        fields: page.hiddenFields + [
          .init("mail", "p\(number)@example.org"), .init("password", "wrong password"), .init("decision", "continue"),
        ])
      #expect(answer.text.contains("do not belong together"))
    }
  }
}
