// SPDX-License-Identifier: Apache-2.0
import Events
import MessageBus
import PromptModel
import SystemCalls
import Threads

/// Tells the desktop while anything asks, by `org.freedesktop.Notifications` on the session's bus, where there is one. A notice can refuse,
/// and lead to the console, which alone allows.
///
/// Source: the Desktop Notifications Specification 1.2.
final class DesktopNotices: Sendable {
  enum Answer: Sendable {
    case deny(QuestionNumber)
    case open
  }

  private struct State {
    var wanted: DesktopNotice?
    var shown: (number: UInt32, notice: DesktopNotice)?
    var isOver = false
    var lastOpened: ContinuousClock.Instant?
  }

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// The time between attempts to reach a service that is not there.
  private static let pause = Duration.seconds(5)
  /// The time between two windows: more often nobody wants one.
  private static let betweenWindows = Duration.seconds(2)

  private let words: DesktopWords
  private let answered: @Sendable (Answer) -> Void
  private let state = Locked(State())
  private let news: FileDescriptor

  /// `answered` is called on the bus's thread, which it must not hold up.
  init(_ words: DesktopWords, answered: @escaping @Sendable (Answer) -> Void) throws(SystemError) {
    (self.words, self.answered) = (words, answered)
    news = try .event()
    try SystemThread.start(named: "notices") { [self] in run() }
  }

  /// What the desktop is to show from now on; nil for nothing.
  func show(_ notice: DesktopNotice?) {
    state.withLock { $0.wanted = notice }
    news.signal()
  }

  func stop() {
    state.withLock { ($0.wanted, $0.isOver) = (nil, true) }
    news.signal()
  }

  // MARK: - The thread

  private func run() {
    var link: Link?
    var isRefused = false
    while true {
      _ = try? Poll.readable([news.raw], within: isRefused ? Self.pause : nil)
      news.clear()
      let (wanted, shown, isOver) = state.withLock { ($0.wanted, $0.shown, $0.isOver) }
      if wanted != shown?.notice {
        // Of a service that was started again nothing would be heard.
        if let known = link, !known.isCurrent {
          link = nil
          state.withLock { $0.shown = nil }
        }
        let number = link == nil ? nil : shown?.number
        // Whoever has no such service is asked in the console alone.
        if link == nil, wanted != nil { link = try? connect() }
        isRefused = link.map { change($0, to: wanted, from: number) } != true && wanted != nil
      }
      if isOver { return }
    }
  }

  private final class Link: Sendable {
    let bus: BusConnection
    private let owner: String
    private let actions: BusSubscription

    init(_ bus: BusConnection, to owner: String, _ actions: BusSubscription) {
      (self.bus, self.owner, self.actions) = (bus, owner, actions)
    }

    var isCurrent: Bool { bus.isOpen && (try? bus.owner(of: DesktopNotices.service)) == owner }
  }

  private func connect() throws(BusError) -> Link {
    state.withLock { $0.shown = nil }
    let bus = try BusConnection(to: .session)
    // Starts the service where it can be started.
    _ = try bus.call(BusCall(to: Self.service, Self.path, Self.service, "GetServerInformation"))
    guard let owner = try bus.owner(of: Self.service) else { throw .failed(code: 2) }
    let match = SignalMatch(from: owner, path: Self.path, interface: Self.service, member: "ActionInvoked")
    let actions = try bus.subscribe(to: match) { [weak self] message in self?.hear(message) }
    return Link(bus, to: owner, actions)
  }

  /// Whether the desktop shows it now.
  private func change(_ link: Link, to wanted: DesktopNotice?, from shown: UInt32?) -> Bool {
    guard let wanted else {
      state.withLock { $0.shown = nil }
      guard let shown else { return true }
      // May fail: the person has closed it.
      _ = try? link.bus.call(BusCall(to: Self.service, Self.path, Self.service, "CloseNotification", .uint32(shown)))
      return true
    }
    // In a row the refusal is the leading one.
    let refusal = wanted.refusable == nil ? [] : ["deny", words.deny]
    let actions = ["default", words.open] + refusal + ["open", words.open]
    // Critical ones stay until somebody answers.
    let options = BusValue.options(["urgency": .byte(2), "category": .string("device"), "resident": .boolean(true)])
    let call = BusCall(
      to: Self.service, Self.path, Self.service, "Notify", .string("Bailey"), .uint32(shown ?? 0),
      .string("dialog-password"), .string(wanted.summary), .string(wanted.body), .strings(actions), options, .int32(0))
    guard let number = (try? link.bus.call(call))?.first?.integer.map({ UInt32(clamping: $0) }) else { return false }
    state.withLock { $0.shown = (number, wanted) }
    return true
  }

  private func hear(_ message: BusMessage) {
    guard message.arguments.count == 2, let number = message.arguments[0].integer,
      let action = message.arguments[1].text,
      let shown = state.withLock({ $0.shown }), Int64(shown.number) == Int64(number)
    else { return }
    switch action {
    case "deny": if let question = shown.notice.refusable { answered(.deny(question)) }
    case "open", "default": if opensAnother() { answered(.open) }
    default: break
    }
  }

  /// Whoever has the service's name decides how often it says so.
  private func opensAnother() -> Bool {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard state.lastOpened.map({ $0.duration(to: now) >= Self.betweenWindows }) ?? true else { return false }
      state.lastOpened = now
      return true
    }
  }
}
