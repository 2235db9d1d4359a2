// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import InternetAddresses
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

import WebClient

/// Posts to a server of this machine, with a certificate of an authority of its own.
@Suite struct WebClientTLSTests {
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
    reach: RequestReach = .everywhere, _ change: (inout WebClient) -> Void = { _ in }
  ) -> Result<WebClientAnswer, WebClientError> {
    var client = WebClient(admitting: reach.admits)
    client.authorities = authorities.map { "\(folder.path)/\($0)" }
    client.excess = .cut
    change(&client)
    return Result { () throws(WebClientError) in
      try client.send(WebClientRequest("\(scheme)://\(host):\(port)\(path)", body: Array("{}".utf8)))
    }
  }

  private func error(_ result: Result<WebClientAnswer, WebClientError>) -> WebClientError? {
    if case .failure(let error) = result { error } else { nil }
  }

  @Test func `A body is posted by TLS, and the answer comes back`() throws {
    defer { server.kill() }
    let answer = try post("/ok").get()
    #expect(answer.status == 200 && answer.body == Array("taken".utf8))
    #expect(try #require(server.lines().last).contains("\"body\": \"{}\""))
    #expect(try post("/third").get().status == 500)
    #expect(try post("/redirect").get().status == 302)
    #expect(server.lines().filter { $0.contains("\"path\": \"/ok\"") }.count == 1)
  }

  @Test func `An answer without an end is cut where that is wanted, and a head without an end is none`() throws {
    defer { server.kill() }
    let answer = try post("/endless").get()
    #expect(answer.status == 200 && answer.body.count == 64 << 10)
    #expect(error(post("/endless") { $0.excess = .refused }) == .tooLarge)
    #expect(error(post("/head")) == .tooLarge)
    #expect(error(post("/never") { $0.milliseconds = 1000 }) == .timedOut)
  }

  @Test func `Only a certificate that is trusted and has the name counts`() {
    defer { server.kill() }
    #expect(error(post("/ok", authorities: nil)) == .certificate)
    #expect(error(post("/ok", host: "localhost.localdomain")) != nil)
    #expect(error(post("/ok", host: "nobody.invalid")) == .nameUnknown)
    #expect(error(post("/ok", reach: .global)) == .reachRefused)
    #expect(server.lines().count == 1)
  }
}
