// SPDX-License-Identifier: Apache-2.0
import CredentialFormats

/// Files of any names in which secrets are looked for: the first byte says which, the rest is what the file holds.
package enum CredentialFormatsTarget: FuzzTarget {
  package static let name = "CredentialFormats"

  private static let names = [
    (".netrc", ""), (".git-credentials", ""), (".npmrc", ""), (".pypirc", ""), ("config.json", ".docker"),
    ("credentials", ".aws"), ("config", ".kube"), (".env", ""), (".pgpass", ""), ("id_rsa", ".ssh"), ("server.key", ""),
    (".bash_history", ""), ("fish_history", ""),
  ]

  package static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let (name, folder) = names[Int(first) % names.count]
    let file = Array(bytes.dropFirst())
    let found = PlainSecret.find(in: file.span, name: name, folder: folder)
    precondition(found.count <= PlainSecret.mostInOneFile)
    let lines = 1 + file.count { $0 == UInt8(ascii: "\n") }
    precondition(found.allSatisfy { (1...lines).contains($0.line) }, "a finding is on a line that there is")
    precondition(found.map(\.line) == found.map(\.line).sorted(), "findings are in order")
    if let object = JSONOutline(of: 0..<file.count, in: file.span) {
      for member in object.members {
        precondition(object.range.contains(member.all.lowerBound) && member.all.upperBound < object.range.upperBound)
      }
    }
  }
}
