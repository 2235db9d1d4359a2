// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import ProtectedFiles
import ProtectionModel
import SecretMemory
import Sockets

/// The two channels to the enclave, and what it said at the start.
struct EnclaveChannels {
  let events: EnclaveEvents
  let keys: RemoteClassKeys
  let volume: VolumeKeys
  let state: LockState

  /// The events are connected first: the enclave gives keys only to those who listen for locks.
  init(keys: consuming PacketSocket, events: consuming PacketSocket) throws(FileService.Failure) {
    do throws(EnclaveClientError) {
      self.events = try EnclaveEvents(adopting: events)
      self.keys = try RemoteClassKeys(adopting: keys)
      volume = VolumeKeys(volumeKey: try self.keys.volumeKey())
      let status = try self.keys.status()
      // During a lock that is under way, keys are refused already that the state would still permit.
      state = status.state == .grace && !status.open.contains(.fileComplete) ? .locked : status.state
    } catch {
      throw .enclave
    }
  }
}
