// SPDX-License-Identifier: Apache-2.0
import AccessModel
import AppModel
import Clocks
import Files
import Glibc
import JSONCoding
import OwnProcess
import SystemCalls

// What an app holds of the owner's, and what is done with it. `bailey` counts, copies and removes, in a process of its own.

extension InstanceWatcher {
  /// The word that makes a request one that removes.
  private static let consent = "remove"

  /// How many files, of which size, items, and what the app was handed: `bailey app data`.
  func held(by identifier: Substring) throws(ConsoleFailure) -> JSONValue {
    let words = ["app", "data", "--json", "--", try installed(identifier).identifier]
    guard let value = try? JSONReader.read(try bailey(words).output, .tools) else { throw .unable }
    return value
  }

  /// Removes the app and what it holds, that alone, or the app alone. The lines are the word, what, and which app.
  func remove(_ word: String?, _ part: String?, _ identifier: String?) throws(ConsoleFailure) {
    guard word == Self.consent, let part, let identifier else { throw .badRequest }
    let app = try installed(identifier[...]).identifier
    let words: [String]
    switch part {
    case "everything": words = ["app", "remove", "--yes", "--", app]
    case "app": words = ["app", "remove", "--keep-data", "--", app]
    case "data": words = ["app", "data", "--delete", "--yes", "--", app]
    default: throw .badRequest
    }
    defer { state.change { $0.apps += 1 } }
    _ = try bailey(words)
  }

  /// Takes a file or folder back that the app was handed.
  func unshare(_ identifier: String?, _ path: String?) throws(ConsoleFailure) {
    guard let identifier, let path, path.hasPrefix("/") else { throw .badRequest }
    _ = try bailey(["app", "unshare", "--", try installed(identifier[...]).identifier, path])
    state.change { $0.apps += 1 }
  }

  /// An archive of its files and the answers, new, in the owner's folder of downloads or home folder: a page names no path.
  func exportData(of identifier: String) throws(ConsoleFailure) -> JSONValue {
    let app = try installed(identifier[...]).identifier
    guard let home = Environment.homeDirectory else { throw .unable }
    let downloads = home + "/Downloads"
    let isThere = (try? FileDescriptor.open(downloads, O_RDONLY | O_DIRECTORY)) != nil
    let time = CivilTime(WallClock.milliseconds, offset: WallClock.offset)
    let moment = "\(time.dayText) \(time.clockText)".map { $0 == ":" || $0 == " " ? "-" : $0 }
    let path = "\(isThere ? downloads : home)/\(app)-\(String(moment)).tar"
    _ = try bailey(["app", "data", "--export", path, "--", app])
    return .members(["path": .string(VisibleWord.line(path))])
  }

  private func bailey(_ words: [String]) throws(ConsoleFailure) -> SiblingProgram.Result {
    let result: SiblingProgram.Result
    do { result = try SiblingProgram.run("bailey", words) } catch { throw .system(error) }
    switch result.exitCode {
    case 0: return result
    // As `ExitCode` of the command line has it: refused by the lock state.
    case 77: throw .locked
    default: throw .unable
    }
  }
}
