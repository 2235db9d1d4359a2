// SPDX-License-Identifier: Apache-2.0
import AppModel
import CryptoPrimitives
import Files
import Glibc
import OwnProcess
package import SystemCalls

/// The entries of this instance's apps in the menus of the desktop (the freedesktop.org Desktop Entry Specification).
///
/// An identifier is chosen by the app, and may be another program's: entries have names that begin with a word of ours, and
/// hold a key of ours. A file that lacks the key is another's, and is neither replaced nor removed; nor is one that starts the app of
/// another instance, which may have an app of the same identifier.
package struct MenuEntries {
  /// The folder of the menu entries.
  package let folder: String
  /// The option that chooses the instance, in front of the program.
  package let instance: String

  private static let (beginning, ending, key) = ("bailey-", ".desktop", "X-Bailey-App=")
  private static let largest = 64 << 10

  /// Finds the desktop's folder of menu entries; nil where there is none.
  package init?() {
    if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") {
      folder = data + "/applications"
    } else if let home = Environment.homeDirectory {
      folder = home + "/.local/share/applications"
    } else {
      return nil
    }
    instance = Environment.value("BAILEY_HOME").map { "env \(Self.quoted("BAILEY_HOME=" + $0)) " } ?? ""
  }

  /// The key that tells our entries from all others.
  package func mark(of identifier: String) -> String { Self.key + identifier }

  /// The name for an app's entry: one that is free or this instance's. Nil where both are others'.
  package func name(for identifier: String, in folder: borrowing FileDescriptor) -> String? {
    for name in names(of: identifier) {
      switch owner(of: name, of: identifier, in: folder) {
      case .nobody, .thisInstance: return name
      // What is no entry of ours is not ours to name around.
      case .another: return nil
      case .anotherInstance: continue
      }
    }
    return nil
  }

  /// Removes the entry of an app, which may have none.
  package func remove(_ identifier: String) {
    guard AppDescription.isIdentifier(identifier), let folder = try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    else { return }
    for name in names(of: identifier) where owner(of: name, of: identifier, in: folder) == .thisInstance {
      // May fail: then an entry is left that starts nothing.
      try? folder.unlink(name)
    }
  }

  /// Removes the entries of every app of this instance.
  package func removeAll() {
    guard let folder = try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY) else { return }
    var names: [String] = []
    // May fail, as above.
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(Self.beginning), name.hasSuffix(Self.ending) { names.append(name) }
      return .proceed
    }
    for name in names where owner(of: name, of: nil, in: folder) == .thisInstance { try? folder.unlink(name) }
  }

  /// The names that an entry may have, in order: the second is for where another instance has the first.
  private func names(of identifier: String) -> [String] {
    let digest = Hexadecimal.text(Array(SHA256.hash(Array(instance.utf8).span).prefix(4)))
    return ["", "-" + digest].map { Self.beginning + identifier + $0 + Self.ending }
  }

  private enum Owner { case nobody, thisInstance, anotherInstance, another }

  /// The owner of the menu entry with this name; `nil` stands for every app.
  private func owner(of name: String, of identifier: String?, in folder: borrowing FileDescriptor) -> Owner {
    let text: [UInt8]
    do throws(SystemError) {
      text = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).readToEnd(atMost: Self.largest)
    } catch {
      return error.code == ENOENT ? .nobody : .another
    }
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let isEntry = lines.contains { line in
      identifier.map { line.elementsEqual(mark(of: $0).utf8) } ?? line.starts(with: Self.key.utf8)
    }
    guard isEntry else { return .another }
    return lines.contains { $0.starts(with: "Exec=\(instance)\"".utf8) } ? .thisInstance : .anotherInstance
  }

  // MARK: - Values

  /// A name is chosen by the app: a line end in it would begin another key.
  package static func value(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 || $0 == "\\" ? " " : Character($0) })
  }

  /// An argument quoted as the specification of desktop entries has it; a percent sign is doubled.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for character in value(text) {
      switch character {
      case "\"", "`", "$": result += "\\\\\(character)"
      case "%": result += "%%"
      default: result.append(character)
      }
    }
    return result + "\""
  }
}
