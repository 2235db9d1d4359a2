// SPDX-License-Identifier: Apache-2.0
import CredentialFormats

/// The way in which a file with secrets in plain text is adopted.
enum AdoptableFile: Equatable {
  /// The file moves to the protected files, and a symbolic link takes its place.
  case linked
  /// The passwords of the file become items of the keychain, by which git finds them.
  case git
  /// The passwords of the file become items of the keychain, by which docker finds them.
  case docker
  /// The file is left: nobody can adopt it for the person.
  case left(String)

  /// The files that their programs read through a link.
  private static let linkedFiles: Set<String> = [
    ".netrc", "_netrc", ".pgpass", ".npmrc", ".pypirc", ".aws/credentials", ".aws/config", ".kube/config",
  ]
  private static let gitFiles: Set<String> = [".git-credentials", ".config/git/credentials"]
  static let dockerFile = ".docker/config.json"

  /// - Parameters:
  ///   - path: the file's, below the home.
  ///   - format: what was found in it.
  init(_ path: String, _ format: CredentialFormat) {
    if Self.linkedFiles.contains(path) {
      self = .linked
    } else if Self.gitFiles.contains(path) {
      self = .git
    } else if path == Self.dockerFile {
      self = .docker
    } else if path.hasPrefix(".ssh/"), format == .sshKey || format == .pemKey {
      self = .linked
    } else {
      self = .left(Self.advice(for: format))
    }
  }

  private static func advice(for format: CredentialFormat) -> String {
    switch format {
    case .shellHistory: "remove the line, and change the secret"
    case .environmentFile: "a project's own: take the secret where it runs, from 'bailey keychain find --secret-only'"
    case .sshKey, .pemKey: "give it a passphrase, or move it to the protected files"
    default: "not where its program looks first: move it to the protected files"
    }
  }
}
