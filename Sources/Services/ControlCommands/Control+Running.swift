// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import Glibc
import Instance
import InstanceLayout
import LinuxSystem
import ProtectionModel
import SupervisorMessages
import TerminalConsole

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
    try greet()
  }

  func down() throws(ControlFailure) {
    guard try stop() == .stopped else { return console.print("Bailey is not running.") }
    console.print("Bailey has stopped.")
  }

  func restart() throws(ControlFailure) {
    _ = try stop()
    try start(UpOptions())
    try greet()
  }

  private enum Stop { case stopped, wasNotRunning }

  private func stop() throws(ControlFailure) -> Stop {
    do throws(ControlFailure) {
      var supervisor = try connectToSupervisor()
      do { try supervisor.stop() } catch { throw .supervisor(error) }
      return .stopped
    } catch {
      if error == .notRunning { return .wasNotRunning }
      throw error
    }
  }

  /// What runs has its root key already.
  private func checkRoot(_ options: UpOptions) throws(ControlFailure) {
    let folder = try createFolder()
    let current = try settings(in: folder)
    if try settings(current, with: options, in: folder).tcti != current.tcti { throw .runsWithOtherRoot }
  }

  /// Somebody else's start may not have got that far yet; a check takes the mount away for as long as it needs.
  private func awaitMount() throws(ControlFailure) {
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    while let status = try running()?.status {
      if status.files == .mounted { return }
      guard status.files == .starting || status.files == .away, .now < deadline else {
        throw .supervisor(.refused(status.files == .checking ? .busy : .notReady))
      }
      _ = try? Poll.readable([], within: .milliseconds(50))
    }
    throw .notRunning
  }

  /// With a passcode there is one to unlock with; without one the given one becomes it.
  private func usePasscode() throws(ControlFailure) {
    let enclave = try connectToEnclave()
    switch try status(of: enclave).passcode {
    case .set: try unlock(enclave)
    case .notSet: try setPasscode(enclave)
    }
  }

  private func greet() throws(ControlFailure) {
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
  /// The supervisor says within this time whether the instance came up.
  private static let patience = Duration.seconds(120)
  private static let patienceWithEnd = Duration.seconds(30)

  private func start(_ options: UpOptions) throws(ControlFailure) {
    let folder = try createFolder()
    let before = try settings(in: folder)
    let wanted = try settings(before, with: options, in: folder)
    // What is there already is left alone: it needs no room on a disk that is full.
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
      let keyFile = "enclave/root.key"
      if (try? folder.home.status(of: keyFile)) != nil {
        throw .rootIsFile(path: location.home + "/" + keyFile)
      }
      settings.tcti = tcti
    }
    return settings
  }

  private func save(_ settings: Configuration, in folder: borrowing InstanceFolder) throws(ControlFailure) {
    do { try folder.save(settings) } catch { throw .instance(error) }
  }

  private func startSupervisor(in folder: borrowing InstanceFolder) throws(ControlFailure) {
    var connection: SupervisorConnection
    do { connection = try spawnSupervisor(in: folder) } catch { throw .program(error) }
    guard (try? Poll.readable([connection.socket.raw], within: Self.patience)) == [true],
      let report = try? connection.receive(StartReport.self)
    else { throw .supervisorDied(log: location.log) }
    guard case .failed(let failure) = report else { return }
    // Until it has ended, so that the command can be given again at once.
    _ = try? Poll.readable([connection.socket.raw], within: Self.patienceWithEnd)
    throw .start(failure, said: lastWords(of: failure.subject, in: folder))
  }

  /// What a process has written into the log last.
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

  /// The other end of the connection is the supervisor's alone: should it die, the connection ends.
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
