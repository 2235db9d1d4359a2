// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// A whole instance that follows the desktop's session, on a bus of its own.
@Suite(.serialized, .enabled(if: Program.canMount && PrivateBus.isInstalled, "needs mounts and dbus-daemon"))
struct LogindScenarios {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path)
  }

  private func withFollower(_ body: (RunningInstance) throws -> Void) throws {
    let instance = try RunningInstance(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    defer { instance.stop() }
    try instance.succeed(["settings", "grace-seconds=900"], input: RunningInstance.passcode + "\n")
    try body(instance)
  }

  @Test func `The session locks Bailey, and never unlocks it`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try withFollower { instance in
      let file = instance.mount.appending(path: "secret")
      try Data("hello".utf8).write(to: file)
      try instance.setClass("complete", of: file)
      try eventually { try instance.report().session == "followed" }
      #expect(try instance.succeed(["status"]).output.contains("Session     followed"))

      try logind.say("Lock", to: "2")
      try eventually { try instance.report().state == "grace" }
      #expect(FileManager.default.contents(atPath: file.path) != nil)
      try logind.say("Unlock", to: "2")

      // Of another person at the screen nothing is left to read, grace or not.
      try logind.change("2") { $0.isActive = false }
      try eventually { try instance.report().state == "locked" }
      #expect(FileManager.default.contents(atPath: file.path) == nil)
      try logind.change("2") { $0.isActive = true }
      try logind.say("Unlock", to: "2")
      try instance.unlock()

      for _ in 0..<2 {
        try eventually { logind.delays == 1 }
        try logind.sleep(begins: true)
        try eventually { logind.delays == 0 }
        // By the time that the computer may sleep.
        #expect(try instance.report().state == "locked")
        try logind.sleep(begins: false)
        try instance.unlock()
      }
      #expect(try instance.report().restarts == 0)
    }
  }

  @Test func `What follows the session is started again, and what it missed locks`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try withFollower { instance in
      try eventually { logind.delays == 1 }
      let follower = try #require(instance.processes(named: "bailey-session").first)
      kill(follower, SIGSTOP)
      try logind.change("2") { $0.isActive = false }
      kill(follower, SIGKILL)
      try eventually { try instance.report().state == "locked" }
      try eventually { try instance.report().session == "followed" }
      #expect(instance.processes(named: "bailey-session") != [follower])
    }
  }

  @Test func `Without logind the status says so, and all else works`() throws {
    try withFollower { instance in
      try eventually { try instance.report().session == "noLogind" }
      #expect(try instance.succeed(["status"]).output.contains("bailey lock --then swaylock"))
      try instance.lock()
      try instance.unlock()
      let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
      try eventually { try instance.report().session == "followed" }
      // Nothing is to be locked, and nothing is said of it: without a passcode.
      try instance.succeed(["passcode", "remove"], input: RunningInstance.passcode + "\n")
      try logind.say("Lock", to: "2")
      try logind.sleep(begins: true)
      try eventually { logind.delays == 0 }
      #expect(try instance.report().state == "unlocked")
    }
  }

  /// After a fingerprint, or a login without a password.
  @Test func `Where the screen is open and Bailey is not, the agent asks once`() throws {
    let logind = try StandInLogind(on: bus.address, ["2": StandInLogind.Session()])
    try withFollower { instance in
      let person = "\(folder.path)/person"
      try FileManager.default.createDirectory(atPath: person, withIntermediateDirectories: true)
      func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(person)/\(name)"), options: .atomic)
      }
      var asked: Int {
        let told = (try? String(contentsOfFile: "\(person)/told", encoding: .utf8)) ?? ""
        return told.components(separatedBy: "Your session is open").count - 1
      }
      try write("OK Pleased to meet you\n", "greeting")
      try write("ERR 83886179 cancelled\n", "answer")
      let script = RepositoryFolder.tests.appending(path: "Programs/pinentry").path
      try FileManager.default.createSymbolicLink(atPath: "\(person)/pinentry", withDestinationPath: script)
      try instance.lock()
      let agent = try Background(
        Program.locate("bailey").path, ["agent", "--pinentry", "\(person)/pinentry"], environment: instance.variables)
      defer { agent.kill() }
      try eventually { asked == 1 }
      #expect(try instance.report().state == "locked")

      // Refused once, it waits for the next time.
      try write("D \(RunningInstance.passcode)\nOK\n", "answer")
      try eventually {
        // A screen that is open again before the agent has looked was never away.
        try logind.change("2") { $0.isCovered.toggle() }
        return asked >= 2
      }
      try logind.change("2") { $0.isCovered = false }
      // What follows the session may hear of the covered screen after that, and begin the grace period.
      try eventually { try instance.report().state != "locked" }

      // What the login unlocks is not asked for.
      try logind.change("2") { $0.isActive = false }
      try eventually { try instance.report().state == "locked" }
      try instance.unlock()
      try logind.change("2") { $0.isActive = true }
      try logind.say("Lock", to: "2")
      try eventually { try instance.report().state == "grace" }
      let before = asked
      try logind.say("Unlock", to: "2")
      try eventually { try instance.report().state == "unlocked" }
      #expect(asked > before)
    }
  }

  /// Somebody else's idea of logind.
  private static let mockedLogind = """
    import os, subprocess, sys, time
    import dbus, dbusmock
    bus = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
    server = subprocess.Popen([sys.executable, "-m", "dbusmock", "--template", "logind"])
    while not bus.name_has_owner("org.freedesktop.login1"): time.sleep(0.02)
    manager = bus.get_object("org.freedesktop.login1", "/org/freedesktop/login1")
    mock = dbus.Interface(manager, "org.freedesktop.DBus.Mock")
    path = mock.AddSession("c7", "seat0", os.getuid(), "somebody", True)
    session = bus.get_object("org.freedesktop.login1", path)
    print("there", flush=True)
    for word in map(str.strip, sys.stdin):
        if word == "lock": session.Lock(dbus_interface="org.freedesktop.login1.Session")
        if word == "cover": session.SetLockedHint(True, dbus_interface="org.freedesktop.login1.Session")
        if word == "sleep": mock.EmitSignal("org.freedesktop.login1.Manager", "PrepareForSleep", "b", [True])
        if word == "inhibitors":
            listed = manager.ListInhibitors(dbus_interface="org.freedesktop.login1.Manager")
            print([str(entry[1]) for entry in listed], flush=True)
    server.kill()
    """

  private static let hasMock = (try? Program.run("/usr/bin/python3", ["-c", "import dbusmock"]))?.exitCode == 0

  @Test(.enabled(if: hasMock, "needs python3-dbusmock"))
  func `The logind of python-dbusmock is followed as well`() throws {
    try withFollower { instance in
      let script = "\(folder.path)/logind.py"
      try Data(Self.mockedLogind.utf8).write(to: URL(fileURLWithPath: script))
      let words = "\(folder.path)/words"
      try Program.run("mkfifo", [words])
      let mock = try Background(
        "sh", ["-c", "exec /usr/bin/python3 \(script) < \(words)"],
        environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
      defer { mock.kill() }
      let said = try #require(FileHandle(forWritingAtPath: words))
      func say(_ word: String) { said.write(Data((word + "\n").utf8)) }
      try eventually { mock.lines().contains("there") }
      try eventually { try instance.report().session == "followed" }
      say("lock")
      try eventually { try instance.report().state == "grace" }
      try instance.unlock()
      say("cover")
      try eventually { try instance.report().state == "grace" }
      try instance.unlock()
      say("inhibitors")
      try eventually { mock.lines().contains("['Bailey']") }
      say("sleep")
      try eventually { try instance.report().state == "locked" }
      try eventually {
        say("inhibitors")
        return mock.lines().contains("[]")
      }
    }
  }
}
