// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import Glibc
import PropertyLists
import SystemCalls
import TerminalConsole

/// A bundle's folder, as somebody names it.
struct OpenBundle: ~Copyable {
  let path: String
  let folder: FileDescriptor

  init(_ path: String) throws(CommandFailure) {
    do { folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) } catch {
      guard error.code == ENOTDIR else { throw .file(path: path, error) }
      throw .particular("\(Printable.oneLine(path)) is no app: an app is a folder, such as Ledger.app.", .failed)
    }
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
      throw .particular("\(Printable.oneLine(path)) is no app: it has no \(AppDescription.file).", .failed)
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

extension DescriptionDefect {
  var sentence: String {
    switch self {
    case .unreadable(let error): "line \(error.line): \(error.problem.sentence)"
    case .missing(let key): "there is no \(key)."
    case .notAnIdentifier(let text):
      "'\(Printable.oneLine(text))' is no identifier: it has letters, digits, hyphens, underscores and dots, such as org.example.Ledger."
    case .notAFileName(let text): "'\(Printable.oneLine(text))' is no name of a file in the bundle's folder."
    }
  }
}
