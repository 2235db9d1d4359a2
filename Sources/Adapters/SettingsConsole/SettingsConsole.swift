// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsolePages
package import InstanceLayout
import StreamSockets
import SupervisorMessages
import Threads
import WebServer

/// The settings of one instance as pages for the browser on this machine.
///
/// It holds no key and no passcode: what is typed goes to the enclave in the request that brought it.
package final class SettingsConsole: Sendable {
  private let server: WebServer
  private let session: BrowserSession
  private let watcher: InstanceWatcher
  /// The connection to the supervisor: as long as it is open, no other console gets the port.
  private let supervisor: SupervisorClient
  private let page: String?
  /// The notices on the desktop; nil where there is no thread for them.
  private let notices: DesktopNotices?

  /// How long it goes on while nobody uses it.
  package static let longestIdle: UInt16 = BrowserSession.longestIdle

  /// Serves on a port of the running instance's, until the process ends or `stop`. `baileyd` knows over `broker` which program
  /// this is. It may be idle for a shorter time than the longest, not for a longer one. `open` shows an address in the person's
  /// browser, when they follow a notice of the desktop's.
  package init(
    _ location: InstanceLocation, _ broker: BrokerClient, idleSeconds: UInt16 = longestIdle,
    language: String = "", page: FirstPage? = nil,
    opening open: @escaping @Sendable (_ address: String) -> Void = { _ in }
  ) throws(ConsoleStartError) {
    let (session, state) = (BrowserSession(idleSeconds: idleSeconds), ConsoleState())
    let watcher = InstanceWatcher(location, broker, state, session)
    let port = try LentPort(of: watcher)
    let routes = ConsoleRoutes(session: session, state: state, watcher: watcher, address: port.listener.name)
    do throws(WebServerError) {
      server = try WebServer(port.listener) { request in routes.answer(request) }
    } catch {
      throw .noServer
    }
    (self.session, self.watcher, self.page) = (session, watcher, page?.rawValue)
    supervisor = port.supervisor
    let words = DesktopWords(language: language)
    let name = server.name
    notices = try? DesktopNotices(words) { answer in
      // Not on the bus's own thread, which must not wait.
      _ = try? SystemThread.start(named: "notice") {
        switch answer {
        case .deny(let number): watcher.refuse(number)
        case .open:
          session.renewToken()
          open(session.address(at: name))
        }
      }
    }
    if let notices { state.follow { notices.show(DesktopNotice($0, words)) } }
    watcher.start()
  }

  /// The address for the browser, which sends nobody what stands behind `#`. The token is good once, and the secret is never sent.
  package var address: String { session.address(at: server.name) + (page.map { "&page=\($0)" } ?? "") }

  /// The page that is shown first, where it is not the overview.
  package enum FirstPage: String, Sendable, CaseIterable { case welcome }

  package func stop() {
    notices?.stop()
    watcher.stop()
    server.stop()
  }
}

/// Why a console cannot begin.
package enum ConsoleStartError: Error, Equatable, Sendable {
  /// No instance runs, which would hold the port.
  case notRunning
  /// The instance has as many consoles open as it has ports for.
  case tooMany
  case noServer
}

/// A port that the running instance lends.
private struct LentPort: ~Copyable {
  let listener: LoopbackListener
  let supervisor: SupervisorClient

  init(of watcher: InstanceWatcher) throws(ConsoleStartError) {
    do throws(SupervisorClientError) {
      var supervisor = try watcher.supervisor()
      let port = try supervisor.consolePort()
      guard let listener = try? LoopbackListener(adopting: port) else { throw .unexpectedReply }
      self.listener = listener
      self.supervisor = supervisor
    } catch {
      switch error {
      case .refused(.busy): throw .tooMany
      case .refused, .unexpectedReply: throw .noServer
      case .notRunning, .closed: throw .notRunning
      }
    }
  }
}

extension BrowserSession {
  fileprivate func address(at name: String) -> String {
    "http://\(name)/" + (token.map { "#token=\($0)&secret=\(secret)" } ?? "")
  }
}
