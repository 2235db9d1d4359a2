// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import InstanceLayout
import LinuxSystem

/// How this process reaches the keychain of the instance its environment names.
enum Keychain {
  /// Connects, so that `baileyd` sees which program this is, and then hides this process from others of the same user:
  /// a secret is about to pass through it.
  static func connect() throws(ToolFailure) -> BrokerClient {
    let client = try BrokerClient(socket: location().brokerSocket)
    do { _ = try client.access() } catch { throw .broker(error) }
    try? ProcessHardening.refuseCoreDumps()
    return client
  }

  static func location() throws(ToolFailure) -> InstanceLocation {
    let location = InstanceLocation.resolve(
      currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
      variable: Environment.value)
    guard let location else { throw .noHomeDirectory }
    return location
  }
}
