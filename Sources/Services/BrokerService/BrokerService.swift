// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AppDirectory
import AppRegistry
import BrokerServer
import CallerIdentity
import Clocks
import ComputerLocation
package import CryptoPrimitives
package import EnclaveClient
import EnclaveMessages
package import Events
import FileKeychain
import Files
package import KeychainModel
package import KeychainStore
import LockFollowing
import PromptQueue
import ProtectionModel
package import Sockets
package import SystemCallFilter
package import SystemCalls
import Threads
import WidgetPublishing

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
    /// The process that gives the keys is gone, or the keys are gone for good.
    case keysGone
  }

  private static let requestTimeout = Duration.seconds(1)
  private static let endTimeout = Duration.seconds(5)
  /// `bailey-run` gives an app less than this before it kills it.
  private static let timeForApps = Duration.milliseconds(1500)
  /// The time for answers that are ready to leave.
  private static let answerTimeout = Duration.milliseconds(300)

  private let server: BrokerServer<BrokerHandler>
  private let listener: PacketSocket
  private let events: EnclaveEvents
  private let sensor: SensorChannel
  private let issuer: IssuerChannel
  private let memory: BrokerMemory
  private let stores: BrokerStores
  private let locks: LockSequence
  private let launches: LaunchedApps

  /// `state` is the folder of everything that is kept, `commandLine` the one file that is `bailey`; `keys` are open
  /// channels to the enclave, `sensor` the one to the process that speaks with the fingerprint sensor, `issuer`
  /// that to the one that asks an organisation's issuer; all are taken over.
  package init(
    state: String, commandLine: [UInt8], events: consuming PacketSocket, listener: consuming PacketSocket,
    keys descriptors: [Int32], sensor: consuming PacketSocket, issuer: consuming PacketSocket
  ) throws(Failure) {
    do { try Crypto.prepare() } catch { throw .crypto(error) }
    let enclave: SharedClassKeys
    let lockState: LockState
    do throws(EnclaveClientError) {
      // The events come first: the enclave gives keys only to those who hear of locks.
      self.events = try EnclaveEvents(adopting: events)
      enclave = try Self.channels(descriptors)
      lockState = try enclave.status().state
    } catch {
      throw .enclave(error)
    }
    do throws(SystemError) {
      self.sensor = try SensorChannel(sensor)
      self.issuer = try IssuerChannel(issuer)
    } catch { throw .system(error) }
    memory = BrokerMemory(enclave, lockState, self.sensor)
    stores = try BrokerStores(in: state, enclave, memory.itemKeys, memory.authenticator.queue)
    locks = memory.locks(with: stores.fileKeychains)
    launches = LaunchedApps(ended: { [log = stores.accesses] process in log.end(of: process) })
    let files = ProgramFiles()
    server = BrokerServer(
      BrokerHandler(memory, stores, launches, files, enclave, self.issuer), owner: PeerCredentials.ownUser,
      commandLine: commandLine, files: files, tickets: Self.tickets(in: state, enclave))
    launches.serve { [server] listener, run, installation, sandbox in
      let app = LaunchedApp(
        identifier: run.identifier, entitlements: run.entitlements, launcher: run.launcher,
        isExtension: run.isExtension, installation: installation)
      server.accept(from: listener, origin: .launched(app, sandbox))
    }
    self.listener = listener
  }

  /// The tickets of programs; nil where there can be no key: then a process that hides is unknown.
  private static func tickets(in state: String, _ keys: SharedClassKeys) -> ProgramTickets? {
    do { return ProgramTickets(key: try StoredKey.tickets.key(in: state, keys)) } catch {
      note("programs that hide cannot be known: \(error)")
      return nil
    }
  }

  private static func channels(_ descriptors: [Int32]) throws(EnclaveClientError) -> SharedClassKeys {
    var channels: [RemoteClassKeys] = []
    for raw in descriptors {
      let channel = try RemoteClassKeys(adopting: PacketSocket(FileDescriptor(owning: raw)))
      try channel.openMemoryChannel()
      channels.append(channel)
    }
    return SharedClassKeys(channels)
  }

  /// Calls the listener now, and whenever the keychain turns out to be in another condition.
  package func onChange(ofHealth listener: @escaping @Sendable (StoreHealth) -> Void) {
    stores.keychain.onChange(ofHealth: listener)
  }

  /// Calls the listener once, as soon as somebody wants to know of fingers on the sensor.
  package func onWant(fingers listener: @escaping @Sendable () -> Void) { sensor.onWant(listener) }

  /// Calls the listener now and with every change: whether an organisation's issuer is to be asked.
  package func onChange(ofEnrolment listener: @escaping @Sendable (_ isEnrolled: Bool) -> Void) {
    stores.enrolment.onChange(listener)
  }

  /// Calls the listener now and with every change: whether a service that knows the location is to be followed.
  package func onChange(ofFollowedLocation listener: @escaping @Sendable (_ isFollowed: Bool) -> Void) {
    stores.place.onChange(listener)
  }

  /// Calls the listener now and with every change: whether the register of apps is the one that was written last.
  package func onChange(ofRegister listener: @escaping @Sendable (_ isInForce: Bool) -> Void) {
    let defects = Locked((programs: false, apps: false))
    stores.registry?.onChange { defect in
      listener(
        defects.withLock {
          $0.programs = defect != nil
          return !$0.programs && !$0.apps
        })
    }
    stores.installed?.onChange { defect in
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
          [stops.descriptor.raw, events.descriptor, listener.raw] + (stores.fileKeychains?.alarms ?? []))
      else {
        return .keysGone
      }
      if ready[0] { return .asked }
      if ready[1], follow() == .stop { return .keysGone }
      if ready[2] { server.accept(from: listener) }
      if ready[3...].contains(true) { stores.fileKeychains?.lockUnused() }
    }
  }

  /// Requests that change or read something are answered. Requests that wait for the person or for a lock state end
  /// unanswered: their clients repeat them after a restart.
  package func stop() {
    // Apps are served while they end: what they save now is kept.
    launches.askAllToEnd(within: Self.timeForApps)
    memory.authenticator.queue.stop()
    issuer.leave()
    memory.authenticator.locked()
    // Nobody follows the lock state on their behalf any more.
    memory.pictures.keysWillGo()
    launches.endAll()
    server.stop(within: Self.answerTimeout)
    _ = memory.barrier.waitForThoseInside(within: Self.endTimeout, after: memory.authenticator.locked)
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
