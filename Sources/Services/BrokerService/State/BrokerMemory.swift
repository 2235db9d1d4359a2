// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import Events
import FileKeychain
import KeyPrefetch
import KeychainAuthorization
import LockFollowing
import PromptQueue
import ProtectionModel
import WidgetPublishing

/// The state of `baileyd` while it runs, of which a lock takes away what it must.
struct BrokerMemory: Sendable {
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard
  let itemKeys: PrefetchingClassKeys
  let pictures: PublishedPictures
  let widgets: FollowedWidgets
  let backupPermits = BackupPermits()
  let ownerPermits = OwnerPermits()
  let ownersChanges = ChangeCounter()
  let barrier = RequestBarrier()

  init(_ enclave: SharedClassKeys, _ state: LockState, _ sensor: any FingerSensor) {
    authenticator = PersonAuthenticator(
      proofs: EnclaveProofs(enclave: enclave), fingers: sensor, isLocked: state != .unlocked)
    lockStates = LockStateBoard(state)
    itemKeys = PrefetchingClassKeys(enclave)
    pictures = PublishedPictures(state)
    widgets = FollowedWidgets(state)
  }

  func locks(with fileKeychains: FileKeychains?) -> LockSequence {
    LockSequence(
      barrier: barrier,
      followers: .inOrder(
        authenticator, backupPermits, ownerPermits, fileKeychains, itemKeys, lockStates, pictures, widgets))
  }
}
