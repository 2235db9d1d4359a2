// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
import MessageBus
import RunningInstance
import TemporaryFolder
import Testing
import Threads

@testable import UIKit

/// `UIApplication.open`, with a real bus and a portal on it that answers as the specification has it.
@Suite(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon")) @MainActor struct OpenedAddressTests {
  /// A portal that says how each request ended, and remembers what was asked for.
  private final class Portal: Sendable {
    let opened = Locked<[String]>([])
    private let connection: BusConnection
    private let object: Locked<BusSubscription?>

    init(on address: String, response: UInt32?) throws {
      connection = try BusConnection(to: .address(address))
      object = Locked(nil)
      let (connection, opened) = (connection, opened)
      let exported = try connection.export(
        "/org/freedesktop/portal/desktop", interfaces: ["org.freedesktop.portal.OpenURI"]
      ) { request in
        let (sender, arguments) = (request.message.sender, request.message.arguments)
        guard let response, let token = arguments[2].named?["handle_token"]?.text, let address = arguments[1].text
        else {
          return request.fail("org.freedesktop.portal.Error.NotAllowed", "No.")
        }
        opened.withLock { $0.append(address) }
        let name = sender.dropFirst().replacing(".", with: "_")
        let handle = "/org/freedesktop/portal/desktop/request/\(name)/\(token)"
        request.answer(.objectPath(handle))
        try? connection.emit(
          BusSignal(
            handle, "org.freedesktop.portal.Request", "Response", .uint32(response), .options([:]), to: sender))
      }
      object.withLock { $0 = exported }
      try connection.requestName("org.freedesktop.portal.Desktop")
    }
  }

  @Test(arguments: [(0 as UInt32?, true), (1, false), (2, false), (nil, false)])
  func `An app is told whether the address was opened`(response: UInt32?, isOpen: Bool) async throws {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path, starting: .none)
    let portal = try Portal(on: bus.address, response: response)
    let address = try #require(OpenableAddress("https://example.org/a?b"))
    #expect(await AddressOpening.open(address, on: .address(bus.address)) == isOpen)
    #expect(portal.opened.withLock { $0 } == (response == nil ? [] : [address.text]))
  }

  @Test func `Where there is no bus, or no portal on it, nothing is opened`() async throws {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path, starting: .none)
    let address = try #require(OpenableAddress("https://example.org/"))
    #expect(await !AddressOpening.open(address, on: .address("unix:path=\(folder.path)/none")))
    #expect(await !AddressOpening.open(address, on: .address(bus.address)))
  }

  @Test func `Files and other apps' addresses are not opened, and the app can ask before`() async throws {
    for text in ["file:///etc/passwd", "tv://series?id=1", UIApplication.openSettingsURLString] {
      let url = try #require(URL(string: text))
      #expect(!UIApplication.shared.canOpenURL(url))
      #expect(await !UIApplication.shared.open(url))
    }
    let web = try #require(URL(string: "https://example.org/"))
    #expect(UIApplication.shared.canOpenURL(web))
    #expect(await !UIApplication.shared.open(web, options: [.universalLinksOnly: true]))
  }
}
