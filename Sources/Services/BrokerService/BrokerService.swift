// SPDX-License-Identifier: Apache-2.0
import AppRegistry
import AuthenticationModel
package import CryptoPrimitives
package import EnclaveClient
import EnclaveMessages
import FileKeychain
import Glibc
import IPCServer
package import KeychainModel
package import KeychainStore
import KeysAhead
package import LinuxSystem
import PersonAuthentication
import ProtectionModel
package import Sandbox

/// The keychain and the apps of one instance, served for as long as there are keys and nobody asks to stop.
package final class BrokerService: Sendable {
  /// Why nothing could be served.
  package enum Failure: Error, Sendable {
    case enclave(EnclaveClientError)
    case system(SystemError)
    case store(KeychainStoreError)
    case crypto(CryptoError)
    case sandbox(SandboxError)
  }

  /// Why serving ended.
  package enum End: Sendable {
    case asked
    /// Whoever gives the keys is gone, or the keys are gone for good.
    case keysGone
  }

  private static let patienceWithRequests = Duration.seconds(1)
  private static let patienceWithEnd = Duration.seconds(5)
  /// For answers that are ready to leave.
  private static let patienceWithAnswers = Duration.milliseconds(300)

  private let server: IPCServer<BrokerHandler>
  private let listener: PacketSocket
  private let events: EnclaveEvents
  private let fence: LockFence
  private let authenticator: PersonAuthenticator
  private let lockStates: LockStateBoard
  private let store: KeychainStore
  private let itemKeys: StockedClassKeys
  private let permits = BackupPermits()
  /// Nil where its password cannot be read: then there is none, and none is made.
  private let fileKeychains: FileKeychains?

  /// `state` is the folder of everything that is kept, `commandLine` the one file that is `bailey`; `keys` are open
  /// channels to the enclave, taken over.
  package init(
    state: String, commandLine: [UInt8], events: consuming PacketSocket, listener: consuming PacketSocket,
    keys descriptors: [Int32]
  ) throws(Failure) {
    do { try Crypto.prepare() } catch { throw .crypto(error) }
    let remote: SharedClassKeys
    do throws(EnclaveClientError) {
      // The events come first: the enclave gives keys only to those who hear of locks.
      self.events = try EnclaveEvents(adopting: events)
      var channels: [RemoteClassKeys] = []
      for raw in descriptors {
        let channel = try RemoteClassKeys(adopting: PacketSocket(FileDescriptor(owning: raw)))
        try channel.openMailbox()
        channels.append(channel)
      }
      remote = SharedClassKeys(channels)
    } catch {
      throw .enclave(error)
    }
    let authenticator = PersonAuthenticator(proofs: EnclaveProofs(enclave: remote))
    self.authenticator = authenticator
    do { lockStates = LockStateBoard(try remote.status().state) } catch { throw .enclave(error) }
    let files = ProgramFiles()
    let fence = LockFence()
    self.fence = fence
    let itemKeys = StockedClassKeys(remote)
    self.itemKeys = itemKeys
    let store = try Self.store(in: state, itemKeys)
    self.store = store
    let fileKeychains = Self.fileKeychains(in: state, remote)
    self.fileKeychains = fileKeychains
    // What cannot be told counts as there.
    let apps = Apps(registry: try Self.registry(in: state), files: files) { (try? store.hasItems(in: $0)) ?? true }
    let handler = BrokerHandler(
      apps: apps, fence: fence, authenticator: authenticator, lockStates: lockStates, store: store, permits: permits,
      fileKeychains: fileKeychains, dismissSigners: { try? remote.dismissSigners() },
      open: Self.views(of: store, fileKeychains, remote, authenticator))
    server = IPCServer(handler, owner: PeerCredentials.ownUser, commandLine: commandLine, files: files)
    self.listener = listener
  }

  private static func registry(in state: String) throws(Failure) -> AppRegistry? {
    do {
      return try AppRegistry(in: FileDescriptor.open(state, O_RDONLY | O_DIRECTORY))
    } catch let error as AppRegistryError {
      note("the registrations of apps cannot be used: \(error)")
      return nil
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      return nil
    }
  }

  private static func store(in state: String, _ keys: StockedClassKeys) throws(Failure) -> KeychainStore {
    let store: KeychainStore
    do {
      store = try KeychainStore(
        state + "/keychain", keys: keys, examiner: StoredCertificates(), clock: { WallClock.secondsSinceReferenceDate })
    } catch {
      throw .store(error)
    }
    switch store.health {
    case .newer: note("the keychain is of a newer version, \(store.newerFormat ?? 0): it is only read")
    case .damaged(let lost, _):
      note("the keychain was damaged, and \(lost) items of it are lost: bailey keychain verify")
    case .well: break
    }
    return store
  }

  private static func views(
    of store: KeychainStore, _ fileKeychains: FileKeychains?, _ keys: SharedClassKeys,
    _ authenticator: PersonAuthenticator
  ) -> @Sendable (KeychainCaller, Asker, CallerRole) -> BrokerSession.View {
    { caller, asker, role in
      BrokerSession.View(
        dataProtection: { began in
          store.session(for: caller, authorizer: CallerAuthorizer(authenticator, for: asker, since: began))
        },
        enclaveKeys: { began in
          EnclaveKeyDesk(
            keys: keys, groups: caller.groups,
            authorizer: CallerAuthorizer(authenticator, for: asker, since: began))
        },
        files: { kind, began in
          files(kind, fileKeychains, caller, CallerPasswords(authenticator, for: asker, since: began))
        },
        role: role)
    }
  }

  private static func files(
    _ kind: KeychainKind, _ keychains: FileKeychains?, _ caller: KeychainCaller, _ passwords: CallerPasswords
  ) -> any KeychainService {
    guard let keychains else { return AbsentKeychain() }
    do {
      return try keychains.session(kind, for: caller, passwords: passwords)
    } catch {
      return AbsentKeychain(status: error)
    }
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

  /// Calls the listener now, and whenever the keychain turns out to be in another condition.
  package func onChange(ofHealth listener: @escaping @Sendable (StoreHealth) -> Void) {
    store.onChange(ofHealth: listener)
  }

  // MARK: - Serving

  /// Gives up every call that serving does not need: the last thing before the first request.
  package func confine() throws(Failure) {
    do { try Sandbox.enter(allowing: AllowedCall.broker) } catch { throw .sandbox(error) }
  }

  /// Takes connections and follows the enclave's events until one of the descriptors says that it is over.
  package func serve(until stops: borrowing SignalDescriptor) -> End {
    while true {
      guard
        let ready = try? Poll.readable(
          [stops.descriptor.raw, events.descriptor, listener.raw] + (fileKeychains?.alarms ?? []))
      else {
        return .keysGone
      }
      if ready[0] { return .asked }
      if ready[1], follow() == .ends { return .keysGone }
      if ready[2] { server.accept(from: listener) }
      if ready[3...].contains(true) { fileKeychains?.lockUnused() }
    }
  }

  /// Requests that change or read something are answered. Those that wait for something are not: whoever asked asks
  /// again when there is somebody to ask.
  package func stop() {
    authenticator.locked()
    server.stop(within: Self.patienceWithAnswers)
    _ = fence.waitForThoseInside(within: Self.patienceWithEnd, after: authenticator.locked)
    server.stop(within: Self.patienceWithAnswers)
  }

  private enum Walk { case goesOn, ends }

  private func follow() -> Walk {
    guard let event = try? events.next() else { return .ends }
    switch event {
    case .ready, .filesOverdue, .brokerOverdue: return .goesOn
    case .willLock: lockStates.change(to: .grace)
    case .locked: lockStates.change(to: .locked)
    case .unlocked:
      authenticator.unlocked()
      itemKeys.open()
      lockStates.change(to: .unlocked)
    case .locking(let epoch, _):
      permits.forgetAll()
      fileKeychains?.lockAll()
      itemKeys.shut()
      // Requests that wait for the person end with this.
      let outcome = fence.waitForThoseInside(within: Self.patienceWithRequests, after: authenticator.locked)
      // A restore that was inside may have made one just before.
      fileKeychains?.lockAll()
      // What could not be waited for is not acknowledged: the lock then takes until its deadline.
      guard outcome == .allAreOut else { return .goesOn }
      return (try? events.acknowledge(epoch: epoch)) == nil ? .ends : .goesOn
    case .erased: return .ends
    }
    return .goesOn
  }
}

/// A line for the log.
func note(_ text: String) {
  let errors = FileDescriptor(owning: STDERR_FILENO)
  try? errors.write(Array("\(text)\n".utf8).span)
  _ = errors.release()
}
