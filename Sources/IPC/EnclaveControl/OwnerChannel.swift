// SPDX-License-Identifier: Apache-2.0
package import EnclaveClient
package import EnclaveMessages
package import LinuxSystem
package import ProtectionModel
package import SecretMemory

/// The owner's side of the enclave: the commands that change its state. Calls block, from any thread, one at a time.
package final class OwnerChannel: Sendable {
  /// The enclave derives one passcode at a time, and a lock may wait for its observers.
  private static let timeout = Duration.seconds(60)

  private let channel: EnclaveChannel

  /// Connects to the control socket of this name in a directory.
  package convenience init(
    connectingTo name: String, in directory: borrowing FileDescriptor
  ) throws(EnclaveClientError) {
    let socket: PacketSocket
    do { socket = try PacketSocket.connected(to: name, in: directory) } catch { throw .unreachable(error) }
    try self.init(adopting: socket)
  }

  package init(adopting socket: consuming PacketSocket) throws(EnclaveClientError) {
    channel = EnclaveChannel(socket, timeout: Self.timeout)
    try channel.hello()
  }

  package func status() throws(EnclaveClientError) -> EnclaveStatus {
    guard case .status(let status) = try channel.exchange(.status) else { throw .unexpectedReply }
    return status
  }

  /// The first passcode: the keys are wrapped anew, the files stay as they are.
  package func setPasscode(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.setPasscode(passcode))
  }

  package func changePasscode(
    from old: consuming SecretBytes, to new: consuming SecretBytes
  ) throws(EnclaveClientError) {
    try channel.expectDone(.changePasscode(PasscodeChange(from: old, to: new)))
  }

  package func removePasscode(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.removePasscode(passcode))
  }

  package func unlock(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.unlock(passcode))
  }

  /// Answers a question that a program has put to the person; unlocks nothing.
  package func prove(_ proof: consuming PasscodeProof) throws(EnclaveClientError) {
    try channel.expectDone(.prove(proof))
  }

  /// `.now` returns when the keys are gone.
  package func lock(_ mode: LockMode) throws(EnclaveClientError) {
    try channel.expectDone(.lock(mode))
  }

  /// Destroys every key.
  package func erase() throws(EnclaveClientError) {
    try channel.expectDone(.erase)
  }
}
