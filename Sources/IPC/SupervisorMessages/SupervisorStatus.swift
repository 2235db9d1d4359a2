// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import WireFormat

/// The status of the processes that the supervisor runs.
package struct SupervisorStatus: Sendable, Equatable {
  package var mount: String
  package var files: FilesState
  /// Process numbers; 0 where there is no process at this moment.
  package var enclaveProcess: Int32
  package var filesProcess: Int32
  package var keychain: KeychainState
  package var keychainHealth: StoreHealth
  package var register: RegisterState
  package var brokerProcess: Int32
  package var filesKeys: KeyMemory
  package var brokerKeys: KeyMemory
  /// How often a daemon that had ended by itself was started again.
  package var restarts: UInt32
  package var session: SessionFollowing

  package init(
    mount: String, files: FilesState, enclaveProcess: Int32, filesProcess: Int32, keychain: KeychainState,
    keychainHealth: StoreHealth, register: RegisterState, brokerProcess: Int32, filesKeys: KeyMemory,
    brokerKeys: KeyMemory, restarts: UInt32, session: SessionFollowing = .away
  ) {
    self.mount = mount
    self.files = files
    self.enclaveProcess = enclaveProcess
    self.filesProcess = filesProcess
    self.keychain = keychain
    self.keychainHealth = keychainHealth
    self.register = register
    self.brokerProcess = brokerProcess
    self.filesKeys = filesKeys
    self.brokerKeys = brokerKeys
    self.restarts = restarts
    self.session = session
  }
}

/// Whether the protected files can be reached.
package enum FilesState: UInt8, Sendable, CaseIterable {
  case mounted = 1
  case starting = 2
  case checking = 3
  case away = 4
}

/// Whether programs reach the keychain.
package enum KeychainState: UInt8, Sendable, CaseIterable {
  case answering = 1
  case starting = 2
  case away = 3
}

/// The state of following the desktop's session, which locks Bailey.
package enum SessionFollowing: UInt8, Sendable, CaseIterable {
  case followed = 1
  /// No session of the owner's has a screen: sleep alone is followed.
  case noScreen = 2
  case noLogind = 3
  /// Nobody follows it at this moment.
  case away = 4
}

/// Whether the register of apps is the one that was written last.
package enum RegisterState: UInt8, Sendable, CaseIterable {
  case inForce = 1
  case refused = 2
}

/// Whether what a daemon keeps secret stays out of swap.
package enum KeyMemory: UInt8, Sendable, CaseIterable {
  case locked = 1
  case swappable = 2
}

extension SupervisorStatus {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: files.rawValue)
    try buffer.append(integer: UInt32(bitPattern: enclaveProcess))
    try buffer.append(integer: UInt32(bitPattern: filesProcess))
    try buffer.append(integer: keychain.rawValue)
    let health = keychainHealth.bytes
    try buffer.append(bytes: health.span)
    try buffer.append(integer: register.rawValue)
    try buffer.append(integer: UInt32(bitPattern: brokerProcess))
    try buffer.append(integer: filesKeys.rawValue)
    try buffer.append(integer: brokerKeys.rawValue)
    try buffer.append(integer: restarts)
    try buffer.append(integer: session.rawValue)
    try buffer.append(counting: Array(mount.utf8))
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    files = try cursor.number(in: packet)
    enclaveProcess = Int32(bitPattern: try cursor.integer(in: packet))
    filesProcess = Int32(bitPattern: try cursor.integer(in: packet))
    keychain = try cursor.number(in: packet)
    keychainHealth = try StoreHealth(decoding: packet, &cursor)
    register = try cursor.number(in: packet)
    brokerProcess = Int32(bitPattern: try cursor.integer(in: packet))
    filesKeys = try cursor.number(in: packet)
    brokerKeys = try cursor.number(in: packet)
    restarts = try cursor.integer(in: packet)
    session = try cursor.number(in: packet)
    mount = try cursor.countedText(in: packet)
  }
}
