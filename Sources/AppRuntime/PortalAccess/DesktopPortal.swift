// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
import Glibc
package import MessageBus
import Threads

/// `org.freedesktop.impl.portal.Access`: what the desktop's own portals ask for other programs comes to the same prompts as what
/// Bailey's apps ask. Nothing of it is stored here: xdg-desktop-portal keeps what was answered.
package final class DesktopPortal: Sendable {
  private static let interface = "org.freedesktop.impl.portal.Access"
  package static let name = "org.freedesktop.impl.portal.desktop.bailey"

  private let connection: BusConnection
  private let object: BusSubscription
  private let ended = CountingSemaphore(0)

  /// Serves on the person's session bus. `owner` is asked by `bailey-run` itself.
  package init(owner: BrokerClient) throws(BusError) {
    let ended = ended
    connection = try BusConnection(to: .session, whenEnded: { ended.admitOneMore() })
    let waiting = WaitingCalls(atMost: 8)
    object = try connection.export(PortalName.desktopPath, interfaces: [Self.interface]) { request in
      Self.answer(request, owner, waiting)
    }
    // Last, so that whoever finds the name finds the object.
    try connection.requestName(Self.name)
  }

  /// Serves requests until the session's bus goes away.
  package func serve() { ended.enter {} }

  /// Answers a dialog: 0 allows it, 1 is the person's refusal, and 2 means that nobody decided: no agent is authorised
  /// by the owner, or no answer came.
  private static func answer(_ request: BusRequest, _ owner: BrokerClient, _ waiting: WaitingCalls) {
    guard let dialog = AccessDialog(request.message.member, request.message.arguments) else {
      return request.fail("org.freedesktop.DBus.Error.InvalidArgs", "That is no question.")
    }
    let hasBegun = waiting.begin {
      let response: UInt32 =
        switch try? owner.askForPortal(program: dialog.program, words: dialog.words) {
        case .stands(let standing)?: standing.givesAccess ? 0 : 1
        case .unanswered?, .ignored?, .failed?, .endsProcess?, nil: 2
        }
      request.answer(.uint32(response), .options([:]))
    }
    if !hasBegun { request.answer(.uint32(2), .options([:])) }
  }

  // MARK: - Files for the desktop

  /// The files below a data folder such as `/usr/share` by which xdg-desktop-portal finds this program, and the bus
  /// starts it.
  package static func files(startedBy program: String) -> [(path: String, text: String)] {
    [
      (
        "xdg-desktop-portal/portals/bailey.portal",
        "[portal]\nDBusName=\(name)\nInterfaces=\(interface)\nUseIn=bailey\n"
      ),
      ("dbus-1/services/\(name).service", "[D-BUS Service]\nName=\(name)\nExec=\(program) --portal\n"),
    ]
  }
}
