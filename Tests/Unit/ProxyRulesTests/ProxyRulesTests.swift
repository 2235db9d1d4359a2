// SPDX-License-Identifier: Apache-2.0
import ProxyRules
import PropertyLists
import Testing

@Suite struct ProxyRulesTests {
  @Test(arguments: [
    ("Example.ORG.", "example.org"), ("127.0.0.1", "127.0.0.1"), ("[::1]", "0:0:0:0:0:0:0:1"),
    ("::ffff:10.0.0.1", "0:0:0:0:0:ffff:a00:1"), ("2001:db8::1", "2001:db8:0:0:0:0:0:1"), ("::", "0:0:0:0:0:0:0:0"),
    ("1::", "1:0:0:0:0:0:0:0"),
  ])
  func `Hosts in their usual forms are read`(text: String, read: String) { #expect(HostName(text)?.text == read) }

  @Test(arguments: [
    "", ".", "a..b", "127.1", "2130706433", "0x7f.0.0.1", "0x7f000001", "0177.0.0.1", "127.0.0.01", "256.0.0.1",
    "%6cocalhost", "a b", "a/b", "a@b", "a\u{0}b", "exam\u{300}ple.org", "[::1%25eth0]", "fe80::1%1", "1:2:3:4:5:6:7",
    "1::2::3", ":::", ":1", "1:", "::12345", "[example.org]", "１２７.0.0.1", "-a.b", "a-.b", "1.2.3.4.5",
  ])
  func `Hosts in forms that others read differently are refused`(text: String) { #expect(HostName(text) == nil) }

  private static func read(_ text: String) -> ProxyRequest.Reading {
    ProxyRequest.read(Array(text.utf8), hasGreeted: false)
  }

  @Test func `A tunnel is asked for by HTTP`() throws {
    #expect(
      Self.read("CONNECT Example.org:443 HTTP/1.1\r\nHost: other.example\r\n\r\nrest")
        == .request(
          ProxyRequest(host: .name("example.org"), port: 443, kind: .connect, rest: Array("rest".utf8))))
    #expect(Self.read("CONNECT example.org HTTP/1.1\r\n\r\n") == .refused(.host))
    #expect(Self.read("CONNECT u@example.org:443 HTTP/1.1\r\n\r\n") == .refused(.host))
    #expect(Self.read("CONNECT ::1:443 HTTP/1.1\r\n\r\n") == .refused(.host))
    #expect(Self.read("CONNECT example.org:443 HTTP/1.1\r\n") == .incomplete)
    #expect(Self.read("GET / HTTP/1.1\r\n\r\n") == .refused(.unsupported))
    #expect(Self.read("lower") == .refused(.malformed))
  }

  @Test func `A plain request is passed on with the host of its address, whatever its headers say`() throws {
    let text =
      "GET http://Example.org:8080/a?b HTTP/1.1\r\nHost: evil.example\r\nProxy-Authorization: x\r\nAccept: */*\r\n\r\n"
    guard case .request(let request) = Self.read(text), case .http(let head) = request.kind else {
      Issue.record("no request")
      return
    }
    #expect(
      String(decoding: head, as: UTF8.self)
        == "GET /a?b HTTP/1.1\r\nHost: example.org:8080\r\nAccept: */*\r\nConnection: close\r\n\r\n")
    #expect(Self.read("GET http://a.b/ HTTP/1.1\r\nX: 1\r\n Host: c.d\r\n\r\n") == .refused(.malformed))
    #expect(Self.read("GET http://a.b/ HTTP/1.1\r\nHost : c.d\r\n\r\n") == .refused(.malformed))
    #expect(Self.read("Get http://a.b/ HTTP/1.1\r\n\r\n") == .refused(.malformed))
    #expect(Self.read("GET http://a.b@c.d/ HTTP/1.1\r\n\r\n") == .refused(.host))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a.b\r\n\r\n", ProxyRequest.Plain.request(.name("a.b"))),
    ("\r\n\r\nFOO / HTTP/1.1\r\nhost:a.b:80 \r\n\r\n", .request(.name("a.b"))),
    ("GET / HTTP/1.1\r\n\r\n", .request(nil)), ("G", .incomplete), ("", .incomplete), ("\r\n", .incomplete),
    ("GET / HTTP/1.1\r\nHost: a.b\r\n", .incomplete), ("SSH-2.0-x\r\n", .other), ("\u{5}", .other),
    ("GET / HTTP/1.1\r\nHost: a.b\r\nHost: c.d\r\n\r\n", .refused),
    ("GET / HTTP/1.1\r\nHost : a.b\r\n\r\n", .refused), ("GET / HTTP/1.1\r\nHost: a%2eb\r\n\r\n", .refused),
    ("GET http://c.d/ HTTP/1.1\r\nHost: a.b\r\n\r\n", .refused),
    ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000), .refused),
  ])
  func `A plain request in a tunnel is read as a server reads it, or refused`(text: String, read: ProxyRequest.Plain) {
    #expect(ProxyRequest.plain(Array(text.utf8)) == read)
  }

  @Test func `A tunnel is asked for by SOCKS`() throws {
    #expect(ProxyRequest.read([5, 1, 0], hasGreeted: false) == .answer([5, 0], used: 3))
    #expect(ProxyRequest.read([5, 1, 2], hasGreeted: false) == .refused(.unsupported))
    let name: [UInt8] = [5, 1, 0, 3, 3] + Array("a.b".utf8) + [1, 187]
    #expect(
      ProxyRequest.read(name, hasGreeted: true)
        == .request(ProxyRequest(host: .name("a.b"), port: 443, kind: .socks, rest: [])))
    #expect(ProxyRequest.read([5, 2, 0, 1, 1, 2, 3, 4, 0, 80], hasGreeted: true) == .refused(.unsupported))
    #expect(ProxyRequest.read([5, 1, 0, 3, 1, 0x25, 0, 80], hasGreeted: true) == .refused(.host))
    #expect(ProxyRequest.read(Array(name.dropLast()), hasGreeted: true) == .incomplete)
  }

  static func hello(_ name: String, versions: [UInt8] = [3, 4]) -> [UInt8] {
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes }
    let sni = [0, 0] + counted(counted([0] + counted(Array(name.utf8))))
    let supported = [0, 43] + counted([UInt8(versions.count)] + versions)
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + counted([0x13, 1]) + [1, 0] + counted(sni + supported)
    let message = [1, 0] + counted(body)
    return [22, 3, 1] + counted(message)
  }

  @Test func `The name and the version of a hello are read, and nothing that is cut off or doubled`() {
    let whole = Self.hello("a.example")
    guard case .hello(let hello) = ClientHello.read(whole) else { Issue.record("no hello"); return }
    #expect(hello.serverName == "a.example" && hello.version == 0x0304)
    for length in 1..<whole.count { #expect(ClientHello.read(Array(whole[..<length])) == .incomplete) }
    #expect(ClientHello.read(Array("GET / HTTP/1.1".utf8)) == .other)
    for place in 0..<whole.count {
      var changed = whole
      changed[place] ^= 0x5A
      _ = ClientHello.read(changed)
    }
  }

  @Test func `App Transport Security is as strict as nothing says otherwise`() throws {
    func rules(_ settings: [String: PropertyListValue]) -> TransportSecurity {
      TransportSecurity(["NSAppTransportSecurity": .dictionary(settings)])
    }
    let host = try #require(HostName("www.example.org"))
    #expect(!TransportSecurity([:]).allowsPlain(host, isLocal: false))
    #expect(!TransportSecurity([:]).allows(version: 0x0302, to: host))
    #expect(TransportSecurity([:]).allows(version: 0x0303, to: host))
    #expect(rules(["NSAllowsArbitraryLoads": .boolean(true)]).allowsPlain(host, isLocal: false))
    // The wide switch is ignored beside a narrow one.
    let both = rules(["NSAllowsArbitraryLoads": .boolean(true), "NSAllowsLocalNetworking": .boolean(true)])
    #expect(!both.allowsPlain(host, isLocal: false) && both.allowsPlain(host, isLocal: true))
    func exception(_ members: [String: PropertyListValue]) -> TransportSecurity {
      rules(["NSExceptionDomains": .dictionary(["example.org": .dictionary(members)])])
    }
    let insecure = PropertyListValue.boolean(true)
    #expect(!exception(["NSExceptionAllowsInsecureHTTPLoads": insecure]).allowsPlain(host, isLocal: false))
    #expect(
      exception(["NSExceptionAllowsInsecureHTTPLoads": insecure, "NSIncludesSubdomains": insecure])
        .allowsPlain(host, isLocal: false))
    #expect(
      exception(["NSExceptionMinimumTLSVersion": .string("TLSv1.0"), "NSIncludesSubdomains": insecure])
        .allows(version: 0x0301, to: host))
  }

  @Test func `Suites that encrypt nothing, or with what no longer holds, keep nothing secret`() {
    func isSecret(_ suite: UInt16, _ version: UInt16 = 0x0303) -> Bool {
      ServerHello(version: version, cipherSuite: suite).hasForwardSecrecy
    }
    // NULL, RC4 and 3DES with ephemeral keys, and AES without.
    #expect([0xC006, 0xC010, 0xC007, 0xC011, 0xC008, 0xC012, 0x009C].allSatisfy { !isSecret($0) })
    #expect([0xC009, 0xC014, 0xC02F, 0xCCA8].allSatisfy { isSecret($0) })
    #expect(isSecret(0x1301, 0x0304))
  }
}
