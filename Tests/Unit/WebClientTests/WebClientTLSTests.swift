// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import InternetAddresses
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing
import Threads
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

  @Test(.enabled(if: geteuid() == 0, "only root can mount"))
  func `Where certificates are named, the system's count for nothing`() throws {
    defer { server.kill() }
    // The server's authority is one of the system's, and is not named.
    let system = "\(folder.path)/system"
    let script = """
      mkdir system && cp authority.pem system/ca-certificates.crt && cp authority.pem system && openssl rehash system
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out other.pem -subj /CN=Other
      """
    let made = try Program.run("/bin/sh", ["-ec", script], in: URL(fileURLWithPath: folder.path))
    #expect(made.exitCode == 0)
    let (path, port) = ("\(folder.path)/other.pem", self.port)
    let other = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let seen = try seeing(system, at: "/etc/ssl/certs") {
      [
        Self.error(at: port) { _ in }, Self.error(at: port) { $0.authorities = path },
        Self.error(at: port) { $0.authorityBytes = other }, Self.error(at: port) { $0.authorityBytes = [] },
      ]
    }
    #expect(seen.prefix(3) == [nil, .certificate, .certificate])
    #expect(seen.count == 4 && seen[3] != nil)
  }

  private static func error(at port: String, _ change: (inout WebClient) -> Void) -> WebClientError? {
    var client = WebClient(admitting: RequestReach.everywhere.admits)
    change(&client)
    let request = WebClientRequest("https://localhost:\(port)/ok", body: Array("{}".utf8))
    do throws(WebClientError) { _ = try client.send(request) } catch { return error }
    return nil
  }

  /// Runs the body on a thread that alone sees the folder there; its result is empty where nothing can be mounted.
  private func seeing(
    _ folder: String, at place: String, _ body: @escaping @Sendable () -> [WebClientError?]
  ) throws -> [WebClientError?] {
    typealias Unshare = @convention(c) (Int32) -> Int32
    let unshare = try unsafe unsafeBitCast(#require(dlsym(nil, "unshare")), to: Unshare.self)
    let (result, done) = (Locked<[WebClientError?]>([]), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      defer { done.signal() }
      guard unshare(Self.newMounts) == 0, unsafe mount("none", "/", nil, Self.privateBelow, nil) == 0,
        unsafe mount(folder, place, nil, Self.bind, nil) == 0
      else { return }
      let outcome = body()
      result.withLock { $0 = outcome }
    }
    done.wait()
    return result.withLock { $0 }
  }

  private static let newMounts: Int32 = 0x20000
  private static let (bind, privateBelow): (UInt, UInt) = (0x1000, 0x44000)
}
