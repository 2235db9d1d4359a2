// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppSandbox
import AppStart
import CommandExecution
import KeychainCommandLine
import KeychainModel
import SystemCalls
import TerminalConsole

extension CommandFailure {
  /// For the person who started the app.
  init(_ failure: StartFailure) {
    switch failure {
    case .broker(let error): self = .broker(error)
    case .locked: self = .keychain(.interactionNotAllowed)
    case .file(let path, let error): self = .file(path: path, error)
    default: self = .particular(failure.sentence, .failed)
    }
  }
}

extension StartFailure {
  fileprivate var sentence: String {
    switch self {
    case .notRunning: "Bailey is not running.\nTry: bailey up"
    case .noMount: "The protected files are not there at this moment.\nTry: bailey status"
    case .locked: "The lock state does not allow it.\nTry: bailey unlock"
    case .broker(let error): "\(error)."
    case .file(let path, let error): "\(path): \(error.reason)."
    case .bundle(let path, let defect): defect.sentence(path)
    case .noNamespaces(let setting, let allowing):
      "This machine does not let users make namespaces, without which no app can be confined, so none is started.\n"
        + "Try: sudo sysctl -w \(setting)=\(allowing)"
    case .noSandbox(let error): "The sandbox cannot be made: \(error)."
    case .noFilter(let error): "The filter of system calls cannot be made: \(error)."
    case .noFolders(let error): "Your folders cannot be shown to the app: \(error).\nTry: apt install fuse3"
    case .noPortals(let error): "The app's portals cannot be started: \(error).\nTry: apt install dbus-daemon"
    case .badBusName(let entitlement, let name):
      "\(entitlement.rawValue): '\(Printable.oneLine(name))' is no name of a service on the session bus."
    case .refusedBusName(let entitlement, let name):
      "\(entitlement.rawValue): no entitlement opens \(Printable.oneLine(name)). An app reaches notifications and the like on the "
        + "session bus, and names that begin with its own identifier, if its signature is not ad hoc."
    case .noSessionBus: "There is no session bus here, which the app is entitled to."
    case .busNotFiltered(let error): "The session bus cannot be filtered: \(error.reason)."
    case .noProgram(let program, let error):
      "\(program) cannot be started: \(error.reason).\nTry: apt install \(Self.packages[program] ?? "bubblewrap")"
    case .notStarted(let error): "The app cannot be started: \(error)."
    case .notAllRemoved(let path): "Not all of \(path) could be removed.\nTry: bailey unlock, then the command again"
    }
  }

  /// Where Debian has them.
  private static let packages = ["/usr/bin/xdg-dbus-proxy": "xdg-dbus-proxy"]
}

extension StartNote {
  /// For the person who started the app.
  var sentence: String {
    switch self {
    case .refused(let call): "bailey: refused: \(Printable.oneLine(call))"
    case .limitsByProcess:
      "bailey: no control group can be had here: each process of the app is limited by itself, and not all together"
    case .outputLost(let error): "bailey: not all of the app's output was written: \(error.reason)"
    case .setAside(let name, let replacement):
      "bailey: \(Printable.oneLine(name)) had put something else in the place of the folder '\(replacement.part)' of its container: "
        + "that is '\(replacement.newName)' now, and the folder is there again"
    case .app(let name, let sentence): "bailey: \(Printable.oneLine(name)): \(sentence)"
    }
  }
}

extension AppFolders.Size {
  var words: String {
    let size = bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
    return "\(isWhole ? "" : "at least ")\(files) files of \(size)"
  }
}

extension AppFolders {
  /// Of the instance that the environment names.
  static func current() throws(CommandFailure) -> AppFolders { AppFolders(of: try BrokerConnection.location()) }

  /// What an app keeps, in words.
  func loss(of identifier: String) throws(CommandFailure) -> String {
    let found = try starting { () throws(StartFailure) -> Size? in try size(of: identifier, among: Container.containers)
    }
    return found?.words ?? "no files"
  }
}

func starting<Result>(_ body: () throws(StartFailure) -> Result) throws(CommandFailure) -> Result {
  do { return try body() } catch { throw CommandFailure(error) }
}
