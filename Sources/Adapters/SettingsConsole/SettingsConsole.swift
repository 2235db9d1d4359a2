// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsolePages
package import InstanceLayout
import LinuxSystem
package import WebServer

/// The settings of one instance as pages for the browser on this machine.
///
/// It holds no key and no passcode: what is typed goes to the enclave in the request that brought it.
package final class SettingsConsole: Sendable {
  private let server: WebServer
  private let session: BrowserSession
  private let watcher: InstanceWatcher

  /// How long it goes on while nobody uses it.
  package static let longestIdle: UInt16 = BrowserSession.longestIdle

  /// `baileyd` knows over `broker` which program this is. Serves on a loopback port, 0 for a free one. It may be idle for a shorter time than the longest, not for a longer one.
  package init(
    _ location: InstanceLocation, _ broker: BrokerClient, port: UInt16 = 0, idleSeconds: UInt16 = longestIdle
  ) throws(WebServerError) {
    let (session, state) = (BrowserSession(idleSeconds: idleSeconds), ConsoleState())
    let watcher = InstanceWatcher(location, broker, state, session)
    let address = Locked("")
    let routes = ConsoleRoutes(session: session, state: state, watcher: watcher) { address.withLock { $0 } }
    server = try WebServer(port: port) { request in routes.answer(request) }
    let own = "127.0.0.1:\(server.port)"
    address.withLock { $0 = own }
    self.session = session
    self.watcher = watcher
    watcher.start()
  }

  /// For the browser. The token behind `#` is sent to nobody by itself, and is good once.
  package var address: String {
    "http://127.0.0.1:\(server.port)/" + (session.token.map { "#token=\($0)" } ?? "")
  }

  package func stop() {
    watcher.stop()
    server.stop()
  }
}
