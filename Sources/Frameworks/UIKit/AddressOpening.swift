// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import MessageBus
import Threads

/// Asks the portal on the session's bus to open an address: in a sandbox this is Bailey's own.
enum AddressOpening {
  private static let portal = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let bus = "org.freedesktop.DBus"

  /// The answer, which is given once.
  private final class Answer: Sendable {
    private let waiting: Locked<CheckedContinuation<Bool, Never>?>
    /// The parts that end with the answer.
    private let held = Locked<[any Sendable]>([])
    init(_ waiting: CheckedContinuation<Bool, Never>) { self.waiting = Locked(waiting) }

    func give(_ isOpen: Bool) {
      let waiter = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      waiter?.resume(returning: isOpen)
      // By another thread: a connection is not closed by its own.
      let ended = held.withLock { held in
        defer { held = [] }
        return held
      }
      if !ended.isEmpty { _ = try? SystemThread.start(named: "address") { extendLifetime(ended) } }
    }

    func hold(_ parts: [any Sendable]) {
      let isOver = waiting.withLock { $0 == nil }
      if !isOver { held.withLock { $0 = parts } }
    }
  }

  static func open(_ address: OpenableAddress, on place: BusPlace = .session) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      do {
        try SystemThread.start(named: "address") {
          do throws(BusError) { try ask(address, on: place, answer) } catch { answer.give(false) }
        }
      } catch { answer.give(false) }
    }
  }

  private static func ask(_ address: OpenableAddress, on place: BusPlace, _ answer: Answer) throws(BusError) {
    let connection = try BusConnection(to: place, whenEnded: { answer.give(false) })
    // A portal that is not there yet is started; one that is there has its name.
    let start = BusCall(
      to: bus, "/org/freedesktop/DBus", bus, "StartServiceByName", .string(portal), .uint32(0))
    _ = try? connection.call(start)
    guard let owner = try connection.owner(of: portal) else { throw .malformed }
    let token = "uikit\(UInt64.random(in: .min ... .max))"
    let sender = connection.uniqueName.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    let match = SignalMatch(
      from: owner, path: "\(path)/request/\(sender)/\(token)", interface: "org.freedesktop.portal.Request",
      member: "Response")
    let subscription = try connection.subscribe(to: match) { message in
      answer.give(message.arguments.first?.integer == 0)
    }
    answer.hold([connection, subscription])
    let call = BusCall(
      to: portal, path, "org.freedesktop.portal.OpenURI", "OpenURI", .string(""), .string(address.text),
      .options(["handle_token": .string(token)]))
    _ = try connection.call(call, within: .seconds(25))
  }
}
