// SPDX-License-Identifier: Apache-2.0
import Advice
import CredentialFormats
import OwnProcess
import SystemCalls
import TerminalConsole

/// `bailey secrets scan`: which secrets lie in plain text.
enum ScanTool {
  static func scan(_ folder: String?, _ form: ScanForm, _ console: Console) throws(CommandFailure) {
    // Secrets pass through this process, which nobody else is to look into.
    do { try ProcessHardening.refuseCoreDumps() } catch {
      throw .particular("The memory of this process cannot be protected: \(error.reason).", .failed)
    }
    guard let named = folder ?? Environment.homeDirectory else { throw .noHomeDirectory }
    let path = Environment.canonicalPath(named) ?? named
    var walk = PlainSecretWalk()
    do { try walk.look(through: path) } catch { throw .file(path: named, error) }
    let report = PlainSecretReport(folder: path, walk: walk)
    switch form {
    case .json: console.print(report.json)
    case .sarif: console.print(report.sarif)
    case .text:
      let beginning = Self.beginning(folder)
      for found in walk.found {
        let file = Printable.oneLine(beginning + found.path)
        console.print("\(file):\(found.secret.line): \(Self.words(found.secret))")
      }
      if walk.found.isEmpty { console.note("No secret was found in plain text in \(Printable.oneLine(path)).") }
    }
    try conclude(report, console)
  }

  /// Paths are written so that they can be given to the next command as they are.
  private static func beginning(_ folder: String?) -> String {
    guard let folder else { return "~/" }
    return folder.hasSuffix("/") ? folder : folder + "/"
  }

  private static func words(_ secret: PlainSecret) -> String {
    switch secret.format {
    case .sshKey, .pemKey: secret.format.title
    default: "a \(secret.kind.rawValue) in \(secret.format.title)"
    }
  }

  private static func conclude(_ report: PlainSecretReport, _ console: Console) throws(CommandFailure) {
    let walk = report.walk
    if walk.unreadable > 0 {
      console.note("bailey: could not be read, and were not looked at: \(walk.unreadable).")
    }
    if walk.isCut { console.note("bailey: there is more than one command looks through: name a folder below.") }
    guard !walk.found.isEmpty else { return }
    let count = walk.found.count
    throw .particular(
      "\(count == 1 ? "1 secret lies" : "\(count) secrets lie") in plain text, in "
        + (report.files == 1 ? "1 file." : "\(report.files) files."), .failed)
  }
}
