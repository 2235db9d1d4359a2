// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
package import FolderAccess
import Glibc
import MessageBus
package import SystemCalls
import Threads

/// The desktop's portals for one app: choosing files, notifications and opening addresses, by what the person says; of the screen nothing.
///
/// Programs that use portals do so unchanged. Who calls is the app: the bus is of this start alone, and whoever came to it otherwise is refused.
package final class PortalAccess: Sendable {
  /// The path outside the sandbox at which the bus listens.
  package var socket: String { bus.path }

  private let bus: PortalBus
  private let connection: BusConnection
  private let objects = Locked<[BusSubscription]>([])
  private let chooser: FileChooserPortal
  private let notifications: NotificationPortal
  private let opening: OpenURIPortal
  private let owner: BrokerClient
  private let callers: PortalCallers
  private let screen = WaitingCalls(atMost: 8)

  /// The app, as Bailey knows it: nothing here is what it says of itself.
  package struct App: Sendable {
    let name: String
    /// The client by which `bailey-run` asks for the app that it started.
    let owner: BrokerClient
    /// The folders as the app sees them; nil where it is entitled to none of the person's files.
    let folders: FolderAccess?

    package init(name: String, owner: BrokerClient, folders: FolderAccess?) {
      self.name = name
      self.owner = owner
      self.folders = folders
    }
  }

  /// Opens the bus before the app runs, which then finds the names taken.
  package init(for app: App, at place: String) throws(SystemError) {
    bus = try PortalBus(at: place)
    owner = app.owner
    do throws(BusError) {
      connection = try BusConnection(to: .address(bus.address))
      try connection.requestName(PortalName.desktop)
      try connection.requestName(PortalName.notifications)
    } catch {
      throw SystemError(.connect, code: ECONNREFUSED)
    }
    callers = PortalCallers(on: connection)
    chooser = FileChooserPortal(app, connection)
    notifications = NotificationPortal(app)
    opening = OpenURIPortal(app, connection)
    do throws(BusError) {
      let desktop = try connection.export(
        PortalName.desktopPath,
        interfaces: [
          PortalName.fileChooser, PortalName.notification, PortalName.screenshot, PortalName.screenCast,
          PortalName.openURI, PortalName.properties,
        ]
      ) { [weak self] in self?.admit($0) }
      let notifications = try connection.export(
        PortalName.notificationsPath, interfaces: [PortalName.notifications]
      ) { [notifications, callers] request in callers.admit(request) { notifications.answer($0) } }
      objects.withLock { $0 = [desktop, notifications] }
    } catch {
      throw SystemError(.connect, code: ECONNREFUSED)
    }
  }

  /// Ends the access. To be called when the app has ended.
  package func finish() {
    objects.withLock { $0 = [] }
    connection.close()
    bus.finish()
  }

  private func admit(_ request: BusRequest) { callers.admit(request) { [weak self] in self?.answer($0) } }

  private func answer(_ request: BusRequest) {
    switch request.message.interface {
    case PortalName.fileChooser: chooser.answer(request)
    case PortalName.notification: notifications.answer(request)
    case PortalName.openURI: opening.answer(request)
    case PortalName.properties: answerProperties(request)
    // The screen is recorded by nobody in a sandbox. What the person says decides between the two refusals.
    default:
      let hasBegun = screen.begin { [owner] in
        if owner.mayLend(.screenCapture, asking: .standing) {
          request.fail("org.freedesktop.portal.Error.Failed", "Bailey passes no pictures of the screen on.")
        } else {
          request.fail("org.freedesktop.portal.Error.NotAllowed", "The app may not record the screen.")
        }
      }
      if !hasBegun { request.fail("org.freedesktop.DBus.Error.LimitsExceeded", "Too much is asked at once.") }
    }
  }

  private static let versions = [
    PortalName.fileChooser: 3, PortalName.notification: 1, PortalName.screenshot: 2, PortalName.screenCast: 4,
    PortalName.openURI: 1,
  ]

  private func answerProperties(_ request: BusRequest) {
    let arguments = request.message.arguments
    guard let version = arguments.first?.text.flatMap({ Self.versions[$0] }) else {
      return request.fail("org.freedesktop.DBus.Error.UnknownInterface", "There is no such interface.")
    }
    switch request.message.member {
    case "Get" where arguments.count == 2 && arguments[1].text == "version":
      request.answer(.variant(.uint32(UInt32(version))))
    case "GetAll": request.answer(.options(["version": .uint32(UInt32(version))]))
    default: request.fail("org.freedesktop.DBus.Error.UnknownProperty", "There is no such property.")
    }
  }
}
