// SPDX-License-Identifier: Apache-2.0
package import Advice
package import BrokerClient
package import BrokerMessages
import InstanceAccess
import InstanceLayout
package import KeychainModel
import OwnProcess
package import ProtectionModel

/// The service that makes, opens and deletes file-based keychains.
package protocol KeychainFileService {
  func keychainFiles() throws(KeychainStatus) -> KeychainListing
  func perform(_ request: KeychainFileRequest) throws(KeychainStatus)
  /// Verifies a keychain; without a name, the one under the lock state.
  func verify(_ name: KeychainName?) throws(CommandFailure) -> StoreReport
  /// Somebody has been told that these are lost there.
  func forget(_ told: [LostItem], of name: KeychainName?) throws(CommandFailure)
  /// The lock state of the device; nil where it cannot be told.
  var lockState: LockState? { get }
}

extension BrokerClient: KeychainFileService {
  package var lockState: LockState? { try? lockState(otherThan: nil, seconds: 0) }

  package func verify(_ name: KeychainName?) throws(CommandFailure) -> StoreReport {
    do { return try verifyKeychain(name) } catch { throw .broker(error) }
  }

  package func forget(_ told: [LostItem], of name: KeychainName?) throws(CommandFailure) {
    do { try forgetLost(told, of: name) } catch { throw .broker(error) }
  }
}

extension KeychainPaths {
  /// The paths of the instance that the environment of this process names.
  package static func standard() -> KeychainPaths {
    // Without a home directory there is no instance either: connecting to it fails, and says so.
    let broker = (try? BrokerAccess.location().broker) ?? ""
    return KeychainPaths(
      device: broker + "/keychain", folder: broker, userHome: Environment.homeDirectory,
      currentDirectory: Environment.currentDirectory,
      followsMacOS: Environment.value("BAILEY_KEYCHAIN_PROFILE") == "macos")
  }
}
