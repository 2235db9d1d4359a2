// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Glibc
import LoginSession
import MessageBus
import ProtectionModel
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// With a real bus; logind is the test's own.
@Suite(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon")) struct SessionFollowerTests {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path)
  }

  /// What was asked for, in the order of the words, and how many waited with sleep at that moment.
  private final class Heard: Sendable {
    struct Lock: Equatable {
      let mode: LockMode
      let delays: Int
    }
    let locks = Locked<[Lock]>([])
    let states = Locked<[SessionFollower.State]>([])
    var modes: [LockMode] { locks.withLock { $0.map(\.mode) } }
  }

  private func following(_ logind: StandInLogind?, _ body: (Heard) throws -> Void) throws {
    let heard = Heard()
    let follower = try SessionFollower(on: .address(bus.address), of: getuid()) { mode in
      let delays = logind?.delays ?? 0
      heard.locks.withLock { $0.append(Heard.Lock(mode: mode, delays: delays)) }
    } report: { state in
      heard.states.withLock { $0.append(state) }
    }
    let thread = try SystemThread(named: "follower") { follower.run() }
    defer {
      follower.stop()
      thread.join()
    }
    if logind != nil { try eventually { heard.states.withLock { !$0.isEmpty } } }
    try body(heard)
  }

  /// Each connection to a bus has the next number.
  @Test func `Where there is no logind the bus is asked once, and again after a while`() throws {
    func number() throws -> Int {
      let name = try BusConnection(to: .address(bus.address)).uniqueName
      return try #require(name.split(separator: ".").last.flatMap { Int($0) })
    }
    let follower = try ArrivalFollower(on: .address(bus.address), of: getuid()) {}
    let first = try number()
    let thread = try SystemThread(named: "follower") { follower.run() }
    defer {
      follower.stop()
      thread.join()
    }
    var (last, own) = (first, 0)
    func connect() throws {
      last = try number()
      own += 1
    }
    try eventually {
      try connect()
      return last - first > own
    }
    for _ in 0..<20 { try connect() }
    #expect(last - first == own + 1)
  }

  @Test func `Lock and idle begin the grace period, and Unlock does nothing`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try following(logind) { heard in
      try logind.say("Unlock", to: "2")
      try logind.say("Lock", to: "2")
      try eventually { heard.modes == [.afterGrace] }
      try logind.change("2") { $0.isIdle = true }
      try eventually { heard.modes == [.afterGrace, .afterGrace] }
      try logind.change("2") { $0.isIdle = false }
      try logind.say("Unlock", to: "2")
      try logind.change("2") { $0.isCovered = true }
      try eventually { heard.modes.count == 3 }
      try logind.change("2") { $0.isCovered = false }
      try logind.say("Lock", to: "2")
      try eventually { heard.modes == [.afterGrace, .afterGrace, .afterGrace, .afterGrace] }
      #expect(heard.states.withLock { $0 } == [.followed])
    }
  }

  @Test func `Before it sleeps the computer waits for the lock, and the next time again`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try following(logind) { heard in
      #expect(logind.delays == 1)
      #expect(logind.reasons.first.map { [$0[0], $0[1], $0[3]] } == ["sleep", "Bailey", "delay"])
      for round in 1...3 {
        try logind.sleep(begins: true)
        try eventually { heard.locks.withLock { $0.count } == round }
        #expect(heard.locks.withLock { $0.last } == Heard.Lock(mode: .now, delays: 1))
        try eventually { logind.delays == 0 }
        try logind.sleep(begins: false)
        try eventually { logind.delays == 1 }
      }
    }
    #expect(logind.delays == 0)
  }

  @Test func `Another person at the screen, and logging out, lock at once`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try following(logind) { heard in
      try logind.add("3", StandInLogind.Session(of: getuid() + 1))
      try logind.change("2") { $0.isActive = false }
      try eventually { heard.modes == [.now] }
      try logind.change("2") { $0.isActive = true }
      try logind.remove("2")
      try eventually { heard.modes.last == .now && heard.states.withLock { $0 } == [.followed, .noScreen] }
    }
  }

  @Test func `What is said to others' sessions, or by others, locks nothing`() throws {
    let other = StandInLogind.Session(of: getuid() + 1)
    let greeter = StandInLogind.Session(kind: "greeter")
    let logind = try StandInLogind(
      on: bus.address, ["2": StandInLogind.Session(), "3": other, "c1": greeter])
    let liar = try BusConnection(to: .address(bus.address))
    try following(logind) { heard in
      for (path, interface, member) in [
        ("/session/2", "Session", "Lock"), ("", "Manager", "PrepareForSleep"),
      ] {
        let interface = "org.freedesktop.login1.\(interface)"
        try liar.emit(BusSignal("/org/freedesktop/login1\(path)", interface, member, .boolean(true)))
      }
      try logind.say("Lock", to: "3")
      try logind.say("Lock", to: "c1")
      try logind.say("Lock", to: "9")
      try logind.change("3") { $0.isIdle = true }
      // Whatever would have followed has by now.
      try logind.say("Lock", to: "2")
      try eventually { !heard.modes.isEmpty }
      #expect(heard.modes == [.afterGrace])
      #expect(logind.delays == 1)
    }
  }

  @Test func `A logind that comes back is followed again, and what it missed counts`() throws {
    let first = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try following(first) { heard in
      first.end()
      try eventually { heard.states.withLock { $0.last } == .noLogind }
      let second = try StandInLogind(on: bus.address, ["2": StandInLogind.Session(isActive: false)])
      try eventually { heard.modes == [.now] && second.delays == 1 }
      try eventually { heard.states.withLock { $0 } == [.followed, .noLogind, .followed] }
    }
  }

  @Test func `Where there is no logind, or no bus, it says so and looks again`() throws {
    try following(nil) { heard in
      try eventually { heard.states.withLock { $0 } == [.noLogind] }
      let logind = try StandInLogind(on: bus.address, [:])
      try eventually { heard.states.withLock { $0 } == [.noLogind, .noScreen] }
      logind.end()
      bus.end()
      try eventually { heard.states.withLock { $0 } == [.noLogind, .noScreen, .noLogind] }
      #expect(heard.modes == [])
    }
  }

  @Test func `In a flood of words nothing is lost that counts`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try following(logind) { heard in
      for number in 0..<2000 {
        try logind.say("Lock", to: "\(number)")
        try logind.change("2") { $0.isIdle = number % 2 == 0 }
      }
      // Whatever is still to be looked at, this is in it.
      try logind.change("2") { $0.isActive = false }
      try eventually { heard.modes.contains(.now) }
    }
  }
}
