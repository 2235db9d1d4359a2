// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import TemporaryFolder
import Testing

/// Fingers through the real daemons, on a bus of its own where the test is fprintd. Bailey believes root's alone, on a bus of root's.
@Suite(
  .serialized, .enabled(if: Program.canMount && PrivateBus.isInstalled, "needs mounts and dbus-daemon"),
  .enabled(if: geteuid() == 0, "needs a bus and a service of root's"))
struct FingerprintScenarios {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path, starting: .none)
  }

  private func withDiary(_ body: (RunningInstance, ClientProgram) throws -> Void) throws {
    try withInstance(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { instance throws in
      // Nobody believes a finger before the passcode was given once.
      try instance.lock()
      try instance.unlock()
      try body(instance, try ClientProgram("diary", of: instance, copying: "sample-app"))
    }
  }

  /// Runs commands while somebody touches the sensor once for each of the questions.
  private func lines(
    of app: ClientProgram, _ words: [String], touching sensor: StandInFprintd, _ fingers: [String] = ["verify-match"],
    thinking agent: PasscodeAgent
  ) throws -> [String] {
    try agent.press(Array(repeating: .none, count: 8))
    try agent.typeNothing()
    let running = try app.start(words)
    defer { running.kill() }
    var touched = sensor.now.readings
    for finger in fingers {
      // A sensor that did not answer in time is tried again, so that the next reading may have any later number.
      try eventually { sensor.now.isReading && sensor.now.readings > touched }
      touched = sensor.now.readings
      try sensor.touch(finger)
    }
    let count = words.split(separator: ",").count
    try eventually { running.lines().count >= count }
    return running.lines()
  }

  @Test func `A finger shows that the person is there, and opens what wants one`() throws {
    let sensor = try StandInFprintd(on: bus.address)
    try withDiary { instance, app throws in
      #expect(try app.answers("context , domain , can biometry").first == "done")
      #expect(try app.answers("context , can biometry , evaluate biometry").suffix(2) == ["yes", "LAError -1004"])
      #expect(
        try app.answers("add face secret aku biometry , add now secret aku current , add page secret aku presence")
          == ["done", "done", "done"])
      try withAgent(of: instance) { agent throws in
        let asked = [
          "context", ",", "evaluate", "biometry", ",", "find", "face", ",", "find", "now", ",", "find", "page",
        ]
        #expect(
          try lines(of: app, asked, touching: sensor, thinking: agent) == ["done", "yes", "secret", "secret", "secret"])
        #expect(agent.told.contains { $0.contains("programs/diary") && $0.contains("fingerprint sensor") })
        // By a finger or the passcode.
        #expect(try lines(of: app, ["find", "page"], touching: sensor, thinking: agent) == ["secret"])
        try agent.type(RunningInstance.passcode)
        #expect(try app.answer("find page") == "secret")
        // To the enclave a finger is no proof, and for its keys the passcode is asked for.
        #expect(try app.answers("make mine aku use+biometry") == ["-25293"])
        #expect(try app.answers("make mine aku use+presence , context , sign mine letter").first == "done")
        #expect(sensor.now.claimed == nil)
        // The device is locked: a finger says nothing.
        try instance.lock()
        #expect(try app.answers("context , evaluate biometry , find face").suffix(2) == ["LAError -1004", "-25308"])
        #expect(sensor.now.claimed == nil)
      }
    }
  }

  @Test func `Another set of fingers loses what was for the set before, and nothing else`() throws {
    let sensor = try StandInFprintd(on: bus.address)
    try withDiary { instance, app throws in
      #expect(try app.answers("add face secret aku biometry , add now secret aku current") == ["done", "done"])
      let before = try app.answers("context , can biometry , domain").last
      sensor.change { $0.fingers.append("left-thumb") }
      try eventually { try app.answers("context , can biometry , domain").last != before }
      #expect(try app.answers("find now , delete now") == ["-25300", "-25300"])
      try withAgent(of: instance) { agent throws in
        #expect(try lines(of: app, ["find", "face"], touching: sensor, thinking: agent) == ["secret"])
      }
      sensor.change { $0.fingers = [] }
      try eventually { try app.answers("context , can biometry").last == "LAError -7" }
      #expect(try app.answers("add more secret aku biometry , context , domain") == ["-25293", "done", "none"])
    }
  }

  @Test func `Wrong fingers end in the passcode`() throws {
    let sensor = try StandInFprintd(on: bus.address)
    try withDiary { instance, app throws in
      try withAgent(of: instance) { agent throws in
        let wrong = Array(repeating: "verify-no-match", count: 5)
        #expect(
          try lines(of: app, ["context", ",", "evaluate", "biometry"], touching: sensor, wrong, thinking: agent)
            == ["done", "LAError -8"])
        #expect(try app.answers("context , can biometry").last == "LAError -8")
        try agent.type(RunningInstance.passcode)
        #expect(try app.answers("context , evaluate").last == "yes")
        #expect(try app.answers("context , can biometry").last == "yes")
      }
    }
  }

  @Test(.enabled(if: Program.isInstalled("setpriv"))) func `A program that is not root's pretends no finger`() throws {
    try Program.run("chmod", ["711", folder.path])
    try withDiary { _, app throws in
      #expect(try app.answers("context , can biometry").last == "LAError -6")
      let script = """
        import sys
        from gi.repository import Gio, GLib
        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
          sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        def say(bus, message, incoming):
          if incoming and message.get_message_type() == Gio.DBusMessageType.METHOD_CALL: print("asked", flush=True)
          return message
        bus.add_filter(say)
        name = GLib.Variant("(su)", ("net.reactivated.Fprint", 0))
        to = "org.freedesktop.DBus"
        bus.call_sync(to, "/org/freedesktop/DBus", to, "RequestName", name, None, 0, -1, None)
        print("there", flush=True)
        GLib.MainLoop().run()
        """
      let pretender = try Background(
        "setpriv", ["--reuid=\(OrdinaryUser.number)", "--clear-groups", "/usr/bin/python3", "-c", script, bus.address])
      defer { pretender.kill() }
      try eventually { pretender.lines() == ["there"] }
      for _ in 0..<3 { #expect(try app.answers("context , can biometry").last == "LAError -6") }
      #expect(pretender.lines() == ["there"])
    }
  }
}
