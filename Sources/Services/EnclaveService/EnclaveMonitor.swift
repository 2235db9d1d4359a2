// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag
import LockCoordinator
import ProofModel
import ProtectionModel
import RootKey
import SecretMemory

/// Answers requests with the keybag and the lock, and collects the events to be sent. It knows no sockets.
///
/// `RequestPolicy` has been asked about the role before. Here the lock state and the keys decide.
final class EnclaveMonitor {
  let keybag: Keybag
  private let keyring: EnclaveKeyring
  let appKeys: AppAttestKeyring
  let passkeys: PasskeyKeyring
  private let root: RootKeyKind
  var machineKeys: MachineKeys
  let clock: BootClock
  private let workingMemory: WorkingMemory
  var lock: LockCoordinator
  var proofs = GivenProofs()
  /// Files that lost changes to the latest lock.
  private var lost: UInt32 = 0
  private var overdue: KeyHolders = []
  private var holders: [LockObserver: KeyHolders] = [:]
  private var notices: [Notice] = []
  private(set) var condition = Condition.alive
  private(set) var locksAskedFor: UInt64 = 0

  enum Condition { case alive, erased }

  init(
    _ keybag: Keybag, root: any RootKeyProvider, options: EnclaveOptions, workingMemory: WorkingMemory, clock: BootClock
  ) {
    self.workingMemory = workingMemory
    self.keybag = keybag
    keyring = EnclaveKeyring(keybag.classKeys)
    passkeys = PasskeyKeyring(keybag.classKeys)
    appKeys = AppAttestKeyring(keybag.classKeys)
    self.root = root.kind
    machineKeys = MachineKeys(root, at: clock.now())
    self.clock = clock
    lock = LockCoordinator(startingUnlocked: keybag.passcode == .notSet, settings: options.lock)
    lock.change(graceMilliseconds: keybag.settings.graceMilliseconds)
  }

  var state: LockState { lock.state }
  /// The epoch of the latest lock.
  var epoch: UInt64 { lock.epoch }
  var isLocking: Bool { condition == .alive && lock.isLocking }
  /// The outcome of a lock that is no longer under way.
  var outcomeOfLock: EnclaveReply {
    condition == .alive && lock.isUnfinished ? .refused(.lockUnfinished(awaited)) : .done
  }

  private var awaited: KeyHolders { processes(of: lock.awaited) }

  private func processes(of observers: Set<LockObserver>) -> KeyHolders {
    observers.reduce(into: []) { $0.formUnion(holders[$1] ?? []) }
  }

  // MARK: - Requests

  func answer(_ request: borrowing EnclaveRequest, as role: EnclaveRole, _ observer: LockObserver?) -> Answer {
    do {
      return try answering(request, role, observer)
    } catch {
      return .reply(.refused(error))
    }
  }

  private func answering(
    _ request: borrowing EnclaveRequest, _ role: EnclaveRole, _ observer: LockObserver?
  ) throws(EnclaveRefusal) -> Answer {
    guard condition == .alive else { throw .erased }
    guard RequestPolicy.of(request.number).states.contains(state) else { throw .lockState(state) }
    switch request {
    case .hello: throw .outOfOrder
    case .adoptEvents: throw .outOfOrder
    case .adoptFiles: throw .outOfOrder
    case .adoptBroker: throw .outOfOrder
    case .adoptLocker: throw .outOfOrder
    case .adoptSigner: throw .outOfOrder
    case .signHere: throw .outOfOrder
    case .openTransfer: throw .outOfOrder
    case .takeOutPasskey: throw .outOfOrder
    case .bringInPasskey: throw .outOfOrder
    case .dismissSigners: throw .outOfOrder
    case .shareMemoryChannel: throw .outOfOrder
    case .look: throw .outOfOrder
    case .registerNumber(let register): return .reply(.registerNumber(keybag.number(of: register)))
    case .sealRegister(let register, let digest): return .reply(.registerSeal(try seal(digest, of: register)))
    case .acceptRegister(let register, let digest, let seal):
      try accept(digest, seal, of: register)
      return .reply(.done)
    case .chooseSettings(let settings):
      try choose(settings)
      return .reply(.done)
    case .limitSettings(let limits):
      keybag.limits = limits
      applySettings()
      return .reply(.done)
    case .status: return .reply(.status(status))
    // Passcodes are stretched first: see `use`.
    case .setPasscode: throw .outOfOrder
    case .changePasscode: throw .outOfOrder
    case .removePasscode: throw .outOfOrder
    case .unlock: throw .outOfOrder
    case .offer: throw .outOfOrder
    case .offerChange: throw .outOfOrder
    case .prove: throw .outOfOrder
    case .eraseByOwner: throw .outOfOrder
    case .chooseSettingsByOwner: throw .outOfOrder
    case .lock(let mode): return try lock(mode)
    case .erase:
      try changing { () throws(KeybagError) in try keybag.erase() }
      return .reply(.done)
    case .volumeKey: return .reply(.volumeKey(try volumeKey()))
    case .makeKeys(let keyClass, let count): return .reply(.newKeys(try makeKeys(keyClass, count, role)))
    case .unwrapKey(let wrapped): return .reply(.key(try unwrap(wrapped, role)))
    case .rewrapKey(let wrapped, let keyClass): return .reply(.wrapped(try rewrap(wrapped, to: keyClass, role)))
    case .makeEnclaveKey(let keyClass, let binding):
      return .reply(.enclaveKey(try makeEnclaveKey(keyClass, binding, role)))
    case .sign(let key, let digest): return .reply(.signature(try sign(digest, with: key, role)))
    case .agree(let key, let publicKey): return .reply(.key(try agree(with: publicKey, key, role)))
    case .signPresent(let key, let digest, let claim):
      return .reply(.signature(try sign(digest, with: key, role, claim)))
    case .agreePresent(let key, let publicKey, let claim):
      return .reply(.key(try agree(with: publicKey, key, role, claim)))
    case .makePasskey(let creation, let claim): return .reply(.passkey(try makePasskey(creation, claim)))
    case .assertPasskey(let use, let claim): return .reply(.assertion(try assertion(use, claim)))
    case .makeAppKey(let hash): return .reply(.appKey(try makeAppKey(hash)))
    case .assertApp(let use): return .reply(.signature(try signature(use)))
    case .makeMachineKey(let kind): return .reply(.machineKey(try machineKeys.make(kind, at: clock.now())))
    case .endorsementCertificate(let kind, let offset):
      return .reply(.certificatePart(try machineKeys.certificate(of: kind, from: offset, at: clock.now())))
    case .activateMachine(let credential, let claim): return .reply(.key(try activate(credential, claim)))
    case .vouchForApp(let voucher): return .reply(.machineQuote(try vouch(voucher)))
    case .acknowledge(let epoch, let lost): return acknowledge(epoch, lost, observer)
    case .takeProof(let claim):
      guard proofs.take(claim, at: clock.now()) else { throw .notProved }
      return .reply(.done)
    case .takeUnlock(let claim, let seconds):
      guard proofs.takeUnlock(claim, within: seconds, at: clock.now()) else { throw .notProved }
      return .reply(.done)
    case .forgetPresence(let question):
      proofs.forget(question)
      return .reply(.done)
    }
  }

  /// Signs with the key of a channel for signing.
  func signature(of digest: [UInt8], with key: EnclaveKey) -> Answer {
    do throws(EnclaveRefusal) {
      guard condition == .alive else { throw .erased }
      return .reply(.signature(try sign(digest, with: key, .signer)))
    } catch {
      return .reply(.refused(error))
    }
  }

  // MARK: - Observers and time

  func joined(_ observer: LockObserver) { perform(lock.handle(.joined(observer), at: clock.now())) }
  func left(_ observer: LockObserver) {
    holders[observer] = nil
    perform(lock.handle(.left(observer), at: clock.now()))
  }

  /// Notes which process an observer is: it gets keys from now on.
  func note(_ observer: LockObserver, is holder: KeyHolders) { holders[observer] = holder }

  var nextTick: BootInstant? {
    guard condition != .erased else { return nil }
    guard let tick = lock.nextTick, let delay = keybag.delayEnds else { return lock.nextTick ?? keybag.delayEnds }
    return min(tick, delay)
  }

  func tick() {
    guard condition == .alive else { return }
    keybag.serveDelay()
    perform(lock.handle(.tick, at: clock.now()))
  }

  /// The processes that have become overdue since the last call and are to be ended.
  func takeOverdue() -> KeyHolders {
    defer { overdue = KeyHolders() }
    return overdue
  }

  /// The events since the last call.
  func takeNotices() -> [Notice] {
    defer { notices = [] }
    return notices
  }

  /// Leaves no key behind.
  func close() {
    keybag.close()
    forgetLockedKeys()
  }
}

// MARK: - The lock

extension EnclaveMonitor {
  private func lock(_ mode: LockMode) throws(EnclaveRefusal) -> Answer {
    guard keybag.passcode == .set else { throw .noPasscode }
    locksAskedFor += 1
    perform(lock.handle(.lock(mode), at: clock.now()))
    guard mode == .now else { return .reply(.done) }
    if lock.isUnfinished { throw .lockUnfinished(awaited) }
    return lock.isLocking ? .later : .reply(.done)
  }

  private func acknowledge(_ epoch: UInt64, _ lost: UInt32, _ observer: LockObserver?) -> Answer {
    guard let observer else { return .reply(.refused(.outOfOrder)) }
    if epoch == lock.epoch { self.lost = UInt32(clamping: UInt64(self.lost) + UInt64(lost)) }
    perform(lock.handle(.acknowledged(observer, epoch: epoch), at: clock.now()))
    return .silence
  }

  func perform(_ effects: [LockCoordinator.Effect]) {
    for effect in effects {
      switch effect {
      case .refuseLockingKeys:
        lost = 0
        keybag.classKeys.refuseLockingKeys()
        proofs.forgetAll()
      case .eraseLockingKeys:
        keybag.classKeys.eraseLockingKeys()
        forgetLockedKeys()
      case .tell(let notice, let observers):
        notices.append(Notice(event: EnclaveEvent(notice), audience: .observers(observers)))
      case .end(let observers): overdue.formUnion(processes(of: observers))
      }
    }
  }
}

// MARK: - The keybag

extension EnclaveMonitor {
  private var status: EnclaveStatus {
    EnclaveStatus(
      state: state, passcode: keybag.passcode == .set ? .set : .notSet, root: RootKind(root), epoch: lock.epoch,
      failures: keybag.failures, waitSeconds: keybag.waitSeconds, lost: lost, settings: keybag.settings,
      chosenSettings: keybag.chosenSettings, limits: keybag.limits,
      open: Set(KeyClass.allCases.filter { keybag.classKeys.isAvailable($0) }), awaited: awaited,
      keyPages: SecretPages.kind == .secret ? .secret : .locked, workingMemory: workingMemory,
      keyFiles: keybag.copies == .whole ? .whole : .oneCopyUnreadable, verdict: keybag.verdict,
      stretching: StretchingCost(keybag.stretching))
  }

  /// Runs a change of the keybag. Afterwards everything may be erased, by request or by a tenth failure.
  func changing(_ body: () throws(KeybagError) -> Void) throws(EnclaveRefusal) {
    do {
      try body()
      noteErasure()
    } catch {
      noteErasure()
      throw EnclaveRefusal(error)
    }
  }

  /// Removing the passcode removes keys, and an erasure removes all.
  private func noteErasure() {
    forgetLockedKeys()
    guard keybag.condition == .erased, condition == .alive else { return }
    condition = .erased
    notices.append(Notice(event: .erased, audience: .everyone))
  }

  private func forgetLockedKeys() {
    keyring.forgetLockedKeys()
    appKeys.forgetLockedKeys()
  }

  private func volumeKey() throws(EnclaveRefusal) -> SecretBytes {
    do { return try keybag.volumeKey() } catch { throw EnclaveRefusal(error) }
  }

  private func makeKeys(_ keyClass: KeyClass, _ count: Int, _ role: EnclaveRole) throws(EnclaveRefusal) -> NewKeyBatch {
    try check(keyClass, role)
    do {
      return try NewKeyBatch(keyClass, count: count) { _ throws(ClassKeyError) in
        try keybag.classKeys.makeKey(keyClass)
      }
    } catch {
      throw EnclaveRefusal(error)
    }
  }

  private func unwrap(_ wrapped: WrappedKey, _ role: EnclaveRole) throws(EnclaveRefusal) -> SecretBytes {
    try check(wrapped.keyClass, role)
    do { return try keybag.classKeys.unwrap(wrapped) } catch { throw EnclaveRefusal(error) }
  }

  private func rewrap(
    _ wrapped: WrappedKey, to keyClass: KeyClass, _ role: EnclaveRole
  ) throws(EnclaveRefusal) -> WrappedKey {
    try check(wrapped.keyClass, role)
    try check(keyClass, role)
    do { return try keybag.classKeys.rewrap(wrapped, to: keyClass) } catch { throw EnclaveRefusal(error) }
  }

  private func makeEnclaveKey(
    _ keyClass: KeyClass, _ binding: [UInt8], _ role: EnclaveRole
  ) throws(EnclaveRefusal) -> EnclaveKey {
    try check(keyClass, role)
    do { return try keyring.makeEnclaveKey(keyClass, binding: binding) } catch { throw EnclaveRefusal(error) }
  }

  private func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ role: EnclaveRole, _ claim: ProofClaim? = nil
  ) throws(EnclaveRefusal) -> [UInt8] {
    try check(key.keyClass, role)
    guard proofs.permit(key, claim) else { throw .notProved }
    do { return try keyring.signature(ofDigest: digest, with: key) } catch { throw EnclaveRefusal(error) }
  }

  private func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ role: EnclaveRole, _ claim: ProofClaim? = nil
  ) throws(EnclaveRefusal) -> SecretBytes {
    try check(key.keyClass, role)
    guard proofs.permit(key, claim) else { throw .notProved }
    do { return try keyring.agree(with: publicKey, key) } catch { throw EnclaveRefusal(error) }
  }

  private func check(_ keyClass: KeyClass, _ role: EnclaveRole) throws(EnclaveRefusal) {
    guard RequestPolicy.classes(for: role).contains(keyClass) else { throw .notPermitted }
  }
}
