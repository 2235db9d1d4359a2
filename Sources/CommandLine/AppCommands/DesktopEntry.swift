// SPDX-License-Identifier: Apache-2.0
import AppModel
import CommandExecution
import Files
import Glibc
import OwnProcess
import SystemCalls
import TerminalConsole

/// An app's entry in the menus of the desktop (the freedesktop.org Desktop Entry Specification).
///
/// An identifier is the app's own word, and may be another program's: entries have names that begin with a word of ours, and
/// hold a key of ours. A file that lacks the key is another's, and is neither replaced nor removed.
enum DesktopEntry {
  private static var folder: String? {
    if let data = Environment.value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/applications" }
    return Environment.homeDirectory.map { $0 + "/.local/share/applications" }
  }

  /// The path of the entry.
  static func write(_ app: InstalledApp, store: String) throws(CommandFailure) -> String {
    guard let folder else { throw .noHomeDirectory }
    let name = file(of: app.identifier)
    let path = "\(folder)/\(name)"
    do throws(SystemError) {
      let program = try Environment.executablePath()
      let home = Environment.value("BAILEY_HOME").map { "env \(quoted("BAILEY_HOME=" + $0)) " } ?? ""
      let text = """
        [Desktop Entry]
        Type=Application
        Name=\(value(app.description.name))\(names(of: app, in: store))
        Exec=\(home)\(quoted(program)) run \(app.identifier)
        Terminal=false
        \(mark(of: app.identifier))

        """
      try FileDescriptor.makeFolders(folder, mode: 0o755)
      let entries = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      guard isFree(name, for: app.identifier, in: entries) else { throw SystemError(.open, code: EEXIST) }
      let file = try UnfinishedFile(in: entries, ".bailey-desktop-")
      try file.file.write(Array(text.utf8).span)
      try file.rename(to: name, in: entries)
    } catch {
      guard error.code != EEXIST else {
        throw .particular(
          "\(path) is not Bailey's, and stays as it is.\nTry: move it away, then the command again", .failed)
      }
      throw .file(path: path, error)
    }
    return path
  }

  /// `Name[it]=…`, for each language that the bundle has a name in. One that cannot be read has none.
  private static func names(of app: InstalledApp, in store: String) -> String {
    let path = "\(store)/\(app.folder)"
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      let names = try? LocalizedTexts(of: folder, at: path).names
    else { return "" }
    return names.sorted { $0.key < $1.key }.compactMap { language, name in
      let locale = String(language.map { $0 == "-" ? "_" : $0 })
      guard locale.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { return nil }
      return "\nName[\(locale)]=\(value(name))"
    }.joined()
  }

  /// There may be none.
  static func remove(_ identifier: String) {
    guard AppDescription.isIdentifier(identifier), let folder,
      let entries = try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    else { return }
    let name = file(of: identifier)
    if isFree(name, for: identifier, in: entries) { try? entries.unlink(name) }
  }

  private static func file(of identifier: String) -> String { "bailey-\(identifier).desktop" }

  /// The key that tells our entries from all others.
  private static func mark(of identifier: String) -> String { "X-Bailey-App=\(identifier)" }

  /// Whether there is no such file, or it is ours.
  private static func isFree(
    _ name: String, for identifier: String, in folder: borrowing FileDescriptor
  ) -> Bool {
    do throws(SystemError) {
      let text = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).readToEnd(atMost: 64 << 10)
      return text.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(mark(of: identifier).utf8) }
    } catch {
      return error.code == ENOENT
    }
  }

  /// A name is the app's own word: a line end in it would begin another key.
  private static func value(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 || $0 == "\\" ? " " : Character($0) })
  }

  /// As the specification quotes arguments; a percent sign stands for itself when it is doubled.
  private static func quoted(_ text: String) -> String {
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
