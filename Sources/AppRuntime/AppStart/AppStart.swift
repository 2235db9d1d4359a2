// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppContainers
import AppModel
import AppSandbox
import AppStore
import BrokerClient
import BrokerMessages
import ConsentModel
import CryptoPrimitives
import DeviceAccess
import FolderAccess
import Glibc
import Instance
package import InstanceLayout
import NetworkAccess
import OwnProcess
import PortalAccess
import ProcessIsolation
import Processes
import PropertyLists
import ProxyRules
import Sockets
import SystemCalls

/// A start of an app, in a process of its own: `bailey-run`.
package struct AppStart: ~Copyable {
  package static let bubblewrap = "/usr/bin/bwrap"

  /// Says to whoever started the app what became of it.
  private let note: @Sendable (StartNote) -> Void
  private let client: BrokerClient
  private let location: InstanceLocation

  package init(in location: InstanceLocation, note: @escaping @Sendable (StartNote) -> Void) {
    (client, self.location, self.note) = (BrokerClient(socket: location.brokerSocket), location, note)
  }

  /// Returns as the app ends: its exit code, or 128 and the signal that killed it.
  package func run(_ identifier: String, _ arguments: [String]) throws(StartFailure) -> Int32 {
    do { try UserNamespaces.require() } catch { throw .noNamespaces(error) }
    let socket = try AppSocket(in: location)
    let (app, connection) = try launch(identifier, nil)
    let folders = try folders(app, socket)
    defer { folders?.finish() }
    var plan = try plan(app, arguments, socket.name, folders?.shown ?? [])
    let network = try network(app, plan.bundle)
    if network != nil { plan.proxyPort = NetworkAccess.port }
    let session = try SessionSockets(of: app, place: socket.place + ".bus")
    plan.sessionSockets = session.sockets
    plan.environment += session.variables
    let portals = try portals(app, socket, folders, session)
    defer { portals?.finish() }
    let bus = try bus(socket, session, portals)
    if let bus { plan.environment.append(("DBUS_SESSION_BUS_ADDRESS", bus.address)) }
    var words: SandboxArguments
    do { words = try SandboxArguments(plan) } catch {
      switch error {
      case .system(let error): throw .noSandbox(error)
      case .filter(let error): throw .noFilter(error)
      }
    }
    defer { extendLifetime(session) }
    let (list, watch) = try watch(app)
    let devices = devices(list, watch, socket)
    let access = AppAccess(
      name: app.description.name, socket: socket, watch: watch, devices: devices, network: network, folders: folders,
      bus: bus,
      trace: trace(plan, app.entitlements), limits: limits(app), note: note)
    return try AppProcess.run(Self.bubblewrap, &words, access, connection) {
      // `baileyd` came back after a crash: the very same version is served again, and no other.
      guard let connection = try? launch(identifier, app.seal).connection,
        (try? socket.hand(over: connection)) != nil
      else { return instanceRuns ? .notYet : .stopped }
      devices?.baileydIsBack()
      folders?.baileydIsBack()
      return .served(connection)
    }
  }

  /// Whether there is still a supervisor, which starts `baileyd` again. Where that cannot be found out, assume so: the app goes on.
  private var instanceRuns: Bool {
    do throws(SystemError) {
      let sockets = try FileDescriptor.open(location.sockets, O_RDONLY | O_DIRECTORY)
      _ = try PacketSocket.connected(to: InstanceLocation.supervisorSocketName, in: sockets)
      return true
    } catch {
      return error.code != ENOENT && error.code != ECONNREFUSED
    }
  }

  /// Half of the machine's memory, and more processes than programs have, so that one app leaves the machine usable. An app
  /// may ask for less.
  private func limits(_ app: InstalledApp) -> ControlGroup {
    func lower(_ key: String, _ most: UInt64) -> UInt64 {
      guard case .integer(let number) = app.description.values[key], number > 0 else { return most }
      return min(most, UInt64(number))
    }
    let most = SandboxKind.app.bounds
    let group = ControlGroup(
      ControlGroup.Bounds(
        processes: lower("BaileyMaximumProcesses", most.processes), memory: lower("BaileyMaximumMemory", most.memory)))
    if group.kind == .eachProcess, Environment.value("BAILEY_TRACE") == "1" {
      note(.limitsByProcess)
    }
    return group
  }

  /// The trace of what the app is refused; nil where nobody asks for it.
  private func trace(_ plan: SandboxPlan, _ entitlements: Entitlements) -> SandboxTrace? {
    guard plan.isTraced else { return nil }
    let note = note
    // What cannot be read here ends the start elsewhere.
    let named = (try? namedDevices()) ?? [:]
    let devices = named.mapValues { $0 == .camera ? "camera" : "audio-input" }
    return SandboxTrace(plan, entitlements, home: Environment.homeDirectory, devices: devices) { note(.refused($0)) }
  }

  /// Files that the person's settings name as devices.
  private func namedDevices() throws(StartFailure) -> [String: ConsentService] {
    var named: [String: ConsentService] = [:]
    do {
      let settings = try InstanceFolder(existing: location).configuration()
      if let camera = settings.camera { named[camera] = .camera }
      if let microphone = settings.microphone { named[microphone] = .microphone }
    } catch {
      throw .notRunning
    }
    return named
  }

  private func watch(_ app: InstalledApp) throws(StartFailure) -> (devices: DeviceList, watch: DeviceWatch) {
    let entitled = DeviceWatch.services.filter { service in
      service.entitlement.map { app.entitlements.values[$0]?.boolean == true } ?? false
    }
    let named = try namedDevices()
    let (note, name, devices) = (note, app.description.name, DeviceList(named: named))
    return (devices, DeviceWatch(devices, entitled: Set(entitled), owner: client) { note(.app(name, $0)) })
  }

  /// What lends the app devices; nil for an app that is entitled to none: what it opens is not looked at then.
  private func devices(_ devices: DeviceList, _ watch: DeviceWatch, _ socket: AppSocket) -> DeviceAccess? {
    guard watch.mayLend else { return nil }
    return DeviceAccess(devices, owner: client, place: socket.place + ".empty", watch)
  }

  /// What shows the app folders of the person's; nil for an app that is entitled to none of them.
  private func folders(_ app: InstalledApp, _ socket: AppSocket) throws(StartFailure) -> FolderAccess? {
    let excluded = try containers { (all) throws(ContainerFailure) in try all.excluded() }
    let request = FolderAccess.Request(
      of: app.identifier, FolderEntitlements(app.entitlements), .current, excluding: excluded)
    let (note, name) = (note, app.description.name)
    do {
      return try FolderAccess.mounted(request, at: socket.place + ".files", owner: client) { note(.app(name, $0)) }
    } catch {
      throw .noFolders(error)
    }
  }

  /// The portals of the app; nil for an app that is entitled to none, and for one that has the session's own bus behind
  /// a filter: then the portals are whatever is on that.
  private func portals(
    _ app: InstalledApp, _ socket: AppSocket, _ folders: FolderAccess?, _ session: SessionSockets
  ) throws(StartFailure) -> PortalAccess? {
    let wanted: [SandboxEntitlement] = [.portals, .chosenReading, .chosenWriting]
    guard wanted.contains(where: { app.entitlements.allows($0) }), session.bus == nil else { return nil }
    let known = PortalAccess.App(name: app.description.name, owner: client, folders: folders)
    do {
      return try PortalAccess(for: known, at: socket.place + ".bus")
    } catch {
      // Without the bus an app that was only handed files goes on without portals.
      guard app.entitlements.allows(.portals) else { return nil }
      throw .noPortals(error)
    }
  }

  /// The socket of the app's bus; nil for an app that has no bus.
  private func bus(
    _ socket: AppSocket, _ session: SessionSockets, _ portals: PortalAccess?
  ) throws(StartFailure) -> BusGate? {
    guard let place = session.bus ?? portals?.socket else { return nil }
    do { return try BusGate(of: socket, to: place) } catch {
      throw session.bus == nil ? .noPortals(error) : .busNotFiltered(error)
    }
  }

  /// The app's way to the network; nil for an app that may not connect to others.
  private func network(_ app: InstalledApp, _ bundle: MountSource) throws(StartFailure) -> NetworkAccess? {
    guard app.entitlements.allows(.networkClient) else { return nil }
    do throws(BundleDefect) {
      let rules = try NetworkRules(of: bundle, app.description.values)
      let (note, name) = (note, app.description.name)
      return NetworkAccess(rules, owner: client, connections: SandboxKind.app.connections) { note(.networkLost(name)) }
    } catch {
      throw .bundle(bundle.text, error)
    }
  }

  private func launch(
    _ identifier: String, _ seal: [UInt8]?
  ) throws(StartFailure) -> (app: InstalledApp, connection: HandedSocket) {
    do { return try client.launch(identifier, seal: seal) } catch { throw .broker(error) }
  }

  private func plan(
    _ app: InstalledApp, _ arguments: [String], _ socket: String,
    _ shown: [(folder: MountSource, inside: String)]
  ) throws(StartFailure) -> SandboxPlan {
    // Where the person's folders are shown in the container there must be folders.
    let inContainer = shown.map(\.inside).filter { $0.hasPrefix(SandboxPlan.home + "/") }
    let parts = SandboxPlan.folders + inContainer.map { String($0.dropFirst(SandboxPlan.home.count + 1)) }
    let folders = try containers { (all) throws(ContainerFailure) in try all.prepare(app, parts: parts) }
    for replacement in folders.own.setAside { note(.setAside(app.description.name, replacement)) }
    let machine: String
    let bundle: MountSource
    do throws(BundleDefect) {
      let store = try store()
      let opened = try store.open(app)
      do throws(SystemError) {
        bundle = try MountSource(opened.take(), .folder)
        machine = try store.machine(of: app.identifier)
      } catch {
        throw .system(path: "", error)
      }
    } catch {
      throw .bundle("\(location.home)/apps/\(app.folder)", error)
    }
    var plan = SandboxPlan(
      .app, bundle: bundle, named: app.bundleName, program: app.description.executable, machine: machine,
      user: getuid(), group: getgid())
    (plan.container, plan.temporary) = (folders.own.folder, folders.own.temporaryFolder)
    plan.socket = socket
    plan.groupContainers = folders.shared
    plan.personalFolders = shown
    plan.arguments = arguments
    plan.isTraced = Environment.value("BAILEY_TRACE") == "1"
    plan.environment = Self.passedOn.compactMap { name in Environment.value(name).map { (name, $0) } }
    plan.currentDirectory = Self.inside(Environment.currentDirectory, container: folders.own.folder.text)
    return plan
  }

  private func containers<Result>(
    _ body: (AppFolders) throws(ContainerFailure) -> Result
  ) throws(StartFailure) -> Result {
    do { return try body(AppFolders(of: location)) } catch { throw .containers(error) }
  }

  private func store() throws(BundleDefect) -> AppStore {
    do throws(SystemError) {
      return try AppStore(
        in: FileDescriptor.open(location.home, O_RDONLY | O_DIRECTORY), path: location.home + "/apps")
    } catch {
      throw .system(path: "", error)
    }
  }

  /// The environment variables that are passed on: those of language and appearance, and none that holds a path.
  private static let passedOn = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY",
    "TERM",
    "COLORTERM", "NO_COLOR", "TZ", "BAILEY_TRACE",
  ]

  /// A folder of the container is the same folder inside; any other is not there.
  private static func inside(_ folder: String, container: String) -> String? {
    if folder == container { return SandboxPlan.home }
    guard folder.hasPrefix(container + "/") else { return nil }
    return SandboxPlan.home + folder.dropFirst(container.count)
  }
}
