// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Events
import FingerprintMessages
import FingerprintService
import Glibc
import MessageBus
import PromptModel
import RunningInstance
import ServiceChannels
import Sockets
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// With a real bus, on which the test is fprintd.
@Suite(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
struct FingerprintServiceTests {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path, starting: .none)
  }

  /// What `baileyd` says and hears, while the service runs for it.
  private final class Asking: Sendable {
    private let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
    func say(_ order: SensorOrder) throws { try order.send(on: socket) }
    func heard() throws -> SensorReport {
      let report = SensorReport.next(from: socket)
      return try #require(report)
    }
  }

  private func asking(
    trusting user: UInt32 = getuid(), on place: BusPlace? = nil, _ body: (Asking) throws -> Void
  ) throws {
    let stop = try FileDescriptor.event()
    let end = stop.raw
    let pair = try PacketSocket.pair()
    let far = Locked<Int32?>(try pair.far.descriptor.duplicate().release())
    let near = Asking(PacketSocket(try pair.near.descriptor.duplicate()))
    let place = place ?? .address(bus.address)
    let thread = try SystemThread(named: "sensor") {
      guard let socket = far.withLock({ $0.take() }),
        let service = try? FingerprintService(on: PacketSocket(FileDescriptor(owning: socket)), place, trusting: user)
      else { return }
      service.serve(until: [end])
    }
    defer {
      stop.signal()
      thread.join()
    }
    let first = try near.heard()
    #expect(first == .here)
    try body(near)
  }

  private func enrolled(_ asking: Asking, _ request: UInt64 = 1) throws -> SensorReport.Enrolment {
    try asking.say(.fingers(request: request))
    guard case .fingers(request, let enrolment) = try asking.heard() else { throw CancellationError() }
    return enrolment
  }

  @Test func `The fingers that are enrolled have a digest, which another set changes and an order does not`() throws {
    let service = try StandInFprintd(on: bus.address)
    var seen: [SensorReport.Enrolment] = []
    for fingers in [["left-thumb", "right-thumb"], ["right-thumb", "left-thumb"], ["left-thumb"], []] {
      service.change { $0.fingers = fingers }
      try asking { seen.append(try enrolled($0)) }
    }
    #expect(seen[0] == seen[1] && seen[0] != seen[2])
    guard case .at(.none(let reader)) = seen[3], case .at(.fingers(let set)) = seen[2] else {
      throw CancellationError()
    }
    #expect(set.reader == reader)
    service.change { $0.hasSensor = false }
    try asking { asking throws in #expect(try enrolled(asking) == .noSensor) }
  }

  @Test func `Another reader has another set, though its fingers have the same names`() throws {
    let service = try StandInFprintd(on: bus.address)
    var seen: [FingerSet] = []
    for reader in ["Stand-in sensor", "Another sensor", "Stand-in sensor"] {
      service.change { $0.reader = reader }
      try asking { asking throws in
        guard case .at(.fingers(let set)) = try enrolled(asking) else { throw CancellationError() }
        seen.append(set)
      }
    }
    #expect(seen[0] == seen[2])
    #expect(FingerEnrolment.fingers(seen[1]).compared(with: seen[0]) == .otherReader)
    #expect(!FingerRule.of(seen[0]).isMet(by: seen[1]) && FingerRule.of(seen[0]).isMet(by: seen[2]))
  }

  @Test func `A finger is read when it is wanted, and what was said before that counts for nothing`() throws {
    let service = try StandInFprintd(on: bus.address)
    try asking { asking throws in
      guard case .at(.fingers(let set)) = try enrolled(asking) else { throw CancellationError() }
      // Of somebody else's reading.
      try service.touch()
      try asking.say(.read(7))
      try eventually { service.now.isReading }
      try service.touch("verify-retry-scan", isDone: false)
      try service.touch("verify-no-match")
      #expect(try asking.heard() == .missed(7))
      try eventually { service.now.readings == 2 && service.now.isReading }
      try service.touch()
      #expect(try asking.heard() == .matched(7, set))
      #expect(service.now.claimed == nil && !service.now.isReading)
      try asking.say(.read(8))
      try eventually { service.now.isReading }
      try asking.say(.stop(7))
      #expect(try enrolled(asking) == .at(.fingers(set)) && service.now.isReading)
      try asking.say(.stop(8))
      try eventually { service.now.claimed == nil }
    }
  }

  @Test func `A set that changes while a finger is read is no match`() throws {
    let service = try StandInFprintd(on: bus.address)
    try asking { asking throws in
      try asking.say(.read(1))
      try eventually { service.now.isReading }
      service.change { $0.fingers.append("left-thumb") }
      try service.touch()
      #expect(try asking.heard() == .ended(1))
    }
  }

  @Test(arguments: ["verify-disconnected", "verify-unknown-error", "verify-matched", ""])
  func `What is no word for a match ends the reading`(word: String) throws {
    let service = try StandInFprintd(on: bus.address)
    try asking { asking throws in
      try asking.say(.read(1))
      try eventually { service.now.isReading }
      try service.touch(word)
      #expect(try asking.heard() == .ended(1))
      #expect(service.now.claimed == nil)
    }
  }

  @Test func `A sensor that another program has, or that goes away, is no finger`() throws {
    let service = try StandInFprintd(on: bus.address)
    service.change { $0.isInUse = true }
    try asking { asking throws in
      try asking.say(.read(1))
      #expect(try asking.heard() == .ended(1))
      service.change { $0.isInUse = false }
      try asking.say(.read(2))
      try eventually { service.now.isReading }
      service.end()
      #expect(try asking.heard() == .ended(2))
      #expect(try enrolled(asking) == .noSensor)
      let another = try StandInFprintd(on: bus.address)
      try asking.say(.read(3))
      try eventually { another.now.isReading }
      bus.end()
      #expect(try asking.heard() == .ended(3))
    }
  }

  @Test func `Who is not the one to be trusted speaks for no sensor`() throws {
    let service = try StandInFprintd(on: bus.address)
    try asking(trusting: getuid() + 1) { asking throws in
      #expect(try enrolled(asking) == .noSensor)
      try asking.say(.read(1))
      #expect(try asking.heard() == .ended(1))
      #expect(service.now.readings == 0)
    }
  }

  @Test func `Another connection's signal is no finger`() throws {
    let service = try StandInFprintd(on: bus.address)
    try asking { asking throws in
      try asking.say(.read(1))
      try eventually { service.now.isReading }
      let other = try BusConnection(to: .address(bus.address))
      for destination in [nil, service.now.claimed] {
        try other.emit(
          BusSignal(
            "/net/reactivated/Fprint/Device/0", "net.reactivated.Fprint.Device", "VerifyStatus",
            .string("verify-match"), .boolean(true), to: destination))
      }
      #expect(try other.owner(of: "net.reactivated.Fprint") != nil)
      guard case .at(.fingers) = try enrolled(asking, 5) else { throw CancellationError() }
      #expect(service.now.isReading)
    }
  }

  @Test func `Where there is no bus, or no fprintd on it, there is no sensor`() throws {
    try asking { asking throws in #expect(try enrolled(asking) == .noSensor) }
    try asking(on: .address("unix:path=/nowhere")) { asking throws in #expect(try enrolled(asking) == .noSensor) }
  }
}
