// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Events
import MessageBus
import PromptModel
import Threads

/// The request object of a portal's method call, from which the answer comes later as a signal.
final class RequestObject: Sendable {
  /// The outcome of the request, as the specification numbers it.
  enum Response: UInt32, Sendable {
    case success = 0
    /// The person cancelled the request.
    case cancelled = 1
    case other = 2
  }

  private let connection: BusConnection
  private let handle: String
  private let caller: String
  private let object = Locked<BusSubscription?>(nil)
  private let isOver = Locked(false)
  private let closing = Locked<(@Sendable () -> Void)?>(nil)
  /// The number under which `baileyd` puts what is asked of the person.
  let question: ContextToken

  private static let longestToken = 64
  /// The time between two attempts to take a question back.
  private static let pause = Duration.milliseconds(100)

  /// Makes the object; the caller hears of it by the answer of its call, or has computed the path before.
  init(of message: BusMessage, options: [String: BusValue], on connection: BusConnection) {
    guard let question = ContextToken(SystemRandom.bytes(ContextToken.size)) else {
      preconditionFailure("a token is made of as many bytes as it has")
    }
    self.question = question
    self.connection = connection
    caller = message.sender
    let sender = message.sender.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    let token = options["handle_token"]?.text.flatMap { Self.isToken($0) ? $0 : nil }
    handle = "\(PortalName.desktopPath)/request/\(sender)/\(token ?? "bailey\(UInt64.random(in: .min ... .max))")"
  }

  /// Begins a request on the connection's thread, where nothing may wait: the object is made by another.
  ///
  /// Where there is no room for it, the caller is told so in these words, and the body does not run.
  func begin(
    _ request: BusRequest, in waiting: WaitingCalls, orSay refusal: String,
    _ body: @escaping @Sendable (RequestObject) -> Void
  ) {
    let hasBegun = waiting.begin { [self] in
      let object = try? connection.export(handle, interfaces: [PortalName.request]) { [self] call in
        if call.message.member == "Close", end() { takeBack() }
        call.answer()
      }
      self.object.withLock { $0 = object }
      request.answer(.objectPath(handle))
      body(self)
    }
    if !hasBegun { request.fail("org.freedesktop.DBus.Error.LimitsExceeded", refusal) }
  }

  /// Runs the body; where the caller takes the request back before its end, another thread does this, again and again until it
  /// has ended: what it asks may still be on its way.
  func unlessClosed<Result, Failure: Error>(
    _ withdraw: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    closing.withLock { $0 = withdraw }
    defer { closing.withLock { $0 = nil } }
    if isClosed { takeBack() }
    return try body()
  }

  private func takeBack() {
    let started: Void? = try? SystemThread.start(named: "portal") { [closing] in
      while let withdraw = closing.withLock({ $0 }) {
        withdraw()
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
    // Once is better than never.
    if started == nil { closing.withLock { $0 }?() }
  }

  /// The first answer counts; none after the caller closed it.
  func respond(_ response: Response, _ results: [String: BusValue] = [:]) {
    guard end() else { return }
    try? connection.emit(
      BusSignal(
        handle, PortalName.request, "Response", .uint32(response.rawValue), .options(results), to: caller))
  }

  /// Whether the caller took it back, or has its answer.
  var isClosed: Bool { isOver.withLock { $0 } }

  @discardableResult private func end() -> Bool {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { object.withLock { $0 = nil } }
    return isFirst
  }

  /// A part of an object's path.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestToken
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
      }
  }
}
