// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The names of keychains on command lines and in outputs.
package struct KeychainPaths: Sendable {
  /// The name of the keychain under the lock state.
  var device: String
  /// The folder of the file-based ones.
  var folder: String
  var userHome: String?
  var currentDirectory: String
  /// Whether macOS's rules are followed, by which the login keychain is the file-based one.
  package var followsMacOS: Bool

  package init(
    device: String, folder: String, userHome: String?, currentDirectory: String, followsMacOS: Bool = false
  ) {
    self.device = device
    self.folder = folder
    self.userHome = userHome
    self.currentDirectory = currentDirectory
    self.followsMacOS = followsMacOS
  }

  /// The keychain that a program uses without naming one.
  package var login: KeychainKind { followsMacOS ? .named(.login) : .dataProtection }

  /// The keychain that a word names; nil for a word that is no valid name.
  package func kind(_ word: String) -> KeychainKind? {
    if word == device { return .dataProtection }
    let isPath = word.contains("/")
    guard let name = KeychainName(isPath ? absolute(word) : word) else { return nil }
    if name.text == folder + "/" + KeychainName.login.text { return .named(.login) }
    let folders = [folder + "/keychains/"] + (userHome.map { [$0 + "/Library/Keychains/"] } ?? [])
    let prefix = folders.first { name.text.hasPrefix($0) }
    let rest = String(name.text.dropFirst(prefix?.count ?? 0))
    let short = rest.contains("/") ? name : KeychainName(rest) ?? name
    return short == .login ? login : .named(short)
  }

  package func path(_ kind: KeychainKind) -> String {
    switch kind {
    case .dataProtection, .file: device
    case .named(.login): "\(folder)/\(KeychainName.login.text)\(KeychainName.ending)"
    case .named(let name):
      (name.text.hasPrefix("/") ? name.text : "\(folder)/keychains/\(name.text)") + KeychainName.ending
    }
  }

  /// An absolute path without `.`, `..` and empty parts. Links are not followed: there are no files of these names.
  private func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : currentDirectory + "/" + path).split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
