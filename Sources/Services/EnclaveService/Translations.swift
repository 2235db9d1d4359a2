// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Glibc
import Keybag
import LockCoordinator
import ProtectionModel
import RootKey

// From what the engine says to what the protocol says.

extension EnclaveRefusal {
  init(_ error: KeybagError) {
    switch error {
    case .noPasscode: self = .noPasscode
    case .passcodeAlreadySet: self = .passcodeAlreadySet
    case .passcodeTooShort: self = .passcodeTooShort
    case .wrongPasscode(let failures, let waitSeconds):
      self = .wrongPasscode(failures: failures, waitSeconds: waitSeconds)
    case .wait(let seconds): self = .wait(seconds: seconds)
    case .notThePasscode, .offersUsedUp: self = .offerRefused
    case .storage(let code): self = .storage(code: code)
    case .inDoubt(let code): self = .inDoubt(code: code)
    case .oldCopyRemains(let code): self = .oldCopyRemains(code: code)
    case .memory: self = .storage(code: ENOMEM)
    case .rootKey: self = .rootKey
    case .damaged, .lost: self = .storage(code: EBADMSG)
    case .erased: self = .erased
    }
  }

  init(_ error: ClassKeyError) {
    switch error {
    case .refusedByLockState(let keyClass): self = .keyLocked(keyClass)
    case .damaged: self = .damagedKey
    case .noSuchKey(let keyClass): self = .noSuchKey(keyClass)
    case .unavailable: self = .storage(code: ENOMEM)
    }
  }
}

extension EnclaveEvent {
  init(_ notice: LockNotice) {
    switch notice {
    case .willLock(let epoch, let milliseconds):
      self = .willLock(epoch: epoch, milliseconds: UInt32(clamping: milliseconds))
    case .locking(let epoch, let milliseconds):
      self = .locking(epoch: epoch, milliseconds: UInt32(clamping: milliseconds))
    case .locked(let epoch): self = .locked(epoch: epoch)
    case .unlocked(let epoch): self = .unlocked(epoch: epoch)
    }
  }
}

extension RootKind {
  init(_ kind: RootKeyKind) {
    switch kind {
    case .tpm: self = .tpm
    case .file: self = .file
    }
  }
}
