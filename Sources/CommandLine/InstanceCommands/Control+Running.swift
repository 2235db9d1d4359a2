// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Files
import Glibc
import Instance
import InstanceLayout
import OwnProcess
import Processes
import ProtectionModel
import Sockets
import SupervisorMessages
import SystemCalls
import TerminalConsole
import Threads

// MARK: - up, down, restart

extension Control {
  func up(_ options: UpOptions) throws(ControlFailure) {
    if let mount = try running()?.status.mount {
      if let wanted = options.mount.map(absolute), wanted != mount { throw .runsElsewhere(mount: mount) }
      if options.tcti != nil { try checkRoot(options) }
      console.print("Bailey is running already.")
      try awaitMount()
    } else {
      try start(options)
    }
    if options.passcode == .standardInput { try usePasscode() }
    try handshake()
  }

  func down() throws(ControlFailure) {
    guard try stop() == .stopped else { return console.print("Bailey is not running.") }
    console.print("Bailey has stopped.")
  }

  func restart() throws(ControlFailure) {
    _ = try stop()
    try start(UpOptions())
    try handshake()
  }

  private enum Stop { case stopped, wasNotRunning }

  private func stop() throws(ControlFailure) -> Stop {
    do throws(ControlFailure) {
      var supervisor = try connectToSupervisor()
      let apps = namesOfRunningApps()
      do { try supervisor.stop() } catch { throw .supervisor(error) }
      noteEnd(of: apps)
      return .stopped
    } catch {
      if error == .notRunning { return .wasNotRunning }
      throw error
    }
  }

  /// The names of the running apps, for messages alone, asked on a connection of their own: a `baileyd` that hangs does
  /// not delay a stop.
  private func namesOfRunningApps() -> [String] {
    let names = Locked<[String]>([])
    guard let done = try? ThreadNotifier() else { return [] }
    let socket = location.brokerSocket
    let ask: @Sendable () -> Void = {
      let broker = BrokerClient(socket: socket)
      if let running = try? broker.runningApps(), !running.isEmpty {
        let installed = (try? broker.installedApps()) ?? []
        let found = running.map { start in
          installed.first { $0.identifier == start.identifier }?.description.name ?? start.identifier
        }
        names.withLock { $0 = found }
      }
      done.notify()
    }
    guard (try? SystemThread.start(named: "apps", ask)) != nil, done.wait(within: Self.timeToNameApps) else {
      return []
    }
    return names.withLock { $0 }
  }

  private static let timeToNameApps = Duration.milliseconds(500)

  private func noteEnd(of apps: [String]) {
    guard !apps.isEmpty else { return }
    let names = Set(apps).sorted().map(printable).joined(separator: ", ")
    console.note(
      apps.count == 1
        ? "An app that was running is ended: \(names)" : "\(apps.count) apps that were running are ended: \(names)")
  }

  /// A running instance has its root key: no other one can be chosen for it.
  private func checkRoot(_ options: UpOptions) throws(ControlFailure) {
    let folder = try createFolder()
    let current = try settings(in: folder)
    if try settings(current, with: options, in: folder).tcti != current.tcti { throw .runsWithOtherRoot }
  }

  /// Waits for the mount, which another start may not have made yet. Does not wait for a check, which can take long.
  private func awaitMount() throws(ControlFailure) {
    let deadline = ContinuousClock.now.advanced(by: Self.timeout)
    while let status = try running()?.status {
      if status.files == .mounted { return }
      guard status.files == .starting || status.files == .away, .now < deadline else {
        throw .supervisor(.refused(status.files == .checking ? .busy : .notReady))
      }
      _ = try? Poll.readable([], within: .milliseconds(50))
    }
    throw .notRunning
  }

  /// Unlocks with the given passcode, or sets it where the instance has none.
  private func usePasscode() throws(ControlFailure) {
    let enclave = try connectToEnclave()
    switch try status(of: enclave).passcode {
    case .set: try unlock(enclave)
    case .notSet: try setPasscode(enclave)
    }
  }

  private func handshake() throws(ControlFailure) {
    let status = try status(of: connectToEnclave())
    console.print("Protected files are at \(try mount())")
    if status.passcode == .notSet {
      console.note("Without a passcode every file can be read while Bailey runs. Set one: bailey passcode set")
    } else if status.state == .beforeFirstUnlock {
      console.note("Not unlocked yet: bailey unlock")
    }
  }
}

// MARK: - Starting the supervisor

extension Control {
  /// How long the supervisor may take to report whether the instance came up.
  private static let timeout = Duration.seconds(120)
  private static let endTimeout = Duration.seconds(30)

  private func start(_ options: UpOptions) throws(ControlFailure) {
    let folder = try createFolder()
    let before = try settings(in: folder)
    let wanted = try settings(before, with: options, in: folder)
    // Unchanged settings are not written again, so that Bailey starts on a full disk.
    if wanted != before || !folder.hasConfiguration { try save(wanted, in: folder) }
    do throws(ControlFailure) {
      try startSupervisor(in: folder)
    } catch {
      if wanted != before { try save(before, in: folder) }
      throw error
    }
  }

  private func createFolder() throws(ControlFailure) -> InstanceFolder {
    do { return try InstanceFolder(creating: location) } catch { throw .instance(error) }
  }

  private func settings(in folder: borrowing InstanceFolder) throws(ControlFailure) -> Configuration {
    do { return try folder.configuration() } catch { throw .instance(error) }
  }

  private func settings(
    _ settings: Configuration, with options: UpOptions, in folder: borrowing InstanceFolder
  ) throws(ControlFailure) -> Configuration {
    var settings = settings
    if let mount = options.mount { settings.mount = absolute(mount) }
    if let tcti = options.tcti, tcti != settings.tcti {
      try refuseKeyFile(in: folder)
      settings.tcti = tcti
    }
    return settings
  }

  /// Throws where the root key is a file, and where that cannot be found out.
  private func refuseKeyFile(in folder: borrowing InstanceFolder) throws(ControlFailure) {
    let path = "enclave/root.key"
    do {
      _ = try folder.home.status(of: path)
    } catch {
      guard error.code == ENOENT else { throw .file(path: location.home + "/" + path, error) }
      return
    }
    throw .rootIsFile(path: location.home + "/" + path)
  }

  private func save(_ settings: Configuration, in folder: borrowing InstanceFolder) throws(ControlFailure) {
    do { try folder.save(settings) } catch { throw .instance(error) }
  }

  private func startSupervisor(in folder: borrowing InstanceFolder) throws(ControlFailure) {
    var connection: SupervisorConnection
    do { connection = try spawnSupervisor(in: folder) } catch { throw .program(error) }
    guard (try? Poll.readable([connection.socket.raw], within: Self.timeout)) == [true],
      let report = try? connection.receive(StartReport.self)
    else { throw .supervisorDied(log: location.log) }
    guard case .failed(let failure) = report else { return }
    // Waits until the supervisor has ended, so that the command can be given again at once. When that takes too long, the
    // failure is reported all the same.
    _ = try? Poll.readable([connection.socket.raw], within: Self.endTimeout)
    throw .start(failure, said: lastWords(of: failure.subject, in: folder))
  }

  /// The last line that a process has logged; nil where there is none, for it only completes a message.
  private func lastWords(of process: String, in folder: borrowing InstanceFolder) -> String? {
    guard !process.isEmpty, let file = try? folder.home.open("log/bailey.log", O_RDONLY),
      let size = try? file.status().st_size,
      let bytes = try? file.read(count: 8192, at: max(0, Int(size) - 8192))
    else { return nil }
    let mark = " \(process): "
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.last { $0.contains(mark) }.flatMap { line in
      line.firstRange(of: mark).map { String(line[$0.upperBound...]) }
    }
  }

  /// Starts the supervisor, which alone holds the other end of the connection, so that the connection ends if it dies.
  private func spawnSupervisor(in folder: borrowing InstanceFolder) throws(SystemError) -> SupervisorConnection {
    let pair = try PacketSocket.pair()
    let nothing = try FileDescriptor.open("/dev/null", O_RDONLY)
    let output = try folder.home.open("log/supervisor.log", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    var plan = ChildPlan(path: program, arguments: ["supervise"])
    plan.descriptors = [pair.far.raw]
    plan.input = nothing.raw
    plan.output = output.raw
    plan.errors = output.raw
    plan.life = .onItsOwn
    _ = try ChildProcess.start(plan)
    return SupervisorConnection(pair.near)
  }

  private func absolute(_ path: String) -> String { absolutePath(path, from: Environment.currentDirectory) }
}
