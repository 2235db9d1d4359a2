// SPDX-License-Identifier: Apache-2.0
package import Advice
package import BrokerClient
package import InstanceLayout
import OwnProcess
import SystemCalls
import TerminalConsole

/// How a command reaches `baileyd` of the instance that its environment names.
package enum BrokerAccess {
  /// Connects, so that `baileyd` sees which program this is, and then hides this process from others of the same user:
  /// a secret is about to pass through it.
  package static func open() throws(CommandFailure) -> BrokerClient {
    let client = try BrokerClient(socket: location().brokerSocket)
    do { try client.identify() } catch { throw .broker(error) }
    do { try ProcessHardening.refuseCoreDumps() } catch {
      throw .particular("The memory of this process cannot be protected: \(error.reason).", .failed)
    }
    return client
  }

  package static func location() throws(CommandFailure) -> InstanceLocation {
    let location = InstanceLocation.resolve(
      currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
      variable: Environment.value)
    guard let location else { throw .noHomeDirectory }
    return location
  }
}
