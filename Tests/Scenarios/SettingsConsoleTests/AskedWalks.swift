// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import MessageBus
import RunningInstance
import TemporaryFolder
import Testing

@testable import SettingsConsole
import Events
import Clocks
import Threads

/// That somebody asks is seen where nobody looks at the page: among tabs, on an idle page, and on the desktop.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct AskedWalks {
  private let walks = PrivacyWalks()

  @Test func `An idle page says that somebody asks and not what, and the request waits for the passcode`() throws {
    try walks.withStage(["--idle-seconds", "5"]) { stage throws in
      let camera = stage.console.command("run Viewer -- -n 1 \(stage.cameraPath) &")
      #expect(
        try stage.console.browse("asked_while_idle", "run:\(camera)", "told_while_idle") == [
          "ready",
          "idle: (1) Bailey · Overview · 1 request waits · 1 request waits · Give the passcode to see what is asked.",
          "told of it: []", "typed: 3",
        ] + RunningConsole.looked("idle-asked") + ["then: “Viewer” would like to access the camera", "errors: []"])
      try stage.waitForAnswer("Viewer)  denied")
    }
  }

  @Test func `The title counts the requests that wait`() throws {
    try walks.withStage { stage throws in
      let asking = stage.console.command("run Viewer -- -n 1 \(stage.cameraPath) &")
      #expect(
        try stage.console.browse("run:\(asking)", "title_counts") == [
          "title: (1) Bailey · Overview · badge: 1 request waits", "errors: []",
        ])
    }
  }

  @Test(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
  func `The desktop is told while an app asks, and can refuse it`() throws {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path)
    let desktop = try StandInNotices(on: bus.address, answering: "deny")
    try walks.withStage(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { stage throws in
      let words = stage.console.command("run Viewer -- -n 1 \(stage.cameraPath); true")
      #expect(try stage.console.browse("run:\(words)", "consent_gone") == ["gone", "errors: []"])
      try stage.waitForAnswer("Viewer)  denied")
      let shown = try #require(desktop.shown.first)
      #expect(shown.summary == "Bailey: an app waits for an answer")
      #expect(shown.body == "Viewer (org.example.Viewer) waits for your answer.")
      #expect(shown.actions == ["default", "Open", "deny", "Don’t Allow", "open", "Open"])
      try eventually { desktop.closed == [1] }
    }
  }

  /// No button of a notice allows anything, and what stands on a locked screen names nobody.
  @Test func `A notice names the app while unlocked alone`() throws {
    var shown = ConsoleState.Shown()
    #expect(DesktopNotice(shown, DesktopWords(language: "en_US.UTF-8")) == nil)
    shown.isIdle = true
    #expect(DesktopNotice(shown, DesktopWords(language: "")) == nil)
    #expect(DesktopWords(language: "it_IT").deny == "Non consentire" && DesktopWords(language: "zh_CN").open == "打开")
  }

  @Test func `A window that a notice opens takes the passcode where nobody has been for a time`() throws {
    let hands = Locked(BootInstant(milliseconds: 1_000_000))
    let session = BrowserSession(idleSeconds: 60, clock: BootClock { hands.withLock { $0 } })
    let first = try #require(session.token)
    let old = try #require(session.exchange(first))
    hands.withLock { $0 = $0.advanced(byMilliseconds: 61_000) }
    #expect(session.isIdle)
    session.renewToken()
    let second = try #require(session.token)
    #expect(second != first && session.exchange(first) == nil)
    #expect(session.accepts(cookie: old.cookie))
    let new = try #require(session.exchange(second))
    #expect(session.isIdle)
    #expect(session.accepts(cookie: new.cookie) && !session.accepts(cookie: old.cookie))
  }
}

/// What shows notifications on a bus of the test's own, with somebody who answers each by the same button.
private final class StandInNotices: Sendable {
  struct Notice: Sendable {
    let summary: String
    let body: String
    let actions: [String]
  }

  private struct State {
    var shown: [Notice] = []
    var closed: [Int] = []
    var answered: Set<Int> = []
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private let bus: BusConnection
  private let state = Locked(State())
  private let object = Locked<BusSubscription?>(nil)

  init(on address: String, answering action: String) throws {
    bus = try BusConnection(to: .address(address))
    let subscription = try bus.export(Self.path, interfaces: [Self.name]) { [weak self] in self?.answer($0, action) }
    object.withLock { $0 = subscription }
    try bus.requestName(Self.name)
  }

  var shown: [Notice] { state.withLock { $0.shown } }
  var closed: [Int] { state.withLock { $0.closed } }

  private func answer(_ request: BusRequest, _ action: String) {
    let arguments = request.message.arguments
    switch request.message.member {
    case "Notify":
      guard case .array(_, let actions) = arguments[5] else { return request.fail("org.example.Bad", "actions") }
      let notice = Notice(
        summary: arguments[3].text ?? "", body: arguments[4].text ?? "", actions: actions.compactMap(\.text))
      state.withLock { $0.shown.append(notice) }
      request.answer(.uint32(1))
      _ = try? SystemThread.start(named: "person") { [bus, state] in
        guard state.withLock({ $0.answered.insert($0.shown.count).inserted }) else { return }
        // The person sees it first.
        _ = try? Poll.readable([], within: .milliseconds(100))
        try? bus.emit(BusSignal(Self.path, Self.name, "ActionInvoked", .uint32(1), .string(action)))
      }
    case "CloseNotification":
      state.withLock { $0.closed.append(arguments.first?.integer ?? 0) }
      request.answer()
    default: request.answer(.string("test"), .string("test"), .string("1"), .string("1.2"))
    }
  }
}
