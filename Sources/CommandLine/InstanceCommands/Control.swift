// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
import JSONCoding
import OwnProcess
import SupervisorMessages
package import TerminalConsole

/// Carries out what the command line asks of an instance.
package struct Control: Sendable {
  let console: Console
  let location: InstanceLocation
  /// The path of this program: `up` starts it again as the supervisor.
  let program: String

  /// Carries an action out and returns how the program is to end. A failure has been printed by then.
  package static func run(_ action: ControlAction, on console: Console) -> ExitCode {
    do throws(ControlFailure) {
      let control = try Control(console)
      try control.carryOut(action)
      return .done
    } catch {
      let advice = Advice(for: error)
      console.note("bailey: " + advice.text)
      return advice.exitCode
    }
  }

  private init(_ console: Console) throws(ControlFailure) {
    self.console = console
    do { location = try .current() } catch { throw .instance(error) }
    do { program = try Environment.executablePath() } catch { throw .program(error) }
  }

  private func carryOut(_ action: ControlAction) throws(ControlFailure) {
    switch action {
    case .up(let options): try up(options)
    case .down: try down()
    case .restart: try restart()
    case .status(let form): try status(form)
    case .await(let state): try wait(for: state)
    case .passcode(.set): try setPasscode()
    case .passcode(.change): try changePasscode()
    case .passcode(.remove): try removePasscode()
    case .lock(let time, nil): try lock(time)
    case .lock(let time, let locker?):
      try checkLocker(locker)
      let picture = drawLockScreen()
      try lock(time)
      start(locker: locker, showing: picture)
    case .unlock: try unlock()
    case .erase(let mode): try erase(mode)
    case .settings(let changes, let form): try settings(changes, form)
    case .classGet(let paths, let depth, let form): try showClasses(of: paths, depth, form)
    case .classSet(let path, let protectionClass, let depth): try changeClass(of: path, to: protectionClass, depth)
    case .copy(let options): try copy(options)
    case .check(let mode, let form): try check(mode, form)
    case .sdkPath: try showSDK()
    case .console: try showConsole()
    case .agent, .unlockInWindow, .supervise:
      preconditionFailure("the program itself carries these out")
    }
  }
}

// MARK: - Connections

extension Control {
  /// The folders of an instance that runs.
  func openFolder() throws(ControlFailure) -> InstanceFolder {
    do {
      return try InstanceFolder(existing: location)
    } catch {
      if case .notCreated = error { throw .notRunning }
      throw .instance(error)
    }
  }

  func connectToSupervisor() throws(ControlFailure) -> SupervisorClient {
    let folder = try openFolder()
    do {
      return try SupervisorClient(connectingTo: InstanceLocation.supervisorSocketName, in: folder.sockets)
    } catch {
      throw error == .notRunning ? .notRunning : .supervisor(error)
    }
  }

  /// nil where Bailey does not run.
  func running() throws(ControlFailure) -> RunningInstance? {
    do throws(ControlFailure) {
      var supervisor = try connectToSupervisor()
      let process = supervisor.process ?? 0
      do {
        return RunningInstance(supervisor: process, status: try supervisor.status())
      } catch {
        throw .supervisor(error)
      }
    } catch {
      if error == .notRunning { return nil }
      throw error
    }
  }

  /// The folder the protected files are in.
  func mount() throws(ControlFailure) -> String {
    guard let running = try running() else { throw .notRunning }
    return running.status.mount
  }

  /// Connects to the enclave without asking anybody else first, so that a lock depends on the enclave alone.
  func connectToEnclave() throws(ControlFailure) -> OwnerChannel {
    let folder = try openFolder()
    do {
      return try OwnerChannel(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
    } catch {
      throw .enclave(error)
    }
  }

  func status(of enclave: OwnerChannel) throws(ControlFailure) -> EnclaveStatus {
    do { return try enclave.status() } catch { throw .enclave(error) }
  }
}

/// The instance that runs, as its supervisor reports it.
struct RunningInstance {
  let supervisor: Int32
  let status: SupervisorStatus
}
