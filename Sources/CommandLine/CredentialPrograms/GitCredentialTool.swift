// SPDX-License-Identifier: Apache-2.0
package import Advice
import CredentialFormats
import CryptoPrimitives
import InstanceAccess
package import KeychainModel
package import SecretMemory
package import TerminalConsole
import WireFormat

/// `git credential-bailey`: keeps git's passwords in the keychain, by the protocol of gitcredentials(7).
package struct GitCredentialTool {
  private let console: Console
  private let credentials: StoredCredentials

  private static let usage =
    "usage: git credential-bailey get|store|erase, as credential.helper of git: git config --global credential.helper bailey"

  /// Words other than these three are of a later protocol: a helper passes over them (gitcredentials(7), "CUSTOM HELPERS").
  package static func run(_ words: [String], on console: Console) -> ExitCode {
    guard let word = words.first, words.count == 1, !word.hasPrefix("-") else {
      console.note(usage)
      return .usage
    }
    guard ["get", "store", "erase"].contains(word) else { return .done }
    return CommandRun.run(on: console) { () throws(CommandFailure) in
      try GitCredentialTool(console, try BrokerAccess.open()).carryOut(word)
    }
  }

  package init(_ console: Console, _ keychain: any KeychainService) {
    self.console = console
    credentials = StoredCredentials(keychain, service: "git credential")
  }

  func carryOut(_ word: String) throws(CommandFailure) {
    let input = try ProgramInput.read(atMost: GitCredential.largest, console)
    try input.withBytes { bytes throws(CommandFailure) in
      guard let credential = GitCredential(bytes) else {
        throw .particular("This is not what git says to a credential helper.", .failed)
      }
      switch word {
      case "store": try store(credential, bytes)
      case "erase": try erase(credential, bytes)
      default: try get(credential.subject)
      }
    }
  }

  /// The one without a path counts first. No answer is none of this helper's: git asks the next, or the person.
  private func get(_ asked: GitSubject) throws(CommandFailure) {
    let found = try subjects().filter { $0.answers(asked) }
    guard let subject = found.first(where: { $0.path == asked.path }) ?? found.first,
      let secret = try credentials.secret(of: subject.account)
    else { return }
    if let username = subject.username { console.print("username=\(username)") }
    secret.withBytes { console.print(bytes: $0) }
  }

  /// Keeps what git would say to `store`.
  package func keep(_ text: borrowing SecretBytes) throws(CommandFailure) {
    try text.withBytes { bytes throws(CommandFailure) in
      guard let credential = GitCredential(bytes) else { return }
      try store(credential, bytes)
    }
  }

  /// Stores a credential; one without user or password is ignored.
  private func store(_ credential: GitCredential, _ bytes: Span<UInt8>) throws(CommandFailure) {
    guard credential.subject.username != nil, credential.password != nil else { return }
    let size = credential.kept.reduce(0) { $0 + $1.count + 1 }
    let secret = SecretBytes(count: size) { target in
      var place = 0
      for line in credential.kept {
        for index in line {
          target[place] = bytes[index]
          place += 1
        }
        target[place] = UInt8(ascii: "\n")
        place += 1
      }
    }
    let subject = credential.subject
    try credentials.store(
      SecretData(secret), for: subject.account, label: "git: \(subject.scheme)://\(subject.host)",
      comment: subject.username ?? "")
  }

  /// A password that is named is erased, and no other that was stored since.
  private func erase(_ credential: GitCredential, _ bytes: Span<UInt8>) throws(CommandFailure) {
    for subject in try subjects() where subject.answers(credential.subject) {
      if let password = credential.password {
        guard let kept = try credentials.secret(of: subject.account), has(kept, bytes.extracting(password)) else {
          continue
        }
      }
      try credentials.erase(subject.account)
    }
  }

  private func has(_ kept: SecretData, _ password: Span<UInt8>) -> Bool {
    kept.withBytes { lines in
      // Parsed as what came in, with lines that say what it is for.
      let start = Array("protocol=x\nhost=x\n".utf8)
      let whole = SecretBytes(count: start.count + lines.count) { target in
        for index in 0..<target.count {
          target[index] = index < start.count ? start[index] : lines[index - start.count]
        }
      }
      return whole.withBytes { whole in
        guard let place = GitCredential(whole)?.password else { return false }
        return equalInConstantTime(whole.extracting(place), password)
      }
    }
  }

  private func subjects() throws(CommandFailure) -> [GitSubject] {
    try credentials.entries().compactMap { GitSubject(account: $0.account) }
  }
}
