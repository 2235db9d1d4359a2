// SPDX-License-Identifier: Apache-2.0
import StreamSockets
import SupervisorMessages
import SystemCalls

// MARK: - Ports of consoles

/// A port that consoles use one after the other. It stays open as long as the instance runs: nobody else gets it when a
/// console ends whose pages are still open in a browser.
final class ConsolePort {
  let listener: LoopbackListener
  /// The client that listens there now.
  var holder: Client?

  init() throws(SystemError) { listener = try LoopbackListener() }
}

extension Supervisor {
  /// The maximum number of consoles, each with its pages; far more than anybody opens.
  private static let mostConsoles = 8

  /// Lends a port to a console: the one that it has already, one that no console has, or a new one.
  func lendConsolePort(to client: Client) {
    let known = consolePorts.first { $0.holder === client } ?? consolePorts.first { $0.holder == nil }
    if let known { return lend(known, to: client) }
    guard consolePorts.count < Self.mostConsoles else { return client.send(.refused(.busy)) }
    do throws(SystemError) {
      let port = try ConsolePort()
      consolePorts.append(port)
      lend(port, to: client)
    } catch {
      log("no port for a console: \(error)")
      client.send(.refused(.notReady))
    }
  }

  func takeBackConsolePort(of client: Client) {
    for port in consolePorts where port.holder === client { port.holder = nil }
  }

  private func lend(_ port: ConsolePort, to client: Client) {
    port.holder = client
    client.send(.done, attached: port.listener.descriptor.raw)
  }
}
