// SPDX-License-Identifier: Apache-2.0
import NameResolution
import RunningInstance
import StreamSockets
import Testing

@Suite(.serialized, .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct RouteTests {
  private func isOnLink(_ bytes: [UInt8]) throws -> Bool { try #require(StreamAddress(bytes)).isOnLink }

  @Test func `A host next to this machine is on link, and one behind it is not, whatever their addresses are`() throws {
    let host = try TestHost()
    defer { host.remove() }
    let four = host.address.split(separator: ".").compactMap { UInt8($0) }
    #expect(try isOnLink(four))
    // It has a global address of IPv6 too, in a network of 64 bits.
    var six = host.bytesOfIPv6
    #expect(six[0] & 0xE0 == 0x20)
    #expect(try isOnLink(six))
    six[15] = 0x77
    #expect(try isOnLink(six))
    #expect(try !isOnLink(host.bytesBehind))
    // This machine itself, and what no interface of its own reaches.
    #expect(try !isOnLink([127, 0, 0, 1]))
    #expect(try !isOnLink([UInt8](repeating: 0, count: 15) + [1]))
  }
}
