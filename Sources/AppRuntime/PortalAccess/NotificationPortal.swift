// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import MessageBus
import Threads

/// `org.freedesktop.portal.Notification` and `org.freedesktop.Notifications`: what the app shows goes to the session's own
/// service, under the app's true name, where the person allows it.
///
/// Title and body go, as text. No picture, sound or action does: each names files or reaches back into the app.
struct NotificationPortal: Sendable {
  private struct State {
    var session: BusConnection?
    /// The numbers of the session's service, by the app's own identifiers.
    var shown: [String: UInt32] = [:]
  }

  private let app: PortalAccess.App
  private let state = Locked(State())
  private let waiting = WaitingCalls(atMost: 16)

  private static let mostShown = 256

  init(_ app: PortalAccess.App) { self.app = app }

  /// Answers a request; called on the connection's thread.
  func answer(_ request: BusRequest) {
    let message = request.message
    switch NotificationCall(message.interface, message.member, message.arguments) {
    case .add(let name, let text):
      waiting(request) { show(text, as: "portal " + name, request) { _ in request.answer() } }
    case .remove(let name):
      waiting(request) {
        close("portal " + name)
        request.answer()
      }
    case .notify(let replaced, let text):
      let known = replaced.flatMap { name(of: $0) }
      waiting(request) { show(text, as: known, request) { request.answer(.uint32($0)) } }
    case .close(let number):
      waiting(request) {
        if let name = name(of: number) { close(name) }
        request.answer()
      }
    case .capabilities: request.answer(.strings(["body"]))
    case .information: request.answer(.string("Bailey"), .string("Bailey"), .string("1"), .string("1.2"))
    case .unknown: request.fail("org.freedesktop.DBus.Error.UnknownMethod", "There is no such method.")
    case .malformed: request.fail("org.freedesktop.DBus.Error.InvalidArgs", "That is no notification.")
    }
  }

  private func waiting(_ request: BusRequest, _ body: @escaping @Sendable () -> Void) {
    if !waiting.begin(body) {
      request.fail("org.freedesktop.DBus.Error.LimitsExceeded", "Too many notifications wait.")
    }
  }

  // MARK: - Showing

  /// Shows a notification; without a name it is a new one, which none replaces but by its number.
  private func show(_ text: NotificationText, as name: String?, _ request: BusRequest, then: (UInt32) -> Void) {
    guard isAllowed else {
      return request.fail(
        "org.freedesktop.portal.Error.NotAllowed", "The person does not want notifications of this app.")
    }
    guard let session = session() else {
      return request.fail("org.freedesktop.DBus.Error.ServiceUnknown", "Nothing shows notifications here.")
    }
    let replaced = name.flatMap { name in state.withLock { $0.shown[name] } } ?? 0
    let call = BusCall(
      to: PortalName.notifications, PortalName.notificationsPath, PortalName.notifications, "Notify",
      .string(PurposeString(app.name)?.text ?? "App"), .uint32(replaced), .string(""),
      .string(text.title), .string(text.markup),
      .strings([]), .options(["urgency": .byte(text.isUrgent ? 2 : 1)]), .int32(-1))
    guard let number = (try? session.call(call))?.first?.integer.map({ UInt32(clamping: $0) }) else {
      return request.fail("org.freedesktop.DBus.Error.ServiceUnknown", "Nothing shows notifications here.")
    }
    state.withLock { state in
      if state.shown.count >= Self.mostShown { state.shown = [:] }
      state.shown[name ?? "number \(number)"] = number
    }
    then(number)
  }

  /// Asks where nothing is decided.
  private var isAllowed: Bool { app.owner.mayLend(.notifications, asking: .person) }

  private func close(_ name: String) {
    guard let number = state.withLock({ $0.shown.removeValue(forKey: name) }), let session = session() else { return }
    let call = BusCall(
      to: PortalName.notifications, PortalName.notificationsPath, PortalName.notifications, "CloseNotification",
      .uint32(number))
    _ = try? session.call(call)
  }

  /// The app's name of a notification, if this app showed it.
  private func name(of number: UInt32) -> String? {
    state.withLock { state in state.shown.first { $0.value == number }?.key }
  }

  private func session() -> BusConnection? {
    state.withLock { state in
      if let session = state.session, session.isOpen { return session }
      state.session = try? BusConnection(to: .session)
      return state.session
    }
  }
}
