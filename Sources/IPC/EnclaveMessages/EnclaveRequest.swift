// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import PasskeyKeys
package import PromptModel
package import ProofModel
package import ProtectionModel
package import SecretMemory

/// The requests to the enclave.
package enum EnclaveRequest: ~Copyable, Sendable {
  /// Must come first: the versions the requester speaks.
  case hello(lowest: UInt8, highest: UInt8)
  case status
  case setPasscode(SecretBytes)
  case changePasscode(PasscodeChange)
  case removePasscode(SecretBytes)
  case unlock(SecretBytes)
  /// A password that the login has accepted, which may be the passcode: it then unlocks. Answered before it is tried, and
  /// one that is not the passcode is no wrong passcode.
  case offer(SecretBytes)
  /// The login's password was changed, and the passcode with it where the old one was the same. Answered when that is done.
  case offerChange(PasscodeChange)
  /// `.now` is answered when the keys are gone.
  case lock(LockMode)
  /// Destroys every key: all data is unreadable from then on. Without the passcode: the word for an emergency.
  case erase
  /// Erases by the owner's decision.
  case eraseByOwner(SecretBytes)
  /// 64 bytes for names and headers, which stay readable while locked.
  case volumeKey
  case makeKeys(KeyClass, count: Int)
  case unwrapKey(WrappedKey)
  case rewrapKey(WrappedKey, to: KeyClass)
  /// An observer has done what `locking` of this epoch asks. So many files have lost changes by it: those that could not
  /// be written in time.
  case acknowledge(epoch: UInt64, lost: UInt32)
  /// Carries a descriptor: the channel on which the next `bailey-fs` or `baileyd` hears events.
  case adoptEvents
  /// Carries a descriptor: the channel on which the same `bailey-fs` asks. Comes right after `adoptEvents`.
  case adoptFiles
  /// The same for a `baileyd`, whose keys are those of the keychain. Comes after an `adoptEvents` of its own, up to
  /// `EnclaveProtocol.brokerChannels` times.
  case adoptBroker
  /// Carries a descriptor: the channel of a process that may lock, and nothing else.
  case adoptLocker
  /// A private key that never leaves the enclave but sealed, bound to these bytes.
  case makeEnclaveKey(KeyClass, binding: [UInt8])
  case sign(EnclaveKey, digest: [UInt8])
  /// The secret shared with a public key.
  case agree(EnclaveKey, publicKey: [UInt8])
  /// The passcode, given for one question and for what it says: `takeProof` tells that it was right.
  case prove(PasscodeProof)
  /// Whether the passcode was given for a question and for what is about to be done; once. That the person is there counts
  /// on from then, until a lock, for keys that want to know.
  case takeProof(ProofClaim)
  /// The same of a presence, where the device was unlocked not longer ago than so many seconds.
  case takeUnlock(ProofClaim, seconds: UInt16)
  /// The withdrawal of a proof of the person's presence for a question.
  case forgetPresence(QuestionNumber)
  /// The same as `sign` and `agree`, for keys that want the person to be there, which those two refuse.
  case signPresent(EnclaveKey, digest: [UInt8], ProofClaim)
  case agreePresent(EnclaveKey, publicKey: [UInt8], ProofClaim)
  /// A passkey, upon a proof of the passcode for making it: for this site, in this ceremony.
  case makePasskey(PasskeyCreation, ProofClaim)
  /// The signature of a sign-in with it, upon a proof for this site and this ceremony. Nothing else is signed with a passkey.
  case assertPasskey(PasskeyUse, ProofClaim)
  /// The passcode, and the key with which passkeys are sealed on this channel from now on, one way. Ends with the channel, a
  /// lock, or after some minutes.
  case openTransfer(PasskeyTransfer)
  /// Takes a passkey out, and answers the private part of one that may leave the device, sealed for the transfer that
  /// is open.
  case takeOutPasskey(PasskeyKey)
  /// Brings a passkey in, and answers the passkey that was made of such a part.
  case bringInPasskey(TransferredPasskey)
  /// A key of the app whose identifier has this SHA-256.
  case makeAppKey([UInt8])
  /// The signature of an assertion with it. Nothing else is signed with such a key.
  case assertApp(AppAttestKeyUse)
  /// A new attestation key of the machine's TPM, with the endorsement key that tells the TPM from others.
  case makeMachineKey(EndorsementKeyKind)
  /// The certificate of an endorsement key that the TPM's maker left in it, from this octet on.
  case endorsementCertificate(EndorsementKeyKind, from: UInt16)
  /// Answers the secret of a credential that an issuer made for this TPM and such a key. Where there is a passcode,
  /// upon a proof of it for this credential.
  case activateMachine(MachineCredential, ProofClaim?)
  /// The TPM's quote over a key of an app, which is tried first, and a request about it.
  case vouchForApp(MachineVoucher)
  /// Carries a descriptor: the channel on which a program has one key of the enclave sign, without `baileyd`, which has
  /// checked that the program may.
  case adoptSigner(EnclaveKey)
  /// Asks for the signature of a digest, on a channel of one key.
  case signHere(digest: [UInt8])
  /// Ends all channels on which programs have keys sign, because programs' rights have changed.
  case dismissSigners
  /// The request for a part of the shared-memory channel that the enclave has made for a channel for keys. Once all
  /// parts are given, messages without a descriptor can go there. A channel on which a program signs has the pages
  /// alone.
  case shareMemoryChannel(MemoryChannelPart)
  /// The notice that the shared pages hold a request. The answer comes in the pages, with `done` here unless the
  /// program watches.
  case look
  /// The number of the state in force of a register; 0 until there was one.
  case registerNumber(SealedRegister)
  /// Seals the next state of a register, of which this is the SHA-256.
  case sealRegister(SealedRegister, digest: [UInt8])
  /// Whether a state counts; from then on no older one does.
  case acceptRegister(SealedRegister, digest: [UInt8], RegisterSeal)
  /// The owner's settings about locks and wrong passcodes, from now on; where they loosen nothing.
  case chooseSettings(LockSettings)
  case chooseSettingsByOwner(SettingsChoice)
  /// The text file's limits for the same: they make the owner's settings stricter, and never looser.
  case limitSettings(LockLimits)

  /// The numbers of requests on the wire.
  package enum Number: UInt8, Sendable, CaseIterable {
    case hello = 1
    case status = 2
    case setPasscode = 3
    case changePasscode = 4
    case removePasscode = 5
    case unlock = 6
    case lock = 7
    case erase = 8
    case volumeKey = 9
    case makeKeys = 10
    case unwrapKey = 11
    case rewrapKey = 12
    case acknowledge = 13
    case adoptEvents = 14
    case adoptFiles = 15
    case adoptBroker = 16
    case makeEnclaveKey = 17
    case sign = 18
    case agree = 19
    case adoptSigner = 22
    case signHere = 23
    case dismissSigners = 24
    case shareMemoryChannel = 25
    case look = 26
    case prove = 31
    case takeProof = 32
    case eraseByOwner = 33
    case chooseSettings = 34
    case chooseSettingsByOwner = 35
    case limitSettings = 36
    case registerNumber = 37
    case sealRegister = 38
    case acceptRegister = 39
    case takeUnlock = 40
    case forgetPresence = 41
    case signPresent = 42
    case agreePresent = 43
    case makePasskey = 44
    case assertPasskey = 45
    case offer = 50
    case offerChange = 51
    case adoptLocker = 52
    case openTransfer = 56
    case takeOutPasskey = 57
    case bringInPasskey = 58
    case makeAppKey = 60
    case assertApp = 61
    case endorsementCertificate = 55
    case makeMachineKey = 62
    case activateMachine = 63
    case vouchForApp = 59
  }

  package var number: Number {
    switch self {
    case .hello: .hello
    case .status: .status
    case .setPasscode: .setPasscode
    case .changePasscode: .changePasscode
    case .removePasscode: .removePasscode
    case .unlock: .unlock
    case .offer: .offer
    case .offerChange: .offerChange
    case .lock: .lock
    case .erase: .erase
    case .eraseByOwner: .eraseByOwner
    case .volumeKey: .volumeKey
    case .makeKeys: .makeKeys
    case .unwrapKey: .unwrapKey
    case .rewrapKey: .rewrapKey
    case .acknowledge: .acknowledge
    case .adoptEvents: .adoptEvents
    case .adoptFiles: .adoptFiles
    case .adoptBroker: .adoptBroker
    case .adoptLocker: .adoptLocker
    case .makeEnclaveKey: .makeEnclaveKey
    case .sign: .sign
    case .agree: .agree
    case .prove: .prove
    case .takeProof: .takeProof
    case .takeUnlock: .takeUnlock
    case .forgetPresence: .forgetPresence
    case .signPresent: .signPresent
    case .agreePresent: .agreePresent
    case .makePasskey: .makePasskey
    case .assertPasskey: .assertPasskey
    case .openTransfer: .openTransfer
    case .takeOutPasskey: .takeOutPasskey
    case .bringInPasskey: .bringInPasskey
    case .makeAppKey: .makeAppKey
    case .assertApp: .assertApp
    case .makeMachineKey: .makeMachineKey
    case .endorsementCertificate: .endorsementCertificate
    case .activateMachine: .activateMachine
    case .vouchForApp: .vouchForApp
    case .adoptSigner: .adoptSigner
    case .signHere: .signHere
    case .dismissSigners: .dismissSigners
    case .shareMemoryChannel: .shareMemoryChannel
    case .look: .look
    case .registerNumber: .registerNumber
    case .sealRegister: .sealRegister
    case .acceptRegister: .acceptRegister
    case .chooseSettings: .chooseSettings
    case .chooseSettingsByOwner: .chooseSettingsByOwner
    case .limitSettings: .limitSettings
    }
  }
}

package struct PasscodeChange: ~Copyable, Sendable {
  package let old: SecretBytes
  package let new: SecretBytes

  package init(from old: consuming SecretBytes, to new: consuming SecretBytes) {
    self.old = old
    self.new = new
  }
}

/// The settings that the owner chooses, with the passcode.
package struct SettingsChoice: ~Copyable, Sendable {
  package let settings: LockSettings
  package let passcode: SecretBytes

  package init(_ settings: LockSettings, by passcode: consuming SecretBytes) {
    self.settings = settings
    self.passcode = passcode
  }
}

/// The direction of a transfer of passkeys, its key, and the passcode.
package struct PasskeyTransfer: ~Copyable, Sendable {
  package let direction: TransferDirection
  package let key: PasskeyTransferKey
  package let passcode: SecretBytes

  package init(_ direction: TransferDirection, _ key: PasskeyTransferKey, by passcode: consuming SecretBytes) {
    self.direction = direction
    self.key = key
    self.passcode = passcode
  }
}

/// A passcode that is to prove who is there, the question it answers, and what the person was told that it is for.
package struct PasscodeProof: ~Copyable, Sendable {
  package let question: QuestionNumber
  package let digest: ProofDigest
  package let passcode: SecretBytes

  package init(of question: QuestionNumber, for digest: ProofDigest, by passcode: consuming SecretBytes) {
    self.question = question
    self.digest = digest
    self.passcode = passcode
  }
}

/// The parts that come as descriptors, in this order.
package enum MemoryChannelPart: UInt8, Sendable, CaseIterable {
  /// The pages of a `SharedMemoryChannel`.
  case pages = 1
  /// The listener of the `Notifier` that says that there is a reply.
  case replyNotifier = 2
  /// The event to be signalled when there is a request.
  case requestNotifier = 3
}
