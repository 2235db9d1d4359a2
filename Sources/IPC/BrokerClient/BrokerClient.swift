// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import AuthenticationModel
package import BrokerMessages
package import KeychainBackup
package import KeychainModel
import InstanceLayout
import LinuxSystem

/// `baileyd`, seen from a program: each call blocks the thread that makes it, and any number of threads may call.
///
/// Nothing is connected before the first call. A `baileyd` that was started again in between is not noticed; one that
/// goes away in the middle of a call that changes something is: what became of it is not known, and the call fails.
package final class BrokerClient: KeychainService, SearchExaminer {
  private let connections: ConnectionPool
  let signers = SigningChannels()

  /// By the path of its socket.
  package init(socket path: String) { connections = ConnectionPool(path) }

  /// Of the instance that the environment of this process names.
  package static func standard() -> BrokerClient {
    let location = InstanceLocation.resolve(
      currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
      variable: Environment.value)
    // Without a home directory there is no instance: every call finds nobody.
    return BrokerClient(socket: location?.brokerSocket ?? "/")
  }

  // MARK: - KeychainService

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard case .added(let item) = try ask(.add(addition)) else { throw .internalError }
    return item
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    guard case .items(let items, _) = try ask(.find(query)) else { throw .internalError }
    return items
  }

  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    guard case .done = try ask(.update(query, changes)) else { throw .internalError }
  }

  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    guard case .done = try ask(.delete(query)) else { throw .internalError }
  }

  package func accessGroups() throws(KeychainStatus) -> [String] {
    guard case .access(let access) = try ask(.access) else { throw .internalError }
    return access.groups
  }

  /// What a search would look at, without the search.
  package func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport {
    guard case .examined(let report) = try ask(.examine(query)) else { throw .internalError }
    return report
  }

  func exchange(_ request: BrokerRequest) throws(BrokerClientError) -> BrokerReply {
    try connections.exchange(request)
  }

  func ask(_ request: BrokerRequest) throws(KeychainStatus) -> BrokerReply {
    do {
      return try connections.exchange(request)
    } catch {
      throw KeychainStatus(error)
    }
  }

  // MARK: - Apps

  /// What this program may reach, and why.
  package func access() throws(BrokerClientError) -> AppAccess {
    guard case .access(let access) = try connections.exchange(.access) else { throw .unexpectedReply }
    return access
  }

  /// Says what the executable at a path is entitled to. For `bailey` only.
  package func register(path: [UInt8], xml: [UInt8]) throws(BrokerClientError) {
    guard case .done = try connections.exchange(.register(path: path, xml: xml)) else { throw .unexpectedReply }
  }

  /// The same, when the passcode was given to the enclave under this number.
  package func register(path: [UInt8], xml: [UInt8], provedAs number: QuestionNumber) throws(BrokerClientError) {
    guard case .done = try connections.exchange(.registerByOwner(number, path: path, xml: xml)) else {
      throw .unexpectedReply
    }
  }

  package func unregister(path: [UInt8]) throws(BrokerClientError) {
    guard case .done = try connections.exchange(.unregister(path: path)) else { throw .unexpectedReply }
  }

  package func registrations() throws(BrokerClientError) -> [RegisteredApp] {
    guard case .registrations(let apps, _) = try connections.exchange(.registrations) else { throw .unexpectedReply }
    return apps
  }

  /// The next part of a backup. For `bailey` only, as is restoring one.
  package func backup(
    _ scope: BackupScope, of keychain: KeychainName? = nil, after place: BackupPlace?, first: UInt64, _ key: BackupKey
  ) throws(BrokerClientError) -> BackupPart {
    let request = BackupRequest.part(scope, of: keychain, after: place, first: first, key: key)
    guard case .backupPart(let part) = try connections.exchange(.backup(request)) else { throw .unexpectedReply }
    return part
  }

  /// Before everybody's items are written or restored, where there is a passcode.
  package func permitBackup(_ number: QuestionNumber, _ key: BackupKey) throws(BrokerClientError) {
    guard case .done = try connections.exchange(.backup(.permit(number, key: key))) else { throw .unexpectedReply }
  }

  package func restore(
    _ scope: BackupScope, of keychain: KeychainName? = nil, _ records: [[UInt8]], first: UInt64, _ key: BackupKey
  ) throws(BrokerClientError) -> RestoreCounts {
    let request = BackupRequest.restore(scope, of: keychain, records, first: first, key: key)
    guard case .restored(let counts) = try connections.exchange(.backup(request)) else { throw .unexpectedReply }
    return counts
  }

  /// Looks at every item of a file-based keychain, or of the one under the lock state. For `bailey` only.
  package func verifyKeychain(_ name: KeychainName? = nil) throws(BrokerClientError) -> StoreReport {
    guard case .verification(let report) = try connections.exchange(.verifyKeychain(name)) else {
      throw .unexpectedReply
    }
    return report
  }

  /// Somebody has been told that these are lost there. For `bailey` only.
  package func forgetLost(_ told: [LostItem], of name: KeychainName? = nil) throws(BrokerClientError) {
    guard case .done = try connections.exchange(.forgetLost(name, told)) else { throw .unexpectedReply }
  }
}

extension KeychainStatus {
  /// As Apple maps failures of the connection to `securityd`.
  init(_ error: BrokerClientError) {
    switch error {
    case .refused(.keychain(let status)): self = status
    case .refused(.tooManyRequests), .unreachable, .closed: self = .notAvailable
    case .tooLarge: self = .param
    case .refused, .unexpectedReply: self = .internalError
    }
  }
}
