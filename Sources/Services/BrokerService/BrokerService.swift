// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AppRegistry
import BrokerMessages
import BrokerServer
import CallerIdentity
import ConsentAuthority
import ConsentStore
package import CryptoPrimitives
package import EnclaveClient
import EnclaveMessages
import FileKeychain
import Glibc
import KeyPrefetch
import KeychainAuthorization
package import KeychainModel
package import KeychainStore
package import LinuxSystem
import LockFollowing
import PromptModel
import PromptQueue
import ProtectionModel
import SealedSettings
package import SystemCallFilter

/// The keychain and the apps of one instance, served for as long as there are keys and nobody asks to stop.
package final class BrokerService: Sendable {
  /// Why nothing could be served.
  package enum Failure: Error, Sendable {
    case enclave(EnclaveClientError)
    case system(SystemError)
    case store(KeychainStoreError)
    case crypto(CryptoError)
    case sandbox(SystemCallFilterError)
  }

  /// Why serving ended.
  package enum End: Sendable {
    case asked
    /// Whoever gives the keys is gone, or the keys are gone for good.
    case keysGone
  }

  private static let requestTimeout = Duration.seconds(1)
  private static let endTimeout = Duration.seconds(5)
  /// `bailey-run` gives an app less than this before it kills it.
  private static let timeForApps = Duration.milliseconds(1500)
  /// For answers that are ready to leave.
  private static let answerTimeout = Duration.milliseconds(300)

  private let server: BrokerServer<BrokerHandler>
  private let listener: PacketSocket
  private let events: EnclaveEvents
  private let barrier: RequestBarrier
  private let authenticator: PersonAuthenticator
  private let locks: LockSequence
  private let store: KeychainStore
  private let launches: LaunchedApps
  private let pictures: PublishedPictures
  /// Nil where it is damaged.
  private let registry: AppRegistry?
  private let installed: InstalledApps?
  private let place: PlaceOfComputer
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
        try channel.openMemoryChannel()
        channels.append(channel)
      }
      remote = SharedClassKeys(channels)
    } catch {
      throw .enclave(error)
    }
    let lockStates: LockStateBoard
    do { lockStates = LockStateBoard(try remote.status().state) } catch { throw .enclave(error) }
    let authenticator = PersonAuthenticator(
      proofs: EnclaveProofs(enclave: remote), isLocked: lockStates.state != .unlocked)
    self.authenticator = authenticator
    let gate = DeedGate(enclave: remote)
    let files = ProgramFiles()
    let pictures = PublishedPictures(lockStates.state)
    self.pictures = pictures
    let widgets = FollowedWidgets(lockStates.state)
    let barrier = RequestBarrier()
    self.barrier = barrier
    let itemKeys = PrefetchingClassKeys(remote)
    let store = try Self.store(in: state, itemKeys)
    self.store = store
    let fileKeychains = Self.fileKeychains(in: state, remote)
    self.fileKeychains = fileKeychains
    let (permits, ownerPermits) = (BackupPermits(), OwnerPermits())
    locks = LockSequence(
      barrier: barrier,
      followers: .inOrder(authenticator, permits, ownerPermits, fileKeychains, itemKeys, lockStates, pictures, widgets))
    let registry = try Self.registry(in: state, EnclaveRegister(enclave: remote, register: .apps))
    self.registry = registry
    let installed = try Self.installed(in: state, registry)
    self.installed = installed
    let apps = AppsHandler(
      registry: registry, files: files, authenticator: authenticator,
      hasItems: Self.groupIsUsed(store, fileKeychains, installed),
      // On an error the enclave is gone, and its channels with it.
      dismissSigners: { try? remote.dismissSigners() })
    let log = AccessLog(state + "/accesses", keys: itemKeys, clock: { WallClock.milliseconds })
    let place = PlaceOfComputer(in: state)
    self.place = place
    let launches = LaunchedApps(ended: { process in log.end(of: process) })
    self.launches = launches
    let bundles = BundlesHandler(
      installed: installed, launches: launches, authenticator: authenticator,
      lockStates: lockStates,
      removeItems: { (group) throws(BrokerRefusal) in try Self.removeItems(of: group, in: store) })
    let authority = Self.consent(in: state, itemKeys, authenticator)
    let known = KnownApps(installed: installed, files: files, registration: { registry?.registration(at: $0) })
    let handler = BrokerHandler(
      keychain: KeychainHandler(
        store: store, fileKeychains: fileKeychains, barrier: barrier, authenticator: authenticator, permits: permits,
        ownerPermits: ownerPermits),
      apps: apps, person: PersonHandler(authenticator: authenticator, lockStates: lockStates, gate: gate),
      consent: ConsentHandler(
        authority: authority, apps: known, launches: launches, authenticator: authenticator,
        data: AppData(store: store, launches: launches)),
      bundles: bundles,
      access: AccessHandler(
        log: log, launches: launches, authority: authority, apps: known, place: place),
      pictures: pictures, widgets: widgets,
      surfaces: SurfacesHandler(
        surfaces: try Self.surfaces(in: state, remote), gate: gate, authenticator: authenticator),
      gate: gate,
      open: Self.views(of: store, fileKeychains, remote, authenticator, registry))
    let server = BrokerServer(
      handler, owner: PeerCredentials.ownUser, commandLine: commandLine, files: files,
      tickets: TicketKey.tickets(in: state, remote))
    self.server = server
    launches.serve { listener, origin in server.accept(from: listener, origin: origin) }
    self.listener = listener
  }

  /// Whether anything is in a group: items, in a keychain of whichever kind, or an app that was installed. On any error, assume
  /// so, so that the passcode is asked for.
  private static func groupIsUsed(
    _ store: KeychainStore, _ fileKeychains: FileKeychains?, _ installed: InstalledApps?
  ) -> @Sendable (String) -> Bool {
    { group in
      guard let fileKeychains, let installed, installed.defect == nil else { return true }
      return installed.holds(group) || (try? store.hasItems(in: group) || fileKeychains.hasItems(in: group)) ?? true
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

  /// Nil where what people answered cannot be read: then nobody has a grant.
  private static func consent(
    in state: String, _ keys: PrefetchingClassKeys, _ authenticator: PersonAuthenticator
  ) -> ConsentAuthority? {
    do {
      return ConsentAuthority(
        store: try ConsentStore(state + "/consent", keys: keys), queue: authenticator.queue,
        clock: { Int64(WallClock.seconds) })
    } catch {
      note("what people answered to apps cannot be used: \(error)")
      return nil
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

  private static func views(
    of store: KeychainStore, _ fileKeychains: FileKeychains?, _ keys: SharedClassKeys,
    _ authenticator: PersonAuthenticator, _ registry: AppRegistry?
  ) -> @Sendable (KeychainCaller, Requester, CallerRole) -> BrokerSession.View {
    { caller, requester, role in
      BrokerSession.View(
        dataProtection: { began in
          store.session(for: caller, authorizer: CallerAuthorizer(authenticator, for: requester, since: began))
        },
        enclaveKeys: { began in
          EnclaveKeyHandler(
            keys: keys, groups: caller.groups,
            authorizer: CallerAuthorizer(authenticator, for: requester, since: began), registry: registry)
        },
        files: { kind, began in
          files(kind, fileKeychains, caller, CallerPasswords(authenticator.queue, for: requester, since: began))
        },
        role: role)
    }
  }

  private static func files(
    _ kind: KeychainKind, _ keychains: FileKeychains?, _ caller: KeychainCaller, _ passwords: CallerPasswords
  ) -> any PagedKeychain {
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

  /// Calls the listener now and with every change: whether a service that knows the location is to be followed.
  package func onChange(ofFollowedLocation listener: @escaping @Sendable (_ isFollowed: Bool) -> Void) {
    place.onChange(listener)
  }

  /// Calls the listener now and with every change: whether the register of apps is the one that was written last.
  package func onChange(ofRegister listener: @escaping @Sendable (_ isInForce: Bool) -> Void) {
    let defects = Locked((programs: false, apps: false))
    registry?.onChange { defect in
      listener(
        defects.withLock {
          $0.programs = defect != nil
          return !$0.programs && !$0.apps
        })
    }
    installed?.onChange { defect in
      listener(
        defects.withLock {
          $0.apps = defect != nil
          return !$0.programs && !$0.apps
        })
    }
  }

  // MARK: - Serving

  /// Gives up every call that serving does not need: the last thing before the first request.
  package func confine() throws(Failure) {
    do { try SystemCallFilter.enter(allowing: AllowedCall.broker) } catch { throw .sandbox(error) }
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
      if ready[1], follow() == .stop { return .keysGone }
      if ready[2] { server.accept(from: listener) }
      if ready[3...].contains(true) { fileKeychains?.lockUnused() }
    }
  }

  /// Requests that change or read something are answered. Requests that wait for the person or for a lock state end
  /// unanswered: their clients repeat them after a restart.
  package func stop() {
    // Apps are served while they end: what they save now is kept.
    launches.askAllToEnd(within: Self.timeForApps)
    authenticator.queue.stop()
    authenticator.locked()
    // Nobody follows the lock state on their behalf any more.
    pictures.keysWillGo()
    launches.endAll()
    server.stop(within: Self.answerTimeout)
    _ = barrier.waitForThoseInside(within: Self.endTimeout, after: authenticator.locked)
    server.stop(within: Self.answerTimeout)
  }

  private func follow() -> LoopControl {
    guard let event = try? events.next() else { return .stop }
    switch event {
    case .ready, .filesOverdue, .brokerOverdue: return .proceed
    case .willLock: locks.followers.graceBegan()
    case .locked: locks.followers.keysAreGone()
    case .unlocked: locks.followers.keysAreBack()
    case .locking(let epoch, _):
      // Where requests are still under way nothing is acknowledged: the lock then takes until its deadline.
      guard locks.keysGo(within: Self.requestTimeout) == .allAreOut else { return .proceed }
      return (try? events.acknowledge(epoch: epoch)) == nil ? .stop : .proceed
    case .erased: return .stop
    }
    return .proceed
  }
}

/// A line for the log.
func note(_ text: String) {
  let errors = FileDescriptor(owning: STDERR_FILENO)
  try? errors.write(Array("\(text)\n".utf8).span)
  _ = errors.release()
}
