// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Foundation
import Glibc
import MessageBus
import RunningInstance
import TemporaryFolder
import Testing

@testable import LocationService
import Threads

/// With a real bus; GeoClue is the test's own, and the real one where it is installed.
@Suite(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
struct LocationFollowerTests {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path)
  }

  private var written: String? {
    try? String(contentsOfFile: "\(folder.path)/\(FollowedLocation.name)", encoding: .utf8)
  }

  private func waitUntil(_ isTrue: () -> Bool) -> Bool {
    for _ in 0..<1500 {
      if isTrue() { return true }
      usleep(10_000)
    }
    return false
  }

  /// What the follower says, while the body runs.
  private func following(_ body: (Locked<[String]>) throws -> Void) throws {
    let said = Locked<[String]>([])
    let follower = try LocationFollower(writingTo: folder.path, on: .address(bus.address)) { sentence in
      said.withLock { $0.append(sentence) }
    }
    let thread = try SystemThread(named: "follower") { follower.run() }
    defer {
      follower.stop()
      thread.join()
    }
    try body(said)
  }

  @Test func `What GeoClue tells is written down, and goes when it does not know any more or ends`() throws {
    let service = try StandInGeoClue(on: bus.address)
    try service.change { $0.place = (48.8584, 2.2945, 25, 35) }
    try following { said in
      #expect(waitUntil { written == "48.8584,2.2945,25.0,35.0\n1700000000500\n" })
      #expect(service.now.desktopName == "bailey")
      #expect(service.now.level == 8)
      try service.change { $0.place = (-0.00001, 180, 3000, -1.7976931348623157e308) }
      #expect(waitUntil { written == "-0.0000100,180.0,3000.0\n1700000000500\n" })
      try service.change { $0.place = (91, 0, 1, 0) }
      #expect(waitUntil { written == nil })
      try service.change { $0.place = (1, 1, 1, 0) }
      #expect(waitUntil { written != nil })
      try service.change { $0.isActive = false }
      #expect(waitUntil { written == nil })
      try service.change { $0.isActive = true }
      #expect(waitUntil { written != nil })
      service.end()
      bus.end()
      #expect(waitUntil { written == nil })
      #expect(waitUntil { said.withLock { $0.contains("GeoClue cannot be asked: there is no system bus.") } })
    }
    #expect(written == nil)
  }

  @Test func `GeoClue that does not allow it, or is not there, is no location; it is asked again`() throws {
    try following { said in
      #expect(waitUntil { said.withLock { $0.contains("GeoClue is not installed.") } })
      let service = try StandInGeoClue(on: bus.address)
      try service.change { $0.isAllowed = false }
      #expect(waitUntil { said.withLock { $0.contains { $0.contains("must allow 'bailey'") } } })
      #expect(written == nil)
      try service.change { state in
        state.isAllowed = true
        state.place = (1, 2, 3, 4)
      }
      #expect(waitUntil { written != nil })
    }
    #expect(written == nil)
  }

  @Test func `What is written down is read again, and nothing else is`() {
    let fix = LocationFix(latitude: -0.000_01, longitude: 2.5, accuracy: 20, altitude: -3, time: 77)
    #expect(fix.flatMap { FollowedLocation.read(FollowedLocation.text(of: $0)) } == fix)
    for text in ["", "1,2,3\n", "1,2,3\n5", "1,2,3\n-5\n", "1,2,3\nx\n", "91,2,3\n5\n", "1,2,3\n5\n6\n"] {
      #expect(FollowedLocation.read(text) == nil)
    }
  }

  private static let program = "/usr/libexec/geoclue"

  /// The agent that GeoClue asks for the person.
  private func agent() throws -> (BusConnection, BusSubscription, BusSubscription) {
    let agent = try BusConnection(to: .address(bus.address))
    let interface = "org.freedesktop.GeoClue2.Agent"
    let object = try agent.export("/org/freedesktop/GeoClue2/Agent", interfaces: [interface]) { request in
      request.answer(.boolean(request.message.arguments.first?.text == "bailey"), .uint32(8))
    }
    let properties = try agent.export(
      "/org/freedesktop/GeoClue2/Agent", interfaces: ["org.freedesktop.DBus.Properties"]
    ) { request in
      if request.message.member == "GetAll" {
        request.answer(.options(["MaxAccuracyLevel": .uint32(8)]))
      } else {
        request.answer(.variant(.uint32(8)))
      }
    }
    return (agent, object, properties)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program), "needs geoclue-2.0"))
  func `The real GeoClue tells what a receiver of satellites says`() throws {
    let receiver = try Receiver(at: "\(folder.path)/nmea")
    let geoclue = try Background(
      Self.program, ["-t", "0", "-u", receiver.path], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    defer { geoclue.kill() }
    let (agent, object, properties) = try agent()
    while try agent.owner(of: "org.freedesktop.GeoClue2") == nil { usleep(20_000) }
    _ = try agent.call(
      BusCall(
        to: "org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager", "org.freedesktop.GeoClue2.Manager",
        "AddAgent", .string("geoclue-demo-agent")))
    try following { _ in
      #expect(waitUntil { written != nil })
      let fix = written.flatMap { FollowedLocation.read($0) }
      #expect(fix.map { abs($0.latitude - 48.8584) < 0.001 && abs($0.longitude - 2.2945) < 0.001 } == true)
    }
    withExtendedLifetime((object, properties)) {}
  }
}

/// A receiver of satellites, as GeoClue reads it from a socket (NMEA 0183): a sentence a second.
private final class Receiver {
  let path: String
  private let program: Background

  init(at path: String) throws {
    self.path = path
    let script = """
      import socket, sys, threading, time
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen(4)
      def sentence():
          now = time.gmtime()
          body = "GPGGA,%02d%02d%02d.00,4851.504,N,00217.670,E,1,08,0.9,35.0,M,46.9,M,," % now[3:6]
          total = 0
          for letter in body:
              total ^= ord(letter)
          return ("$%s*%02X\\r\\n" % (body, total)).encode()
      def serve(client):
          try:
              while True:
                  client.sendall(sentence())
                  time.sleep(0.3)
          except OSError:
              pass
      print("listening", flush=True)
      while True:
          client, _ = listener.accept()
          threading.Thread(target=serve, args=(client,), daemon=True).start()
      """
    program = try Background("python3", ["-c", script, path])
    try program.waitForLine("listening")
  }

  deinit { program.kill() }
}
