// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AppRegistry
import AttestedApps
import Clocks
import ComputerLocation
import ConsentAuthority
import ConsentStore
import EnclaveClient
import FileKeychain
import Glibc
import Instance
import KeyPrefetch
import KeychainModel
import KeychainStore
import PromptQueue
import ProtectionModel
import SealedSettings
import SystemCalls

/// The stores that `baileyd` keeps, opened. What cannot be used is nil, and is said: then nobody has what it would
/// give.
struct BrokerStores: Sendable {
  typealias Failure = BrokerService.Failure

  let keychain: KeychainStore
  /// The file-based keychains; nil where their password cannot be read: then there is none, and none is made.
  let fileKeychains: FileKeychains?
  /// The registered apps; nil where the register is damaged.
  let registry: AppRegistry?
  let installed: InstalledApps?
  let accesses: AccessLog
  let place: PlaceOfComputer
  let answers: PersonalAnswers
  let surfaces: SealedSurfaces
  /// The attested apps; nil where they cannot be used: then no app can attest.
  let attested: AttestedApps?
  let fingers: AppFingers
  let enrolment: KeptEnrolment

  /// `state` is the folder of all of them.
  init(
    in state: String, _ enclave: SharedClassKeys, _ itemKeys: PrefetchingClassKeys, _ queue: QuestionQueue
  ) throws(Failure) {
    keychain = try Self.store(in: state, itemKeys)
    fileKeychains = Self.fileKeychains(in: state, enclave)
    registry = try Self.registry(in: state, EnclaveRegister(enclave: enclave, register: .apps))
    installed = try Self.installed(in: state, registry)
    accesses = AccessLog(state + "/accesses", keys: itemKeys, clock: { WallClock.milliseconds })
    place = PlaceOfComputer(in: state)
    answers = PersonalAnswers(stored: Self.consent(in: state, itemKeys, queue))
    surfaces = try Self.surfaces(in: state, enclave)
    attested = Self.attested(in: state, enclave, itemKeys)
    fingers = Self.fingers(in: state, enclave)
    enrolment = KeptEnrolment(in: state)
  }

  /// Whether anything is in a group: items, in a keychain of whichever kind, or an app that was installed. On any error, assume
  /// so, so that the passcode is asked for.
  func isUsed(_ group: String) -> Bool {
    guard let fileKeychains, let installed, installed.defect == nil else { return true }
    return installed.holds(group) || (try? keychain.hasItems(in: group) || fileKeychains.hasItems(in: group)) ?? true
  }

  private static func store(in state: String, _ keys: PrefetchingClassKeys) throws(Failure) -> KeychainStore {
    let store: KeychainStore
    do {
      store = try KeychainStore(
        state + "/keychain", keys: keys, examiner: StoredCertificates(), clock: { WallClock.secondsSinceReferenceDate })
    } catch {
      throw .store(error)
    }
    if let copy = store.damagedCopy {
      note(
        "the keychain was damaged and has been repaired: \(copy) is what it was before, encrypted; remove it when done")
    }
    switch store.health {
    case .newer: note("the keychain is of a newer version, \(store.newerFormat ?? 0): it is only read")
    case .damaged(let lost, _):
      note("the keychain was damaged, and \(lost) items of it are lost: bailey keychain verify")
    case .well: break
    }
    return store
  }

  private static func fileKeychains(in state: String, _ keys: SharedClassKeys) -> FileKeychains? {
    do {
      let keychains = try FileKeychains(
        in: state, device: keys, examiner: StoredCertificates(), clock: { WallClock.secondsSinceReferenceDate })
      if let defect = keychains.listDefect {
        note("the list of file-based keychains cannot be read, and there is the login keychain alone: \(defect)")
      }
      return keychains
    } catch {
      note("the file-based keychains cannot be used: \(error)")
      return nil
    }
  }

  private static func registry(in state: String, _ seals: EnclaveRegister) throws(Failure) -> AppRegistry? {
    do {
      let registry = try AppRegistry(in: FileDescriptor.open(state, O_RDONLY | O_DIRECTORY), seals)
      if let defect = registry.defect {
        note(
          "the register of apps is refused (\(defect)): it is not the one that was written last, and no program is "
            + "registered until the owner registers it again: bailey app register")
      }
      return registry
    } catch let error as AppRegistryError {
      note("the registrations of apps cannot be used: \(error)")
      return nil
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      return nil
    }
  }

  private static func installed(in state: String, _ registry: AppRegistry?) throws(Failure) -> InstalledApps? {
    guard let registry else { return nil }
    do {
      let installed = try InstalledApps(in: FileDescriptor.open(state, O_RDONLY | O_DIRECTORY), registry)
      if let defect = installed.defect {
        note(
          "the register of installed apps is refused (\(defect)): it is not the one that was written last, and no app is "
            + "installed until the owner begins a new one: bailey app ca")
      }
      return installed
    } catch let error as InstalledAppsError {
      note("the register of installed apps cannot be used: \(error)")
      return nil
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      return nil
    }
  }

  /// Reads the answers of people; nil where they cannot be read: then nobody has a grant.
  private static func consent(
    in state: String, _ keys: PrefetchingClassKeys, _ queue: QuestionQueue
  ) -> ConsentAuthority? {
    do {
      return ConsentAuthority(
        store: try ConsentStore(
          state + "/consent", keys: keys, clock: { Int64(WallClock.seconds) },
          onLoss: {
            note("what people answered to apps is not what was stored last, and was thrown away: apps ask anew")
          }),
        queue: queue, clock: { Int64(WallClock.seconds) })
    } catch {
      note("what people answered to apps cannot be used: \(error)")
      return nil
    }
  }

  private static func attested(
    in state: String, _ enclave: SharedClassKeys, _ keys: PrefetchingClassKeys
  ) -> AttestedApps? {
    do {
      return try AttestedApps(
        state + "/attest", keys: enclave, classKeys: keys, version: BaileyVersion.current,
        clock: { Int64(WallClock.seconds) })
    } catch {
      note("the keys of apps that attest cannot be used: \(error)")
      return nil
    }
  }

  private static func fingers(in state: String, _ enclave: SharedClassKeys) -> AppFingers {
    do { return AppFingers(key: try StoredKey.fingers.key(in: state, enclave)) } catch {
      note("apps are told of other fingers after each start: \(error)")
      return .forThisStart()
    }
  }

  private static func surfaces(in state: String, _ enclave: SharedClassKeys) throws(Failure) -> SealedSurfaces {
    let folder: FileDescriptor
    do { folder = try FileDescriptor.open(state, O_RDONLY | O_DIRECTORY) } catch { throw .system(error) }
    let surfaces = SealedSurfaces(in: folder, EnclaveRegister(enclave: enclave, register: .surfaces))
    if let defect = surfaces.defect {
      note(
        "what surfaces may show is refused (\(defect)): nothing private is shown while locked, until the owner says again "
          + "what may be: bailey widget settings")
    }
    return surfaces
  }
}

/// A line for the log.
func note(_ text: String) {
  let errors = FileDescriptor(owning: STDERR_FILENO)
  try? errors.write(Array("\(text)\n".utf8).span)
  _ = errors.release()
}
