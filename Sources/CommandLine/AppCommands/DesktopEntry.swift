// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import Files
import Glibc
import MenuEntries
import OwnProcess
import SystemCalls
import TerminalConsole

/// Writes an app's entry in the menus of the desktop: see `MenuEntries`.
enum DesktopEntry {
  /// The path of the entry.
  static func write(_ app: InstalledApp, store: String) throws(CommandFailure) -> String {
    guard let entries = MenuEntries() else { throw .noHomeDirectory }
    do throws(SystemError) {
      let program = try RuntimeProgram.path()
      let text = """
        [Desktop Entry]
        Type=Application
        Name=\(MenuEntries.value(app.description.name))\(names(of: app, in: store))
        Exec=\(entries.instance)\(MenuEntries.quoted(program)) \(app.identifier)
        Terminal=false
        \(entries.mark(of: app.identifier))

        """
      try FileDescriptor.makeFolders(entries.folder, mode: 0o755)
      let folder = try FileDescriptor.open(entries.folder, O_RDONLY | O_DIRECTORY)
      guard let name = entries.name(for: app.identifier, in: folder) else { throw SystemError(.open, code: EEXIST) }
      let file = try UnfinishedFile(in: folder, ".bailey-desktop-")
      try file.file.write(Array(text.utf8).span)
      try file.rename(to: name, in: folder)
      return "\(entries.folder)/\(name)"
    } catch {
      guard error.code != EEXIST else {
        throw .particular(
          "The entry of \(app.identifier) in \(entries.folder) is not Bailey's, and stays as it is.\n"
            + "Try: move it away, then the command again", .failed)
      }
      throw .file(path: entries.folder, error)
    }
  }

  /// `Name[it]=…`, for each language that the bundle has a name in. One that cannot be read has none.
  private static func names(of app: InstalledApp, in store: String) -> String {
    let path = "\(store)/\(app.folder)"
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      let names = try? LocalizedNames(of: folder, at: path).names
    else { return "" }
    return names.sorted { $0.key < $1.key }.compactMap { language, name in
      let locale = String(language.map { $0 == "-" ? "_" : $0 })
      guard locale.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { return nil }
      return "\nName[\(locale)]=\(MenuEntries.value(name))"
    }.joined()
  }
}
