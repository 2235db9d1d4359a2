// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Base64Coding
import Foundation
import IssuerMessages
import ServiceChannels
import Sockets
import StreamSockets
import SystemCalls
import TemporaryFolder
import Testing
import Threads
import WebServer

@testable import IssuerService

@Suite struct IssuerServiceTests {
  /// What `baileyd` is told where an issuer answers a request for an attestation with so many octets.
  private func report(ofAttestation count: Int) throws -> IssuerReport? {
    let body = #"{"attestation":"\#(Base64.encode([UInt8](repeating: 7, count: count)))"}"#
    let server = try WebServer(try LoopbackListener()) { _ in
      WebResponse(200, .bytes(Array(body.utf8)), headers: [("Content-Type", "application/json")])
    }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let key = try #require(StoredMachineKey(publicArea: [1], privateArea: [2]))
    let enrolment = try #require(
      IssuerEnrolment(server: "http://\(server.name)", machine: "MACHINE001", authorities: nil, root: [3], key: key))
    try enrolment.text.write(toFile: "\(folder.path)/\(IssuerEnrolment.file)", atomically: true, encoding: .utf8)
    let pair = try PacketSocket.pair()
    let service = IssuerService(
      on: PacketSocket(try pair.far.descriptor.duplicate()), asking: try RemoteIssuer(in: folder.path))
    try SystemThread.start(named: "service") { service.serve(until: []) }
    let near = PacketSocket(try pair.near.descriptor.duplicate())
    #expect(IssuerReport.next(from: near) == .here)
    try IssuerOrder.attest(1, request: [1]).send(on: near)
    return IssuerReport.next(from: near)
  }

  @Test func `An attestation of the greatest length arrives`() throws {
    let count = largestIssuerBody
    #expect(try report(ofAttestation: count) == .answered(1, [UInt8](repeating: 7, count: count)))
  }

  @Test(arguments: [largestIssuerBody + 1, 2 * largestIssuerBody])
  func `A longer one is refused by name, and not dropped`(count: Int) throws {
    #expect(try report(ofAttestation: count) == .failed(1, .answerTooLong))
  }
}
