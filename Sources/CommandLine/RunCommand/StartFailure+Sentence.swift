// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppContainers
import AppModel
import AppStart
import SystemCalls
import TerminalConsole

extension CommandFailure {
  /// The failure in words for the person who started the app.
  init(_ failure: StartFailure) {
    self =
      switch failure {
      case .broker(let error): .broker(error)
      case .containers(let failure): CommandFailure(failure)
      case .noNamespaces(let forbidden): CommandFailure(forbidden)
      case .notRunning: CommandFailure(ContainerFailure.notRunning)
      case .file(let path, let error): .file(path: path, error)
      case .bundle(let path, let defect): .start(defect.sentence(path))
      case .noSandbox(let error): .start("The sandbox cannot be made: \(error).")
      case .noFilter(let error): .start("The filter of system calls cannot be made: \(error).")
      case .noFolders(let error):
        .start("Your folders cannot be shown to the app: \(error).\nTry: apt install fuse3")
      case .noPortals(let error):
        .start("The app's portals cannot be started: \(error).\nTry: apt install dbus-daemon")
      case .badBusName(let entitlement, let name):
        .start("\(entitlement.rawValue): '\(Printable.oneLine(name))' is no name of a service on the session bus.")
      case .refusedBusName(let entitlement, let name):
        .start(
          "\(entitlement.rawValue): no entitlement opens \(Printable.oneLine(name)). An app reaches notifications and the like "
            + "on the session bus, and names that begin with its own identifier, if its signature is not ad hoc.")
      case .noSessionBus: .start("There is no session bus here, which the app is entitled to.")
      case .busNotFiltered(let error): .start("The session bus cannot be filtered: \(error.reason).")
      case .noProgram(let program, let error):
        .start("\(program) cannot be started: \(error.reason).\nTry: apt install \(packages[program] ?? "bubblewrap")")
      case .notStarted(let error): .start("The app cannot be started: \(error).")
      }
  }

  private static func start(_ sentence: String) -> CommandFailure { .particular(sentence, .failed) }
}

/// The Debian packages of the programs that a sandbox is made with.
private let packages = ["/usr/bin/xdg-dbus-proxy": "xdg-dbus-proxy"]

extension StartNote {
  /// The note in a sentence for the person who started the app.
  var sentence: String {
    switch self {
    case .refused(let call): "bailey: refused: \(Printable.oneLine(call))"
    case .stopped(let name): "bailey: \(Printable.oneLine(name)) is ended, because Bailey stops"
    case .limitsByProcess:
      "bailey: no control group can be had here: each process of the app is limited by itself, and not all together"
    case .outputLost(let error): "bailey: not all of the app's output was written: \(error.reason)"
    case .setAside(let name, let replacement):
      "bailey: \(Printable.oneLine(name)) had put something else in the place of the folder '\(replacement.part)' of its container: "
        + "that is '\(replacement.newName)' now, and the folder is there again"
    case .networkLost(let name):
      "bailey: \(Printable.oneLine(name)): what connects it to others has ended. It goes on without a network; start it again."
    case .app(let name, let sentence): "bailey: \(Printable.oneLine(name)): \(sentence)"
    }
  }
}

func starting<Result>(_ body: () throws(StartFailure) -> Result) throws(CommandFailure) -> Result {
  do { return try body() } catch { throw CommandFailure(error) }
}
