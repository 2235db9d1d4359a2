// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import Testing

@Suite struct DoorbellTests {
  @Test func eachRingIsHeardOnce() throws {
    let pair = try PacketSocket.pair()
    let bell = try Doorbell()
    let listener = try Doorbell.Listener(bell.listener(), until: pair.near)
    #expect(try listener.wait(within: .zero) == .nothing)
    for _ in 0..<3 {
      bell.ring()
      #expect(try listener.wait(within: .seconds(60)) == .ring)
      #expect(try listener.wait(within: .zero) == .nothing)
    }
    // Those that nobody has waited for are one.
    bell.ring()
    bell.ring()
    #expect(try listener.wait(within: .seconds(60)) == .ring)
    #expect(try listener.wait(within: .zero) == .nothing)
  }

  @Test func theEndIsHeard() throws {
    let pair = try PacketSocket.pair()
    let bell = try Doorbell()
    let listener = try Doorbell.Listener(bell.listener(), until: pair.near)
    let far = pair.far
    _ = consume far
    #expect(try listener.wait(within: .seconds(60)) == .end)
  }

  @Test func whoWaitsIsWokenByAnotherThread() throws {
    let pair = try PacketSocket.pair()
    let bell = try Doorbell()
    let listener = try Doorbell.Listener(bell.listener(), until: pair.near)
    let thread = try SystemThread(named: "ring") {
      usleep(20_000)
      bell.ring()
    }
    #expect(try listener.wait(within: .seconds(60)) == .ring)
    thread.join()
  }
}
