// SPDX-License-Identifier: Apache-2.0

/// A secret that lies in plain text. There is no room in it for the secret, nor for anything else that the file says.
package struct PlainSecret: Sendable, Equatable {
  package let format: CredentialFormat
  package let kind: Kind
  /// Counted from 1.
  package let line: Int

  /// The words are those of reports.
  package enum Kind: String, Sendable { case password, token, privateKey = "private key" }

  package init(_ kind: Kind, _ format: CredentialFormat, line: Int) {
    (self.kind, self.format, self.line) = (kind, format, line)
  }
}

extension PlainSecret {
  /// The maximum number of bytes of a file that are examined: none of these forms is larger in use, but for a history,
  /// of which this is the beginning.
  package static let largestFile = 1 << 20
  /// How many are told of one file.
  package static let mostInOneFile = 100

  /// The secrets of a file, in the order of their lines. Any bytes at all give an answer, in time that grows with their number.
  ///
  /// Precision comes first: what has not the whole shape of its form, or a value that only stands for one, is not told.
  ///
  /// - Parameters:
  ///   - bytes: what the file holds, `largestFile` bytes at the most.
  ///   - name: the file's own name.
  ///   - folder: the name of the folder it lies in.
  /// - Returns: `mostInOneFile` of them at the most.
  package static func find(in bytes: Span<UInt8>, name: String, folder: String) -> [PlainSecret] {
    let bytes = bytes.extracting(first: largestFile)
    guard let format = CredentialFormat(name: name, folder: folder) else {
      return KeyFileForm.find(in: bytes, isOfSSH: folder == ".ssh")
    }
    let found =
      switch format {
      case .netrc: Netrc.find(in: bytes)
      case .gitCredentials: GitCredentials.find(in: bytes)
      case .npmrc: Settings.npm.find(in: bytes)
      case .pypirc: Settings.pypi.find(in: bytes)
      case .awsCredentials: Settings.aws.find(in: bytes)
      case .kubeConfiguration: KubeConfiguration.find(in: bytes)
      case .dockerConfiguration: DockerConfiguration.find(in: bytes)
      case .environmentFile: EnvironmentFile.find(in: bytes)
      case .pgpass: Pgpass.find(in: bytes)
      case .shellHistory: ShellHistory.find(in: bytes)
      case .sshKey, .pemKey: [PlainSecret]()
      }
    return Array(found.prefix(mostInOneFile))
  }
}
