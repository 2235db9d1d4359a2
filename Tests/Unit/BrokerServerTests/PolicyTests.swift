// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import BrokerTesting
import CallerIdentity
import Foundation
import ProcessIsolation
import PropertyLists
import Testing

@testable import BrokerServer
import OwnProcess
import Processes
import Threads

@Suite struct PolicyTests {
  @Test func `Programs are known by where they lie, beside the command line`() {
    let place = "/opt/bailey/bin/bailey"
    let identification = CallerIdentification(
      user: 0, commandLine: Array(place.utf8), files: ProgramFiles(), tickets: nil)
    func role(_ path: String, _ place: ProgramFile.Place = .open) -> CallerRole {
      identification.role(Array(path.utf8), place)
    }
    #expect(role(place) == .commandLine)
    #expect(role(place + "-run") == .runtime && role(place + "-secrets") == .secrets)
    #expect(role(place + "-console") == .console && role(place + "-widgets") == .widgets)
    #expect(role(place + "-run", .elsewhere) == .program)
    for path in ["/opt/other/bailey-run", place + "-runs", place + "-proxy", "bailey-run", ""] {
      #expect(role(path) == .program)
    }
  }

  @Test func `Registering is for the command line`() throws {
    let register = BrokerRequest.apps(.register(path: [0x2F], xml: []))
    try withBroker(answer: { _, _ in .done }) { broker in
      var peer = try Peer.established(by: broker)
      #expect(try peer.ask(register).refusal == .notPermitted)
      #expect(try peer.ask(.apps(.registrations)).refusal == .notPermitted)
    }
    try withBroker(role: .commandLine, answer: { _, _ in .done }) { broker in
      var peer = try Peer.established(by: broker)
      #expect(try peer.ask(register).refusal == nil)
    }
  }

  @Test func `What takes long is not to be asked often`() throws {
    var limits = BrokerLimits()
    limits.rareBurst = 3
    limits.rarePerSecond = 0
    try withBroker(role: .commandLine, limits: limits, answer: { _, _ in .done }) { broker in
      let refusals = try (0..<4).map { _ in
        var peer = try Peer.established(by: broker)
        return try peer.ask(.apps(.registrations)).refusal
      }
      #expect(refusals == [nil, nil, nil, .tooManyRequests])
    }
  }

  @Test func `The caller is the program that connected`() throws {
    let seen = Locked<ProgramFile?>(nil)
    let process = Locked<Int32>(0)
    let answer: ScriptedBroker.Answer = { _, caller in
      seen.withLock { $0 = caller.program }
      process.withLock { $0 = caller.process }
      return .done
    }
    try withBroker(answer: answer) { broker in
      var peer = try Peer.established(by: broker)
      _ = try peer.ask(.apps(.access))
    }
    let path = try Environment.executablePath()
    let program = try #require(seen.withLock { $0 })
    #expect(process.withLock { $0 } == ProcessInfo.processInfo.processIdentifier)
    #expect(program.path == Array(path.utf8))
    #expect(program.place != .elsewhere)
    #expect(program == (try ProgramFiles().file(at: path)))
  }

  @Test func `whoever connects to the socket of one start of an app is that app`() throws {
    let app = LaunchedApp(
      identifier: "T.diary", entitlements: Entitlements(["keychain-access-groups": .array([.string("T.shared")])]),
      launcher: 1)
    let seen = Locked<AppIdentity?>(nil)
    let role = Locked<CallerRole?>(nil)
    let answer: ScriptedBroker.Answer = { _, caller in
      seen.withLock { $0 = AppIdentity(of: caller) { _ in nil } }
      role.withLock { $0 = caller.role }
      return .done
    }
    // Not even an executable that is the command line's own makes a launched app the command line.
    let own = try SandboxNamespaces(of: ProcessHandle(process: getpid()))
    try withBroker(role: .commandLine, origin: .launched(app, own), answer: answer) { broker in
      var peer = try Peer.established(by: broker)
      #expect(try peer.ask(.apps(.access)).refusal == nil)
      #expect(try peer.ask(.apps(.registrations)).refusal == .notPermitted)
    }
    let identity = try #require(seen.withLock { $0 })
    #expect(identity.tier == .launched)
    #expect(identity.access.identifier == "T.diary" && identity.access.groups == ["T.shared"])
    #expect(role.withLock { $0 } == .program)
  }
}
