// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import BrokerTesting
import CallerIdentity
import Foundation
import LinuxSystem
import ProcessIsolation
import PropertyLists
import Testing

@testable import BrokerServer

@Suite struct PolicyTests {
  /// The page an auditor reads, as text: request, who, how often.
  @Test func `The table is this`() {
    let table = BrokerRequest.Number.allCases.map { number in
      let policy = RequestPolicy.of(number)
      let callers = CallerRole.allCases.filter { policy.callers.contains($0) }.map { "\($0)" }.joined(separator: ",")
      return "\(number.rowName) \(callers) \(policy.pace)"
    }
    #expect(
      table == [
        "hello program,commandLine,console,widgets,runtime,secrets often",
        "keychain.add program,commandLine,secrets often", "keychain.find program,commandLine,secrets often",
        "keychain.update program,commandLine,secrets often", "keychain.delete program,commandLine,secrets often",
        "keychain.enclaveKey program,commandLine often", "keychain.verify commandLine rarely",
        "keychain.backup commandLine often", "keychain.examine program,commandLine often",
        "keychain.file commandLine often", "keychain.forgetLost commandLine rarely",
        "keychain.owner console often",
        "apps.access program,commandLine often", "apps.register commandLine rarely",
        "apps.unregister commandLine rarely", "apps.registrations commandLine rarely",
        "apps.registerByOwner commandLine rarely", "apps.unregisterByOwner commandLine rarely",
        "person.authentication program,commandLine,secrets often", "person.agent commandLine,console often",
        "person.lockState program,commandLine,console,widgets,secrets often",
        "consent.status program,commandLine often", "consent.request program,commandLine often",
        "consent.changes program,commandLine,console,runtime often", "consent.rows commandLine,console often",
        "consent.deny commandLine,console often", "consent.grant commandLine,console often",
        "consent.reset commandLine,console often", "consent.prune commandLine rarely",
        "consent.policy commandLine,console often", "consent.setPolicy commandLine rarely",
        "consent.agent commandLine often", "consent.itemCount commandLine rarely",
        "consent.erase commandLine rarely", "consent.preciseLocation program,commandLine often",
        "consent.advertisingIdentifier program,commandLine often", "consent.locationButton program,commandLine often",
        "consent.giveEmpty commandLine,console often", "consent.lend widgets,runtime often",
        "consent.share commandLine often", "consent.unshare commandLine often",
        "consent.sharedFiles commandLine,runtime often", "consent.choosePath runtime often",
        "consent.portal runtime often", "consent.withdrawPath runtime often",
        "bundles.trust commandLine rarely", "bundles.trustByOwner commandLine rarely",
        "bundles.install commandLine rarely", "bundles.remove commandLine rarely",
        "bundles.installed commandLine,console,widgets,runtime often", "bundles.launch runtime often",
        "bundles.running commandLine,console often", "bundles.vendor program,commandLine often",
        "bundles.revoke commandLine rarely", "bundles.revokeByOwner commandLine rarely",
        "access.state commandLine,console often", "access.turn commandLine,console often",
        "access.note widgets,runtime often", "access.records commandLine,console often",
        "access.location program,commandLine often", "access.locationSource commandLine often",
        "access.setLocationSource commandLine often",
        "widgets.publish widgets often", "widgets.reload program,commandLine often",
        "widgets.shown program,commandLine often", "widgets.reloadExtension widgets often",
        "widgets.follow widgets often",
        "widgets.shownExtension widgets often",
        "widgets.surfaces commandLine,console,widgets often", "widgets.chooseSurfaces commandLine,console rarely",
      ])
  }

  @Test func `Whatever serves a running app has these rows, and no other`() {
    let rows = BrokerRequest.Number.allCases.filter { RequestPolicy.of($0).callers.contains(.runtime) }
    #expect(
      Set(rows.map(\.rowName)) == [
        "hello", "bundles.installed", "bundles.launch", "consent.lend", "consent.changes", "consent.sharedFiles",
        "consent.choosePath", "consent.withdrawPath", "consent.portal", "access.note",
      ])
  }

  @Test func `Whatever keeps the desktop's passwords has these rows, and no other`() {
    let rows = BrokerRequest.Number.allCases.filter { RequestPolicy.of($0).callers.contains(.secrets) }
    #expect(
      Set(rows.map(\.rowName)) == [
        "hello", "keychain.add", "keychain.find", "keychain.update", "keychain.delete", "person.authentication",
        "person.lockState",
      ])
  }

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
