// SPDX-License-Identifier: Apache-2.0
import BrokerClient
package import ConsentModel
package import MessageBus
import Files
import Processes
import SystemCalls

/// `org.freedesktop.portal.OpenURI`: the person's own programs open an address, each time that the person says so.
///
/// An address carries what an app knows to whoever it names, also of an app without a network.
struct OpenURIPortal: Sendable {
  private let app: PortalAccess.App
  private let connection: BusConnection
  private let waiting = WaitingCalls(atMost: 4)
  private static let opener = "/usr/bin/xdg-open"

  init(_ app: PortalAccess.App, _ connection: BusConnection) { (self.app, self.connection) = (app, connection) }

  /// Answers a request; called on the connection's thread.
  func answer(_ request: BusRequest) {
    let message = request.message
    guard let call = OpenURICall(message.member, message.arguments) else {
      return request.fail("org.freedesktop.DBus.Error.InvalidArgs", "That is no address that is opened for apps.")
    }
    let portal = RequestObject(of: message, options: call.options, on: connection)
    portal.begin(request, in: waiting, orSay: "Too many addresses are to be opened.") { [app] portal in
      guard !portal.isClosed else { return }
      switch try? Self.ask(app.owner, call.address, portal) {
      case true?: portal.respond(!portal.isClosed && Self.open(call.address) ? .success : .other)
      case false?: portal.respond(.cancelled)
      // Nobody decided.
      case nil: portal.respond(.other)
      }
    }
  }

  /// Has the person asked, until the app takes the request back.
  private static func ask(
    _ owner: BrokerClient, _ address: OpenableAddress, _ portal: RequestObject
  ) throws(BrokerClientError) -> Bool {
    let question = portal.question
    return try portal.unlessClosed({ try? owner.withdraw(question) }) { () throws(BrokerClientError) in
      try owner.askToOpen(address.text, as: question)
    }
  }

  /// The session's portal knows which program it is; without one, the desktop's own opener does.
  private static func open(_ address: OpenableAddress) -> Bool {
    let call = BusCall(
      to: PortalName.desktop, PortalName.desktopPath, PortalName.openURI, "OpenURI", .string(""), .string(address.text),
      .options([:]))
    if let session = try? BusConnection(to: .session) {
      defer { session.close() }
      if (try? session.call(call, within: .seconds(20))) != nil { return true }
    }
    var plan = ChildPlan(path: opener, arguments: [address.text])
    plan.life = .onItsOwn
    return (try? ChildProcess.start(plan)) != nil
  }
}

/// The call of an app to `org.freedesktop.portal.OpenURI`, as far as it is read. Files and folders are not opened for apps.
package struct OpenURICall: Sendable {
  package let address: OpenableAddress
  let options: [String: BusValue]

  package init?(_ member: String, _ arguments: [BusValue]) {
    guard member == "OpenURI", arguments.count == 3, let address = arguments[1].text.flatMap(OpenableAddress.init),
      let options = arguments[2].named
    else { return nil }
    (self.address, self.options) = (address, options)
  }
}
