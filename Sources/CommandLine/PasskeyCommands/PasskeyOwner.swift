// SPDX-License-Identifier: Apache-2.0
import Advice
import CredentialExchange
import InstanceAccess
import KeychainModel
import PasskeyItems
import SiteNames
import TerminalConsole

/// The passcode of whoever moves passkeys: without one, none moves.
struct PasskeyOwner {
  let console: Console

  func passcode() throws(CommandFailure) -> SecretData {
    guard try OwnerProof.isNeeded() else {
      throw .particular("Passkeys leave and come with the passcode alone.\nSet one: bailey passcode set", .failed)
    }
    do { return SecretData(try PasscodeInput(console: console).read("Passcode: ")) } catch { throw .input(error) }
  }
}

/// Names the sites, and asks.
struct PasskeyQuestion {
  let console: Console
  let confirmation: PasskeyAction.Confirmation

  func ask(_ sentence: String, _ names: [String], _ question: String) throws(CommandFailure) {
    console.note(sentence)
    console.note(names.map { "  " + $0 }.joined(separator: "\n"))
    guard confirmation == .asked else { return }
    guard console.inputIsTerminal else {
      throw .particular("Nothing was done: say --yes where nobody can be asked.", .failed)
    }
    console.writeInPlace("\(question) [y/N] ")
    guard ["y", "yes"].contains(console.readLine()?.lowercased() ?? "") else {
      throw .particular("Nothing was done.", .failed)
    }
  }
}

extension StoredPasskey {
  /// Site and account, on one line.
  var named: String { PasskeyName.text(relyingParty, userName.isEmpty ? displayName : userName) }
}

extension ExchangedPasskey {
  var named: String { PasskeyName.text(relyingParty, userName.isEmpty ? displayName : userName) }
}

private enum PasskeyName {
  static func text(_ site: String, _ account: String) -> String {
    let unicode = SiteName(site).unicode.map { " (\(Printable.oneLine($0)))" } ?? ""
    return "\(Printable.oneLine(site))\(unicode): \(Printable.oneLine(account))"
  }
}

extension LeftOutPasskey {
  var sentence: String {
    let site = relyingParty.isEmpty ? "a passkey without a site" : PasskeyName.text(relyingParty, userName)
    return switch reason {
    case .member(let name): "\(site), because of its '\(name)'"
    case .algorithm: "\(site), which has another algorithm than ES256"
    case .largeBlob: "\(site), which keeps more for its site than \(StoredPasskey.longestBlob) bytes"
    }
  }
}

extension LeftOutPasskey.Reason {
  var word: String {
    switch self {
    case .member(let name): name
    case .algorithm: "algorithm"
    case .largeBlob: "largeBlob"
    }
  }
}

extension ExchangeError {
  var sentence: String {
    switch self {
    case .malformed(let offset): "is no JSON, from byte \(offset) on."
    case .tooComplex: "is larger or deeper than an exchange of credentials is."
    case .notAnExchange: "is no exchange of credentials: it has no 'version' and 'accounts'."
    case .version(let number): "has version \(number) of the format. Version \(ExchangeDocument.version) is understood."
    }
  }
}
