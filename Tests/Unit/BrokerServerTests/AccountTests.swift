// SPDX-License-Identifier: Apache-2.0
import Sockets
import Testing
@testable import BrokerServer

/// Whose places in `baileyd` connections take.
@Suite struct AccountTests {
  private func connection(_ process: Int32, _ account: CallerAccount) throws -> Connection {
    let pair = try PacketSocket.pair()
    let near = pair.near
    return Connection(near, process: process, account: account)
  }

  @Test func `An app that forks has the places of one app`() throws {
    var limits = BrokerLimits()
    limits.connectionsOfProcess = 4
    let accounts = CallerAccounts(limits)
    var kept: [Connection] = []
    for process in 100..<104 as Range<Int32> {
      kept.append(try connection(process, .start(launcher: 7)))
      #expect(accounts.admit(kept[kept.count - 1]) != nil)
    }
    #expect(try accounts.admit(connection(104, .start(launcher: 7))) == nil)
    // Other starts, and whoever started this one, have their own.
    #expect(try accounts.admit(connection(105, .start(launcher: 8))) != nil)
    #expect(try accounts.admit(connection(7, .process(7))) != nil)
    accounts.leave(kept[0])
    #expect(try accounts.admit(connection(106, .start(launcher: 7))) != nil)
  }

  @Test func `Silent connections of a forking app make room before those of others`() throws {
    var limits = BrokerLimits()
    limits.silentConnections = 4
    let accounts = CallerAccounts(limits)
    let other = try connection(50, .process(50))
    #expect(accounts.admit(other) != nil)
    for process in 100..<110 as Range<Int32> {
      #expect(try accounts.admit(connection(process, .start(launcher: 7))) != nil)
    }
    #expect(accounts.connections.contains { $0 === other })
  }
}
