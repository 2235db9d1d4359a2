// SPDX-License-Identifier: Apache-2.0
import Glibc
import OwnProcess
import SystemCalls

/// The paths of the person's own folders, as their desktop names them.
package struct PersonalFolders: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case desktop = "Desktop"
    case documents = "Documents"
    case downloads = "Downloads"

    /// The variable in `user-dirs.dirs` that names this folder.
    fileprivate var variable: String {
      switch self {
      case .desktop: "XDG_DESKTOP_DIR"
      case .documents: "XDG_DOCUMENTS_DIR"
      case .downloads: "XDG_DOWNLOAD_DIR"
      }
    }
  }

  private var paths: [Kind: String] = [:]

  /// The path of a folder by its kind; nil where there is none.
  package subscript(_ kind: Kind) -> String? { paths[kind] }

  /// The folders of the person's settings; a folder that they do not name has its usual name.
  package static var current: PersonalFolders {
    guard let home = Environment.homeDirectory else { return PersonalFolders(settings: "", home: "") }
    let settings = (Environment.value("XDG_CONFIG_HOME") ?? home + "/.config") + "/user-dirs.dirs"
    let bytes = (try? FileDescriptor.open(settings, O_RDONLY).readToEnd(atMost: longestSettings)) ?? []
    return PersonalFolders(settings: String(decoding: bytes, as: UTF8.self), home: home)
  }

  private static let longestSettings = 1 << 16

  /// `settings` as xdg-user-dirs writes them: a variable and a quoted path a line, which begins with `$HOME/` or `/`. The home
  /// folder itself stands for no folder.
  package init(settings: String, home: String) {
    guard home.hasPrefix("/") else { return }
    for kind in Kind.allCases { paths[kind] = "\(home)/\(kind.rawValue)" }
    for line in settings.split(separator: "\n") {
      let parts = line.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let kind = Kind.allCases.first(where: { $0.variable == parts[0] }),
        let path = Self.path(String(parts[1]), home)
      else { continue }
      paths[kind] = path == home ? nil : path
    }
  }

  private static func path(_ quoted: String, _ home: String) -> String? {
    var rest = Substring(quoted)
    while rest.last == " " || rest.last == "\r" { rest.removeLast() }
    guard rest.count >= 2, rest.first == "\"", rest.last == "\"" else { return nil }
    var text = ""
    var isEscaped = false
    for character in rest.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      text.append(character)
    }
    while text.count > 1, text.last == "/" { text.removeLast() }
    if text == "$HOME" { return home }
    if text.hasPrefix("$HOME/") { return home + text.dropFirst(5) }
    return text.hasPrefix("/") ? text : nil
  }
}
