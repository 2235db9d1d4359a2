// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import IssuerMessages
import ServiceChannels
import Sockets
import SystemCalls
import Testing
import Threads

@testable import BrokerService

@Suite struct IssuerChannelTests {
  /// The number of the first question of a `baileyd`.
  private func firstNumber() throws -> UInt64 {
    let pair = try PacketSocket.pair()
    let channel = try IssuerChannel(PacketSocket(try pair.near.descriptor.duplicate()))
    let process = PacketSocket(try pair.far.descriptor.duplicate())
    try IssuerReport.here.send(on: process)
    try SystemThread.start(named: "asks") { _ = try? channel.challenge(for: "TEAM000001.app") }
    #expect(IssuerOrder.next(from: process) == .hello)
    guard case .challenge(let number)? = IssuerOrder.next(from: process) else { throw SystemError(.receive, code: 0) }
    try IssuerReport.failed(number, .unavailable).send(on: process)
    return number
  }

  @Test func `An answer to a baileyd that has ended is none to the next one`() throws {
    let first = try firstNumber()
    #expect(try firstNumber() != first)
  }
}
