// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import BrokerTesting
import CryptoPrimitives
import Foundation
import KeychainModel
import LinuxSystem
import TemporaryFolder
import Testing

@testable import IPCServer

@Suite struct PolicyTests {
  /// The page an auditor reads, as text: request, who, how often.
  @Test func theTableIsThis() {
    let table = BrokerRequest.Number.allCases.map { number in
      let policy = RequestPolicy.of(number)
      let callers = CallerRole.allCases.filter { policy.callers.contains($0) }.map { "\($0)" }.joined(separator: ",")
      return "\(number) \(callers) \(policy.pace)"
    }
    #expect(
      table == [
        "hello program,commandLine often", "add program,commandLine often", "find program,commandLine often",
        "update program,commandLine often", "delete program,commandLine often", "access program,commandLine often",
        "register commandLine rarely", "unregister commandLine rarely", "registrations commandLine rarely",
        "person program,commandLine often", "agent commandLine often", "lockState program,commandLine often",
        "enclaveKey program,commandLine often", "verifyKeychain commandLine rarely",
        "backup commandLine often", "examine program,commandLine often", "registerByOwner commandLine rarely",
        "keychainFile commandLine often", "forgetLost commandLine rarely",
      ])
  }

  @Test func registeringIsForTheCommandLine() throws {
    let register = BrokerRequest.register(path: [0x2F], xml: [])
    try withBroker(answer: { _, _ in .done }) { broker in
      var peer = try Peer.greeted(by: broker)
      #expect(try peer.ask(register).refusal == .notPermitted)
      #expect(try peer.ask(.registrations).refusal == .notPermitted)
    }
    try withBroker(role: .commandLine, answer: { _, _ in .done }) { broker in
      var peer = try Peer.greeted(by: broker)
      #expect(try peer.ask(register).refusal == nil)
    }
  }

  @Test func whatTakesLongIsNotToBeAskedOften() throws {
    var limits = BrokerLimits()
    limits.rareBurst = 3
    limits.rarePerSecond = 0
    try withBroker(role: .commandLine, limits: limits, answer: { _, _ in .done }) { broker in
      let refusals = try (0..<4).map { _ in
        var peer = try Peer.greeted(by: broker)
        return try peer.ask(.registrations).refusal
      }
      #expect(refusals == [nil, nil, nil, .tooManyRequests])
    }
  }

  @Test func theCallerIsTheProgramThatConnected() throws {
    let seen = Locked<ProgramFile?>(nil)
    let process = Locked<Int32>(0)
    let answer: ScriptedBroker.Answer = { _, caller in
      seen.withLock { $0 = caller.program }
      process.withLock { $0 = caller.process }
      return .done
    }
    try withBroker(answer: answer) { broker in
      var peer = try Peer.greeted(by: broker)
      _ = try peer.ask(.access)
    }
    let path = try Environment.executablePath()
    let program = try #require(seen.withLock { $0 })
    #expect(process.withLock { $0 } == ProcessInfo.processInfo.processIdentifier)
    #expect(program.path == Array(path.utf8))
    #expect(program.place != .elsewhere)
    #expect(program == (try ProgramFiles().file(at: path)))
  }

  // MARK: - Files of programs

  @Test func aFileIsKnownByItsContents() throws {
    try withTemporaryFolder { folder in
      let files = ProgramFiles()
      let path = folder + "/program"
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      let first = try files.file(at: path)
      #expect(first.digest == SHA256.hash([1, 2, 3].span))
      #expect(first.place == .open)
      try Data([1, 2, 4]).write(to: URL(fileURLWithPath: path))
      #expect(try files.file(at: path).digest == SHA256.hash([1, 2, 4].span))
      // By whatever name.
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
      #expect(try files.file(at: folder + "/link").path == Array(path.utf8))
      #expect(throws: SystemError(.open, code: EISDIR)) { _ = try files.file(at: folder) }
    }
  }

  @Test func whatOnlyRootCanReplaceIsGuarded() throws {
    #expect(try ProgramFiles().file(at: "/usr/bin/env").place == .guarded)
  }

  /// A program that was replaced, or that runs from memory, does not get by with a path.
  @Test func aProgramThatIsNotAtItsPathIsElsewhere() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/program"
      // By a process of its own: a child that another test forks in the moment this one has the copy open for writing
      // would hold it open, and what somebody can write cannot be run (ETXTBSY).
      let copying = try ChildProcess.start(ChildPlan(path: "/bin/cp", arguments: ["/bin/cat", path]))
      #expect(try copying.wait() == .exited(0))
      let pipe = try LinuxSystem.Pipe()
      var plan = ChildPlan(path: path)
      plan.input = pipe.reading.raw
      let child = try ChildProcess.start(plan)
      let handle = try ProcessHandle(process: child.process)
      #expect(try ProgramFiles().file(of: handle).place == .open)
      try FileManager.default.removeItem(atPath: path)
      let deleted = try ProgramFiles().file(of: handle)
      #expect(deleted.place == .elsewhere)
      #expect(deleted.path == Array(path.utf8))
      try FileManager.default.copyItem(atPath: "/bin/echo", toPath: path)
      #expect(try ProgramFiles().file(of: handle).place == .elsewhere)
      try child.send(SIGKILL)
      _ = try child.wait()
    }
  }
}
