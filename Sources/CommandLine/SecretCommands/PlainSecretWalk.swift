// SPDX-License-Identifier: Apache-2.0
import CredentialFormats
import Files
import Glibc
import SystemCalls
import WireFormat

/// Looks through a folder for secrets in plain text. Links are not followed, and other file systems are not entered: nothing outside the
/// folder is looked at, and neither is what lies on the mount.
struct PlainSecretWalk {
  struct Found: Equatable {
    /// The path below the folder.
    let path: String
    let secret: PlainSecret
  }

  /// The limits of a walk, above which it leaves out the rest, and says so.
  struct Limits {
    var entries = 1_000_000
    var depth = 32
    var found = 10_000
  }

  /// The folders that are skipped: their contents can be fetched again, and hold keys that others made for their tests.
  private static let passedOver: Set<String> = [".git", ".cache", "node_modules", "site-packages", "dist-packages"]
  private static let mark = Array("-----BEGIN ".utf8)

  private(set) var found: [Found] = []
  /// Files and folders that could not be read.
  private(set) var unreadable = 0
  /// Whether a limit was reached.
  private(set) var isCut = false
  private var entries = 0
  private let limits: Limits
  private var device: dev_t = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// - Throws: the reason why the folder itself cannot be opened.
  mutating func look(through folder: String) throws(SystemError) {
    let root = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    device = try root.status().st_dev
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    look(into: root, named: name, "", depth: 0)
  }

  private mutating func look(into folder: borrowing FileDescriptor, named: String, _ path: String, depth: Int) {
    guard depth < limits.depth else {
      isCut = true
      return
    }
    for name in names(in: folder) {
      guard entries < limits.entries, found.count < limits.found else {
        isCut = true
        return
      }
      entries += 1
      guard let status = try? folder.status(of: name) else {
        unreadable += 1
        continue
      }
      guard status.st_dev == device else { continue }
      let place = path.isEmpty ? name : "\(path)/\(name)"
      switch status.st_mode & S_IFMT {
      case S_IFDIR where !Self.passedOver.contains(name):
        guard let inner = try? folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
          unreadable += 1
          continue
        }
        look(into: inner, named: name, place, depth: depth + 1)
      case S_IFREG where status.st_size > 0: look(at: name, in: folder, named, place)
      default: continue
      }
    }
  }

  /// The names in a folder, in one order, so that two reports can be compared.
  private mutating func names(in folder: borrowing FileDescriptor) -> [String] {
    var names: [String] = []
    let most = limits.entries
    do {
      try folder.forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return names.count > most ? .stop : .proceed
      }
    } catch {
      unreadable += 1
    }
    return names.sorted()
  }

  private mutating func look(at name: String, in folder: borrowing FileDescriptor, _ folderName: String, _ path: String)
  {
    // What is no file any more when it is opened must not be waited for.
    guard let file = try? folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else {
      unreadable += 1
      return
    }
    guard CredentialFormat(name: name, folder: folderName) != nil || mayHoldKey(file, name) else { return }
    guard let contents = Self.contents(of: file) else {
      unreadable += 1
      return
    }
    let secrets = contents.withBytes { PlainSecret.find(in: $0, name: name, folder: folderName) }
    found += secrets.prefix(limits.found - found.count).map { Found(path: path, secret: $0) }
  }

  /// Whether a file of any other name may hold a key, by the few bytes with which a key begins.
  private func mayHoldKey(_ file: borrowing FileDescriptor, _ name: String) -> Bool {
    if [".pem", ".key", ".p8"].contains(where: { name.hasSuffix($0) }) { return true }
    return (try? file.read(count: Self.mark.count, at: 0)) == Self.mark
  }

  /// The beginning, in secret memory; nil where it cannot be read.
  static func contents(of file: borrowing FileDescriptor) -> WireBuffer? {
    var buffer = WireBuffer(smallest: 4096, capacity: PlainSecret.largestFile)
    while buffer.count < PlainSecret.largestFile {
      let before = buffer.count
      do {
        try buffer.extend(room: 1) { span throws(SystemError) in try file.readAvailable(into: &span) }
      } catch {
        return nil
      }
      if buffer.count == before { break }
    }
    return buffer
  }
}
