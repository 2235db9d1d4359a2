// SPDX-License-Identifier: Apache-2.0
import Glibc
import StreamSockets
import Testing

@testable import WebServer
import Threads
import Events
import SystemCalls

@Suite struct WebServerTests {
  @Test func `A request's method, path, headers and body arrive, and the answer goes back`() throws {
    let server = try WebServer(LoopbackListener()) { request in
      let text = "\(request.method) \(request.path) \(request.headers["x-word"] ?? "") \(request.cookie("b") ?? "")"
      let body = request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      return WebResponse(201, .bytes(Array(text.utf8) + body), headers: [("X-Answer", "yes")])
    }
    defer { server.stop() }
    let answer = try exchange(
      "POST /a/b HTTP/1.1\r\nHost: x\r\nX-Word: w\r\nCookie: a=1; b=2\r\nContent-Length: 3\r\nConnection: close\r\n\r\n!?.",
      with: server)
    #expect(answer.hasPrefix("HTTP/1.1 201"))
    #expect(answer.contains("X-Answer: yes"))
    #expect(answer.hasSuffix("POST /a/b w 2!?."))
  }

  @Test func `A body that is too large is refused, and nobody sees it`() throws {
    var limits = WebLimits()
    limits.body = 10
    let server = try WebServer(LoopbackListener(), limits: limits) { _ in
      Issue.record("the handler was called")
      return WebResponse(200)
    }
    defer { server.stop() }
    let answer = try exchange(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nConnection: close\r\n\r\n01234567890", with: server)
    #expect(answer.hasPrefix("HTTP/1.1 413"))
  }

  @Test func `A header that comes twice is refused`() throws {
    let server = try WebServer(LoopbackListener()) { _ in WebResponse(200) }
    defer { server.stop() }
    let answer = try exchange("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n", with: server)
    #expect(answer.hasPrefix("HTTP/1.1 400"))
  }

  @Test func `Events are sent one after the other until the source ends`() throws {
    let server = try WebServer(LoopbackListener()) { _ in WebResponse(200, .events(Countdown(from: 3))) }
    defer { server.stop() }
    let answer = try exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: server)
    #expect(answer.contains("data: 3"))
    #expect(answer.contains("data: 1"))
  }

  @Test func `A server that stops ends its streams`() throws {
    let source = Endless()
    let server = try WebServer(LoopbackListener()) { _ in WebResponse(200, .events(source)) }
    let connection = try connect(to: server)
    try connection.write(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8).span)
    while !source.hasBegun { _ = try Poll.readable([], within: .milliseconds(2)) }
    server.stop()
    #expect(source.isCancelled)
  }

  @Test func `When there is no more room, who has waited longest gives way, and a stream does not`() throws {
    var limits = WebLimits()
    limits.connections = 4
    let source = Endless()
    let server = try WebServer(LoopbackListener(), limits: limits) { request in
      request.path == "/events" ? WebResponse(200, .events(source)) : WebResponse(200)
    }
    defer { server.stop() }
    let stream = try connect(to: server)
    try stream.write(Array("GET /events HTTP/1.1\r\nHost: x\r\n\r\n".utf8).span)
    while !source.hasBegun { _ = try Poll.readable([], within: .milliseconds(2)) }
    let first = try connect(to: server)
    for _ in 0..<50 {
      let slow = try connect(to: server)
      try slow.write(Array("GET / HTTP/1.1\r\nX-Slow: ".utf8).span)
      #expect(try exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: server).contains("200"))
    }
    #expect(try Poll.readable([first.raw], within: .seconds(10)) == [true], "the longest waiting is open")
    var byte: UInt8 = 0
    #expect(unsafe Glibc.read(first.raw, &byte, 1) == 0)
    #expect(!source.isCancelled)
  }

  // MARK: - A client

  private func exchange(_ request: String, with server: WebServer) throws -> String {
    let connection = try connect(to: server)
    try connection.write(Array(request.utf8).span)
    var answer: [UInt8] = []
    while true {
      var part = [UInt8](repeating: 0, count: 4096)
      let count = unsafe Glibc.read(connection.raw, &part, part.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += part.prefix(count)
    }
  }

  private func connect(to server: WebServer) throws -> FileDescriptor {
    let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    let name = server.name.split { ".:".contains($0) }.compactMap { UInt32($0) }
    address.sin_port = UInt16(name[4]).bigEndian
    address.sin_addr.s_addr = name.prefix(4).reduce(0) { $0 << 8 | $1 }.bigEndian
    let connected = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe Glibc.connect(
        socket.raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    try #require(connected == 0)
    return socket
  }
}

private final class Countdown: EventSource {
  private let left: Locked<Int>
  init(from count: Int) { left = Locked(count) }

  func next() -> [UInt8]? {
    left.withLock { left in
      guard left > 0 else { return nil }
      defer { left -= 1 }
      return Array("data: \(left)\n\n".utf8)
    }
  }

  func cancel() {}
}

/// Waits for as long as it is not cancelled.
private final class Endless: EventSource {
  private let state = Locked((begun: false, cancelled: false))

  var isCancelled: Bool { state.withLock { $0.cancelled } }
  var hasBegun: Bool { state.withLock { $0.begun } }

  func next() -> [UInt8]? {
    state.withLock { $0.begun = true }
    while !state.withLock({ $0.cancelled }) { _ = try? Poll.readable([], within: .milliseconds(2)) }
    return nil
  }

  func cancel() { state.withLock { $0.cancelled = true } }
}
