// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import InstanceLayout
import KeychainModel
import LinuxSystem
import ProtectionModel
import SecurityCommandLine

/// What makes keychains, opens and deletes them.
protocol KeychainFileService {
  func keychainFiles() throws(KeychainStatus) -> KeychainListing
  func perform(_ request: KeychainFileRequest) throws(KeychainStatus)
  /// Of the one under the lock state where none is named.
  func verify(_ name: KeychainName?) throws(ToolFailure) -> StoreReport
  /// Somebody has been told that these are lost there.
  func forget(_ told: [LostItem], of name: KeychainName?) throws(ToolFailure)
  /// Nil where it cannot be told.
  var lockState: LockState? { get }
}

extension BrokerClient: KeychainFileService {
  var lockState: LockState? { try? lockState(otherThan: nil, seconds: 0) }

  func verify(_ name: KeychainName?) throws(ToolFailure) -> StoreReport {
    do { return try verifyKeychain(name) } catch { throw .broker(error) }
  }

  func forget(_ told: [LostItem], of name: KeychainName?) throws(ToolFailure) {
    do { try forgetLost(told, of: name) } catch { throw .broker(error) }
  }
}

extension KeychainPaths {
  /// Of the instance that the environment of this process names.
  static func standard() -> KeychainPaths {
    let broker = (try? Keychain.location().broker) ?? ""
    return KeychainPaths(
      device: broker + "/keychain", folder: broker, userHome: Environment.homeDirectory,
      currentDirectory: Environment.currentDirectory,
      followsMacOS: Environment.value("BAILEY_KEYCHAIN_PROFILE") == "macos")
  }
}
