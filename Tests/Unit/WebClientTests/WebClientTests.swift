// SPDX-License-Identifier: Apache-2.0
import StreamSockets
import Testing
import Threads
import WebClient
import WebServer

@Suite struct WebClientTests {
  /// A server on this machine, which answers as the test says, and ends with it.
  private final class Server {
    let server: WebServer
    init(_ answer: @escaping @Sendable (WebRequest) -> WebResponse) throws {
      server = try WebServer(try LoopbackListener(), answer: answer)
    }
    deinit { server.stop() }
    func address(_ path: String) -> String { "http://\(server.name)\(path)" }
  }

  @Test func `A form is posted, and the answer has status, headers and body`() throws {
    let server = try Server { request in
      let body = request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      let text = "\(request.method) \(request.headers["content-type"] ?? "") \(String(decoding: body, as: UTF8.self))"
      return WebResponse(201, .bytes(Array(text.utf8)), headers: [("Retry-After", "7"), ("X-A", "1"), ("X-A", "2")])
    }
    let answer = try WebClient().send(
      WebClientRequest(
        server.address("/token"), body: Array("a=b".utf8),
        headers: [("Content-Type", "application/x-www-form-urlencoded")]))
    #expect(answer.status == 201)
    #expect(String(decoding: answer.body, as: UTF8.self) == "POST application/x-www-form-urlencoded a=b")
    #expect(answer.header("retry-after") == "7")
    #expect(answer.headers.filter { $0.name == "x-a" }.map(\.value) == ["1", "2"])
    let got = try WebClient().send(WebClientRequest(server.address("/")))
    #expect(String(decoding: got.body, as: UTF8.self) == "GET  ")
  }

  @Test func `A redirect is an answer, and nobody goes there`() throws {
    let server = try Server { request in
      request.path == "/" ? WebResponse(302, headers: [("Location", "/other")]) : WebResponse(200)
    }
    #expect(try WebClient().send(WebClientRequest(server.address("/"))).status == 302)
  }

  @Test func `An answer that is too long ends where the limit is`() throws {
    let server = try Server { _ in WebResponse(200, .bytes([UInt8](repeating: 65, count: 2000))) }
    var client = WebClient()
    client.largestBody = 1999
    #expect(throws: WebClientError.tooLarge) { try client.send(WebClientRequest(server.address("/"))) }
    client.largestBody = 2000
    #expect(try client.send(WebClientRequest(server.address("/"))).body.count == 2000)
    client.largestHead = 10
    #expect(throws: WebClientError.tooLarge) { try client.send(WebClientRequest(server.address("/"))) }
  }

  @Test func `Nobody waits longer than was said`() throws {
    let gate = CountingSemaphore(0)
    let server = try Server { _ in
      gate.enter {}
      return WebResponse(200)
    }
    var client = WebClient()
    client.milliseconds = 50
    #expect(throws: WebClientError.timedOut) { try client.send(WebClientRequest(server.address("/"))) }
    gate.admitOneMore()
  }

  @Test(arguments: [
    ("ftp://127.0.0.1/", WebClientError.addressRefused), ("file:///etc/passwd", .addressRefused),
    ("127.0.0.1", .addressRefused), ("http://192.0.2.1/", .reachRefused), ("http://[2001:db8::1]/", .reachRefused),
    ("https://127.0.0.1:9/", .reachRefused), ("https://10.0.0.1/", .reachRefused),
    ("https://[::ffff:10.0.0.1]/", .reachRefused), ("https://169.254.169.254/", .reachRefused),
    ("https://0x7f000001/", .reachRefused),
  ]) func `What leads elsewhere than it may is not connected to`(address: String, error: WebClientError) throws {
    var client = WebClient()
    client.reach = .global
    #expect(throws: error) { try client.send(WebClientRequest(address)) }
  }

  @Test func `A header that would begin another is refused`() throws {
    #expect(throws: WebClientError.addressRefused) {
      try WebClient().send(WebClientRequest("http://127.0.0.1:9/", headers: [("A", "b\r\nC: d")]))
    }
  }

  @Test(
    arguments: [
      ([127, 1, 2, 3], AddressKind.loopback), ([8, 8, 8, 8], .global), ([172, 15, 0, 1], .global),
      ([172, 16, 0, 1], .special),
      ([100, 127, 0, 1], .special), ([100, 128, 0, 1], .global), ([224, 0, 0, 1], .special), ([0, 0, 0, 0], .special),
      ([UInt8](repeating: 0, count: 15) + [1], .loopback), ([UInt8](repeating: 0, count: 16), .special),
      ([0x20, 0x01, 0x48, 0x60] + [UInt8](repeating: 0, count: 12), .global),
      ([0xFD] + [UInt8](repeating: 0, count: 15), .special),
      ([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), .special),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], .loopback),
      ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1], .special),
      ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8], .global),
      ([0x20, 0x02, 10, 0] + [UInt8](repeating: 0, count: 12), .special), ([], .special),
    ] as [([UInt8], AddressKind)]) func `Addresses are told apart`(bytes: [UInt8], kind: AddressKind)
  {
    #expect(AddressKind(bytes) == kind)
  }
}
