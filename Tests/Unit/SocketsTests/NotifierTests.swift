// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sockets
import Testing
import Threads

@Suite struct NotifierTests {
  @Test func `Each ring is heard once`() throws {
    let pair = try PacketSocket.pair()
    let notifier = try Notifier()
    let listener = try Notifier.Listener(notifier.listener(), until: pair.near)
    #expect(try listener.wait(within: .zero) == .nothing)
    for _ in 0..<3 {
      notifier.notify()
      #expect(try listener.wait(within: .seconds(60)) == .notification)
      #expect(try listener.wait(within: .zero) == .nothing)
    }
    // Those that nobody has waited for are one.
    notifier.notify()
    notifier.notify()
    #expect(try listener.wait(within: .seconds(60)) == .notification)
    #expect(try listener.wait(within: .zero) == .nothing)
  }

  @Test func `The end is heard`() throws {
    let pair = try PacketSocket.pair()
    let notifier = try Notifier()
    let listener = try Notifier.Listener(notifier.listener(), until: pair.near)
    let far = pair.far
    _ = consume far
    #expect(try listener.wait(within: .seconds(60)) == .end)
  }

  @Test func `Who waits is woken by another thread`() throws {
    let pair = try PacketSocket.pair()
    let notifier = try Notifier()
    let listener = try Notifier.Listener(notifier.listener(), until: pair.near)
    let thread = try SystemThread(named: "ring") {
      usleep(20_000)
      notifier.notify()
    }
    #expect(try listener.wait(within: .seconds(60)) == .notification)
    thread.join()
  }
}
