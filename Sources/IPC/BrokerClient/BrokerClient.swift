// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import InstanceLayout
import OwnProcess

/// `baileyd`, seen from a program: each call blocks the thread that makes it, and any number of threads may call.
///
/// Nothing is connected before the first call. A `baileyd` that was started again in between is not noticed; one that
/// goes away in the middle of a call that changes something is: what became of it is not known, and the call fails.
package final class BrokerClient: Sendable {
  private let connections: ConnectionPool
  let signers = SigningChannels()

  /// Reaches the daemon by the path of its socket.
  package init(socket path: String, _ timeouts: BrokerTimeouts = .calls) {
    connections = ConnectionPool(path, timeouts)
  }

  /// The client of the instance that the environment of this process names.
  package static func standard() -> BrokerClient {
    let location = InstanceLocation.resolve(
      currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
      variable: Environment.value)
    // Without a home directory there is no instance: every call finds nobody.
    return BrokerClient(socket: location?.brokerSocket ?? "/")
  }

  /// Connects, so that `baileyd` sees which program this is: it knows the program from then on, although it hides its memory.
  package func identify() throws(BrokerClientError) { try connections.prepare() }

  func exchange(_ request: BrokerRequest) throws(BrokerClientError) -> BrokerReply {
    try connections.exchange(request)
  }
}
