// SPDX-License-Identifier: Apache-2.0

/// A form in which programs keep secrets in plain text. The words are those of reports: they never change.
package enum CredentialFormat: String, Sendable, CaseIterable {
  case netrc
  case gitCredentials = "git-credentials"
  case npmrc
  case pypirc
  case dockerConfiguration = "docker-config"
  case awsCredentials = "aws-credentials"
  case kubeConfiguration = "kube-config"
  case environmentFile = "env"
  case pgpass
  case sshKey = "ssh-key"
  case pemKey = "pem-key"
  case shellHistory = "shell-history"

  /// The description of a file of this form, for people.
  package var title: String {
    switch self {
    case .netrc: "netrc, for curl, ftp and others"
    case .gitCredentials: "git's credential store"
    case .npmrc: "npm's configuration"
    case .pypirc: "PyPI's configuration"
    case .dockerConfiguration: "docker's configuration"
    case .awsCredentials: "AWS credentials"
    case .kubeConfiguration: "a Kubernetes configuration"
    case .environmentFile: "an environment file"
    case .pgpass: "PostgreSQL's password file"
    case .sshKey: "an ssh key without a passphrase"
    case .pemKey: "a private key without a passphrase"
    case .shellHistory: "a shell's history"
    }
  }
}

// MARK: - By name

extension CredentialFormat {
  private static let names: [String: CredentialFormat] = [
    ".netrc": .netrc, "_netrc": .netrc, "netrc": .netrc, ".git-credentials": .gitCredentials, ".npmrc": .npmrc,
    ".pypirc": .pypirc, ".pgpass": .pgpass, "pgpass.conf": .pgpass, ".dockercfg": .dockerConfiguration,
    ".bash_history": .shellHistory, ".zsh_history": .shellHistory, ".zhistory": .shellHistory,
    ".histfile": .shellHistory, ".ash_history": .shellHistory, ".ksh_history": .shellHistory,
    ".sh_history": .shellHistory, "fish_history": .shellHistory, ".history": .shellHistory,
  ]
  private static let namesInFolders: [String: CredentialFormat] = [
    ".docker/config.json": .dockerConfiguration, ".aws/credentials": .awsCredentials, ".aws/config": .awsCredentials,
    ".kube/config": .kubeConfiguration, "git/credentials": .gitCredentials,
    "containers/auth.json": .dockerConfiguration,
  ]
  /// Environment files that are there to be copied and filled in.
  private static let templates = ["example", "sample", "template", "dist", "tmpl", "defaults"]

  /// The form that a file's name announces; nil where only a key can be looked for.
  ///
  /// - Parameters:
  ///   - name: the file's own name.
  ///   - folder: that of the folder it lies in; empty where it is not known.
  package init?(name: String, folder: String) {
    if let format = Self.namesInFolders["\(folder)/\(name)"] ?? Self.names[name] {
      self = format
    } else if name == ".env" || name.hasPrefix(".env."), !Self.templates.contains(where: { name.hasSuffix(".\($0)") }) {
      self = .environmentFile
    } else {
      return nil
    }
  }
}
