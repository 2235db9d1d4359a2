// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
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
    let answer = try WebClient(admitting: RequestReach.everywhere.admits).send(
      WebClientRequest(
        server.address("/token"), body: Array("a=b".utf8),
        headers: [("Content-Type", "application/x-www-form-urlencoded")]))
    #expect(answer.status == 201)
    #expect(String(decoding: answer.body, as: UTF8.self) == "POST application/x-www-form-urlencoded a=b")
    #expect(answer.header("retry-after") == "7")
    #expect(answer.headers.filter { $0.name == "x-a" }.map(\.value) == ["1", "2"])
    let got = try WebClient(admitting: RequestReach.everywhere.admits).send(WebClientRequest(server.address("/")))
    #expect(String(decoding: got.body, as: UTF8.self) == "GET  ")
  }

  @Test func `A redirect is an answer, and nobody goes there`() throws {
    let server = try Server { request in
      request.path == "/" ? WebResponse(302, headers: [("Location", "/other")]) : WebResponse(200)
    }
    #expect(
      try WebClient(admitting: RequestReach.everywhere.admits).send(WebClientRequest(server.address("/"))).status == 302
    )
  }

  @Test func `An answer that is too long ends where the limit is`() throws {
    let server = try Server { _ in WebResponse(200, .bytes([UInt8](repeating: 65, count: 2000))) }
    var client = WebClient(admitting: RequestReach.everywhere.admits)
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
    var client = WebClient(admitting: RequestReach.everywhere.admits)
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
    let client = WebClient(admitting: RequestReach.global.admits)
    #expect(throws: error) { try client.send(WebClientRequest(address)) }
  }

  @Test func `A header that would begin another is refused`() throws {
    #expect(throws: WebClientError.addressRefused) {
      try WebClient(admitting: RequestReach.everywhere.admits).send(
        WebClientRequest("http://127.0.0.1:9/", headers: [("A", "b\r\nC: d")]))
    }
  }
}
