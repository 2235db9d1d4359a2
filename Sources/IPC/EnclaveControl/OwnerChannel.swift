// SPDX-License-Identifier: Apache-2.0
package import EnclaveClient
package import EnclaveMessages
import Events
package import ProtectionModel
package import SecretMemory
package import Sockets
package import SystemCalls

/// The owner's side of the enclave: the commands that change its state. Calls block, from any thread, one at a time.
package final class OwnerChannel: Sendable {
  /// The enclave derives one passcode at a time, and a lock may wait for its observers.
  private static let timeout = Duration.seconds(60)

  let channel: EnclaveChannel

  /// Connects to the control socket of this name in a directory.
  ///
  /// While other programs flood the socket, the enclave may close a connection that has said nothing yet: it is then made
  /// again.
  package convenience init(
    connectingTo name: String, in directory: borrowing FileDescriptor
  ) throws(EnclaveClientError) {
    var pause = Self.shortestPause
    while true {
      do throws(EnclaveClientError) {
        let socket: PacketSocket
        do { socket = try PacketSocket.connected(to: name, in: directory) } catch { throw .unreachable(error) }
        let channel = EnclaveChannel(socket, timeout: Self.timeout)
        try channel.hello()
        self.init(channel)
        return
      } catch .closed where pause <= Self.longestPause {
        _ = try? Poll.readable([], within: pause)
        pause *= 2
      }
    }
  }

  package convenience init(adopting socket: consuming PacketSocket) throws(EnclaveClientError) {
    let channel = EnclaveChannel(socket, timeout: Self.timeout)
    try channel.hello()
    self.init(channel)
  }

  private init(_ channel: EnclaveChannel) { self.channel = channel }

  private static let shortestPause = Duration.milliseconds(5)
  private static let longestPause = Duration.seconds(1)

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

  /// Offers a password that the login has accepted: it unlocks where it is the passcode, soon after this returns.
  package func offer(_ password: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.offer(password))
  }

  /// Changes the passcode with the login's password, where the old one was the same.
  package func offerChange(
    from old: consuming SecretBytes, to new: consuming SecretBytes
  ) throws(EnclaveClientError) {
    try channel.expectDone(.offerChange(PasscodeChange(from: old, to: new)))
  }

  /// Answers a question that a program has put to the person; unlocks nothing.
  package func prove(_ proof: consuming PasscodeProof) throws(EnclaveClientError) {
    try channel.expectDone(.prove(proof))
  }

  /// `.now` returns when the keys are gone.
  package func lock(_ mode: LockMode) throws(EnclaveClientError) {
    try channel.expectDone(.lock(mode))
  }

  /// Destroys every key, without the passcode: in an emergency, or where there is none.
  package func erase() throws(EnclaveClientError) {
    try channel.expectDone(.erase)
  }

  /// Destroys every key.
  package func erase(by passcode: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.eraseByOwner(passcode))
  }

  /// Sets the lock settings, which apply at once: a grace period that runs already ends as it was begun. Without the
  /// passcode they are refused where they loosen something.
  package func choose(_ settings: LockSettings) throws(EnclaveClientError) {
    try channel.expectDone(.chooseSettings(settings))
  }

  package func choose(_ settings: LockSettings, by passcode: consuming SecretBytes) throws(EnclaveClientError) {
    try channel.expectDone(.chooseSettingsByOwner(SettingsChoice(settings, by: passcode)))
  }
}
