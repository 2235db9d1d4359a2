// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import CommandExecution
import Glibc
import KeychainCommandLine
import PropertyLists
import SystemCalls
import TerminalConsole

/// A bundle's folder, as somebody names it.
struct OpenBundle: ~Copyable {
  let path: String
  let folder: FileDescriptor

  init(_ path: String) throws(CommandFailure) {
    do { folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) } catch { throw .file(path: path, error) }
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The bytes of one of its property lists; nil where there is none.
  func contents(of name: String) throws(CommandFailure) -> [UInt8]? {
    try checking { () throws(BundleDefect) in
      try BundleSeal.contents(of: name, in: folder, atMost: PropertyListLimits.bytes)
    }
  }

  func info() throws(CommandFailure) -> [UInt8] {
    guard let info = try contents(of: AppDescription.file) else {
      throw .particular("\(path) is no app: it has no \(AppDescription.file).", .failed)
    }
    return info
  }

  func description() throws(CommandFailure) -> AppDescription {
    let info = try info()
    do { return try AppDescription(propertyList: info.span) } catch {
      throw .particular("\(path)/\(AppDescription.file): \(error.sentence)", .failed)
    }
  }

  func checking<Value: ~Copyable>(_ body: () throws(BundleDefect) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw .particular(error.sentence(path), .failed) }
  }
}

extension BundleDefect {
  /// For the person.
  func sentence(_ bundle: String) -> String {
    func name(_ path: String) -> String { bundle + (path.isEmpty ? "" : "/" + Printable.oneLine(path)) }
    return switch self {
    case .system(let path, let error): "\(name(path)): \(error.reason)."
    case .special(let path): "\(name(path)) is neither a file, a folder nor a symbolic link."
    case .setID(let path): "\(name(path)) has a set-user-ID, set-group-ID or sticky bit."
    case .badName(let folder): "\(name(folder)) holds a name that is no UTF-8."
    case .notSigned: "\(bundle) is not signed.\nTry: bailey app sign \(bundle)"
    case .changed(let path): "\(name(path)) has changed since the bundle was signed."
    case .changedMode(let path): "\(name(path)) has other permissions than when the bundle was signed."
    case .added(let path): "\(name(path)) was added after the bundle was signed."
    case .missing(let path): "\(name(path)) is missing: it was there when the bundle was signed."
    case .seal(.tooLarge): "\(bundle) has more in it than a bundle may have: \(SealLimits.entries) files and folders."
    case .seal(.malformed(let line)): "\(name(BundlePath.sealedList)): line \(line) cannot be read."
    case .seal(.outside(let path)): "\(name(path)) leads out of the bundle."
    }
  }
}

extension DescriptionDefect {
  var sentence: String {
    switch self {
    case .unreadable(let error): "line \(error.line): \(error.problem.sentence)"
    case .missing(let key): "there is no \(key)."
    case .notAnIdentifier(let text):
      "'\(Printable.oneLine(text))' is no identifier: it has letters, digits, hyphens and dots, such as org.example.Ledger."
    case .notAFileName(let text): "'\(Printable.oneLine(text))' is no name of a file in the bundle's folder."
    }
  }
}
