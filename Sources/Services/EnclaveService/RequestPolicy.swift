// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import ProtectionModel

/// Says for each request to the enclave who may make it, in which lock states, and how often. Of what the owner does, the
/// states are those of `OwnerOperation`.
struct RequestPolicy {
  let roles: Set<EnclaveRole>
  let states: Set<LockState>
  let rate: Rate
  /// The number of descriptors that come with the request.
  let descriptors: Int
  /// The operation of the owner that the request carries out; nil for what other processes ask, and for what changes
  /// nothing.
  let operation: OwnerOperation?

  /// The rate at which a channel's role may ask.
  enum Rate: Hashable {
    case always
    /// Requests that cost next to nothing.
    case often
    /// Requests that derive a key from a passcode, which takes a tenth of a second of processor time and more: they
    /// wait for their turn (`PasscodeQueue`).
    case seldom
  }

  static func of(_ request: EnclaveRequest.Number) -> RequestPolicy {
    guard let policy = table[request] else { preconditionFailure("every request has a line") }
    return policy
  }

  /// Made once: it is asked for each request.
  private static let table = Dictionary(uniqueKeysWithValues: EnclaveRequest.Number.allCases.map { ($0, line($0)) })

  private static func line(_ request: EnclaveRequest.Number) -> RequestPolicy {
    switch request {
    case .hello: RequestPolicy(Set(EnclaveRole.allCases).subtracting([.signer]), any, .often)
    case .status: RequestPolicy([.supervisor, .commandLine, .files, .broker], any, .often)
    case .setPasscode: RequestPolicy([.commandLine], .setPasscode, .seldom)
    case .changePasscode: RequestPolicy([.commandLine], .changePasscode, .seldom)
    case .removePasscode: RequestPolicy([.commandLine], .removePasscode, .seldom)
    case .unlock: RequestPolicy([.commandLine], .unlock, .seldom)
    // Nothing to be learned of a passcode while it opens nothing.
    case .offer: RequestPolicy([.commandLine], [.beforeFirstUnlock, .grace, .locked], .seldom)
    case .offerChange: RequestPolicy([.commandLine], .changePasscode, .seldom)
    // Always: no other request can use up what a lock needs.
    case .lock: RequestPolicy([.supervisor, .commandLine, .locker], .lock, .always)
    case .erase: RequestPolicy([.commandLine], .eraseWithoutPasscode, .often)
    case .eraseByOwner: RequestPolicy([.commandLine], .erase, .seldom)
    // What loosens something is refused: `EnclaveMonitor`.
    case .chooseSettings: RequestPolicy([.commandLine], .tightenLocking, .often)
    case .chooseSettingsByOwner: RequestPolicy([.commandLine], .loosenLocking, .seldom)
    case .limitSettings: RequestPolicy([.supervisor], any, .often)
    // Any state: the keybag has no key in memory that the state forbids.
    case .volumeKey: RequestPolicy([.files], any, .always)
    case .makeKeys: RequestPolicy([.files, .broker], any, .always)
    case .unwrapKey: RequestPolicy([.files, .broker], any, .always)
    case .rewrapKey: RequestPolicy([.files, .broker], any, .always)
    case .makeEnclaveKey: RequestPolicy([.broker], any, .always)
    case .sign: RequestPolicy([.broker], any, .always)
    case .agree: RequestPolicy([.broker], any, .always)
    case .acknowledge: RequestPolicy([.events], any, .often)
    case .adoptEvents: RequestPolicy([.supervisor], any, .often, descriptors: 1)
    case .adoptFiles: RequestPolicy([.supervisor], any, .often, descriptors: 1)
    case .adoptBroker: RequestPolicy([.supervisor], any, .often, descriptors: 1)
    case .adoptLocker: RequestPolicy([.supervisor], any, .often, descriptors: 1)
    case .prove: RequestPolicy([.commandLine], .prove, .seldom)
    case .takeProof: RequestPolicy([.broker], any, .often)
    case .takeUnlock: RequestPolicy([.broker], [.unlocked], .often)
    case .forgetPresence: RequestPolicy([.broker], any, .often)
    case .signPresent: RequestPolicy([.broker], any, .always)
    case .agreePresent: RequestPolicy([.broker], any, .always)
    case .makePasskey: RequestPolicy([.broker], any, .always)
    case .assertPasskey: RequestPolicy([.broker], any, .always)
    case .openTransfer: RequestPolicy([.commandLine], .movePasskeys, .seldom)
    case .takeOutPasskey: RequestPolicy([.commandLine], .movePasskeys, .often)
    case .bringInPasskey: RequestPolicy([.commandLine], .movePasskeys, .often)
    case .makeAppKey: RequestPolicy([.broker], any, .always)
    case .assertApp: RequestPolicy([.broker], any, .always)
    // The TPM is slow, and nobody may keep it from the passcode: `MachineKeys` counts.
    case .makeMachineKey: RequestPolicy([.commandLine], .enrolMachine, .often)
    case .endorsementCertificate: RequestPolicy([.commandLine], .enrolMachine, .often)
    case .activateMachine: RequestPolicy([.commandLine], .enrolMachine, .often)
    case .vouchForApp: RequestPolicy([.broker], any, .often)
    case .adoptSigner: RequestPolicy([.broker], any, .often, descriptors: 1)
    case .signHere: RequestPolicy([.signer], any, .always)
    case .dismissSigners: RequestPolicy([.broker], any, .often)
    case .shareMemoryChannel: RequestPolicy([.broker, .signer], any, .often)
    case .look: RequestPolicy([.signer], any, .always)
    case .registerNumber: RequestPolicy([.broker], any, .often)
    case .sealRegister: RequestPolicy([.broker], any, .often)
    case .acceptRegister: RequestPolicy([.broker], any, .often)
    }
  }

  /// The classes whose keys a role may ask for: files and keychain items never share one.
  static func classes(for role: EnclaveRole) -> Set<KeyClass> {
    switch role {
    case .files: ofFiles
    case .broker, .signer: ofTheKeychain
    case .supervisor, .commandLine, .events, .locker: []
    }
  }

  private static let ofFiles = Set(ProtectionClass.allCases.map { KeyClass($0) })
  private static let ofTheKeychain = Set(KeyClass.allCases).subtracting(ofFiles)

  private static let any = Set(LockState.allCases)

  private init(_ roles: Set<EnclaveRole>, _ operation: OwnerOperation, _ rate: Rate) {
    self.init(roles, operation.rule.states, rate, operation: operation)
  }

  private init(
    _ roles: Set<EnclaveRole>, _ states: Set<LockState>, _ rate: Rate, descriptors: Int = 0,
    operation: OwnerOperation? = nil
  ) {
    self.roles = roles
    self.states = states
    self.rate = rate
    self.descriptors = descriptors
    self.operation = operation
  }
}
