// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import StreamSockets
import TemporaryFolder
import Testing

@testable import WebClient

/// Posts to a server of this machine, with a certificate of an authority of its own.
@Suite struct WebClientTests {
  private let folder: TemporaryFolder
  private let server: Background
  private let port: String

  init() throws {
    folder = try TemporaryFolder()
    let program = RepositoryFolder.tests.appending(path: "Programs/endpoint.py").path
    let server = try Background("/usr/bin/python3", [program, folder.path])
    self.server = server
    try eventually("the server is ready") { !server.lines().isEmpty }
    port = server.lines()[0]
  }

  private func post(
    _ path: String, host: String = "localhost", scheme: String = "https", authorities: String? = "authority.pem",
    seconds: Int = 10, permits: @escaping @Sendable (StreamAddress) -> Bool = { _ in true }
  ) -> Result<WebAnswer, WebClientFailure> {
    let client = WebClient(authorities: authorities.map { "\(folder.path)/\($0)" }, seconds: seconds, permits: permits)
    return Result { () throws(WebClientFailure) in
      try client.post(Array("{}".utf8), "application/json", to: "\(scheme)://\(host):\(port)\(path)")
    }
  }

  private func failure(_ result: Result<WebAnswer, WebClientFailure>) -> WebClientFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  @Test func `A body is posted, and the answer comes back`() throws {
    let answer = try post("/ok").get()
    #expect(answer == WebAnswer(status: 200, body: Array("taken".utf8), end: .whole))
    let line = try #require(server.lines().last)
    #expect(line.contains("\"type\": \"application/json\", \"body\": \"{}\""))
    #expect(try post("/third").get().status == 500)
    server.kill()
  }

  @Test func `An answer without an end is cut at 64 KiB, and a head without an end is none`() throws {
    let answer = try post("/endless").get()
    #expect(answer.status == 200 && answer.body.count == WebClient.longestAnswer && answer.end == .cut)
    #expect(try post("/big").get().end == .cut)
    #expect(failure(post("/head")) == .headTooLong)
    #expect(failure(post("/broken")) == .broken)
    server.kill()
  }

  @Test func `Whoever does not answer is not waited for`() {
    #expect(failure(post("/never", seconds: 1)) == .late)
    server.kill()
  }

  @Test func `A redirect is an answer, and nothing goes where it leads`() throws {
    #expect(try post("/redirect").get().status == 302)
    #expect(!server.lines().contains { $0.contains("\"path\": \"/ok\"") })
    server.kill()
  }

  @Test func `A name whose address is not allowed is not connected to`() {
    #expect(failure(post("/ok", permits: { _ in false })) == .addressRefused)
    #expect(failure(post("/ok", host: "127.0.0.1", permits: { $0.bytes != [127, 0, 0, 1] })) == .addressRefused)
    #expect(server.lines().count == 1)
    server.kill()
  }

  @Test func `Only https counts, by a certificate that is trusted and has the name`() {
    #expect(failure(post("/ok", scheme: "http")) == .addressNotUsable)
    #expect(failure(post("/ok", scheme: "file")) == .addressNotUsable)
    #expect(failure(post("/ok", authorities: nil)) == .notTrusted)
    #expect(
      failure(post("/ok", host: "127.0.0.2")) == .notConnected || failure(post("/ok", host: "127.0.0.2")) == .notTrusted
    )
    #expect(failure(post("/ok", host: "nobody.invalid")) == .nameUnknown)
    #expect(server.lines().count == 1)
    server.kill()
  }
}
