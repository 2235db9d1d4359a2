// SPDX-License-Identifier: Apache-2.0
import Advice
import Base64Coding
import BrokerClient
import CommandLineParsing
import InstanceAccess
import JSONCoding
import KeychainModel
import PasskeyItems
import PromptModel
import ProofModel
import SecretMemory
import SiteNames
import TerminalConsole

/// The owner's commands for their passkeys. Each command takes the passcode for what it does, and for nothing else.
struct OwnPasskeys {
  let console: Console

  // MARK: - Seeing

  func list(_ site: String?, includingDeleted: Bool, _ form: OutputForm) throws(CommandFailure) {
    let shown = try all().filter {
      (site == nil || $0.relyingParty == site) && (includingDeleted || $0.standing.signsIn)
    }
    switch form {
    case .json: console.print(.array(shown.map(\.json)))
    case .text:
      for passkey in shown { console.print(passkey.line) }
      if shown.isEmpty { console.print("There are no passkeys.") }
    }
  }

  func show(_ word: String, _ form: OutputForm) throws(CommandFailure) {
    let passkey = try Self.named(word, among: all())
    switch form {
    case .json: console.print(passkey.json)
    case .text: for line in passkey.lines { console.print(line) }
    }
  }

  // MARK: - New ones

  func new(isOfThisDeviceOnly: Bool?) throws(CommandFailure) {
    let chosen: PasskeyReach? = isOfThisDeviceOnly.map { $0 ? .thisDeviceOnly : .portable }
    let client = try BrokerAccess.open()
    let reach: PasskeyReach
    do { reach = try client.reachOfNewPasskeys(chosen) } catch { throw .broker(error) }
    console.print(reach == .portable ? "New passkeys may leave this device." : "New passkeys stay on this device.")
  }

  // MARK: - Changing

  func change(_ operation: PasskeyOperation, _ word: String, name: String = "") throws(CommandFailure) {
    guard name.utf8.count <= StoredPasskey.longestName else {
      throw .particular("A name has at most \(StoredPasskey.longestName) bytes.", .usage)
    }
    // One entry for the list, in which the identifier is looked up, and one for the change: a proof is for one operation.
    let passcode = try passcode()
    let (client, all) = try all(passcode)
    let passkey = try Self.named(word, among: all)
    let proof = try prove(
      .changePasskey(operation: operation.rawValue, credential: passkey.credential, name: name), passcode)
    do { try client.changePasskey(operation, credential: passkey.credential, name: name, provedAs: proof) } catch {
      throw .broker(error)
    }
    switch operation {
    case .delete:
      console.print("The passkey for \(passkey.account) at \(passkey.site) is deleted. For thirty days: ")
      console.print("bailey passkey restore \(passkey.identifier)")
    case .restore: console.print("The passkey for \(passkey.account) at \(passkey.site) signs in again.")
    case .rename:
      console.print(name.isEmpty ? "It has no name any more." : "It is called \(Printable.oneLine(name)) now.")
    }
  }

  /// The one whose identifier begins so.
  private static func named(
    _ word: String, among passkeys: [PasskeyListing]
  ) throws(CommandFailure) -> PasskeyListing {
    let found = passkeys.filter { $0.identifier.hasPrefix(word) }
    guard !word.isEmpty, let first = found.first else {
      throw .particular("There is no passkey \(Printable.oneLine(word)).\nTry: bailey passkey list --deleted", .failed)
    }
    guard found.count == 1 else {
      throw .particular("\(found.count) passkeys begin with \(Printable.oneLine(word)): write more of it.", .usage)
    }
    return first
  }

  // MARK: - The owner

  private func all() throws(CommandFailure) -> [PasskeyListing] { try all(passcode()).passkeys }

  /// All passkeys, with the connection on which further requests have to be made: this process is hidden after the
  /// first, and identified on no second one.
  private func all(
    _ passcode: SecretData?
  ) throws(CommandFailure) -> (client: BrokerClient, passkeys: [PasskeyListing]) {
    let proof = try prove(.showPasskeys, passcode)
    let client = try BrokerAccess.open()
    do { return (client, try client.allPasskeys(provedAs: proof)) } catch { throw .broker(error) }
  }

  /// The passcode, asked for before connecting: an idle connection may be closed while the person types.
  private func passcode() throws(CommandFailure) -> SecretData? {
    guard try OwnerProof.isNeeded() else { return nil }
    do { return SecretData(try PasscodeInput(console: console).read("Passcode: ")) } catch { throw .input(error) }
  }

  private func prove(_ purpose: ProofPurpose, _ passcode: SecretData?) throws(CommandFailure) -> QuestionNumber? {
    guard let passcode else { return nil }
    return try OwnerProof.prove(purpose, by: passcode.withBytes { SecretBytes(copying: $0) })
  }
}

// MARK: - As people and scripts read it

extension PasskeyListing {
  fileprivate var identifier: String { Base64URL.encode(credential) }
  fileprivate var account: String { Printable.oneLine(userName.isEmpty ? displayName : userName) }

  fileprivate var site: String {
    guard let unicode = SiteName(relyingParty).unicode else { return Printable.oneLine(relyingParty) }
    return "\(Printable.oneLine(unicode)) (\(Printable.oneLine(relyingParty)))"
  }

  fileprivate var line: String {
    let name = label.isEmpty ? "" : ", called \(Printable.oneLine(label))"
    return "\(identifier.prefix(8))  \(site)  \(account)\(name)\(standing.remark)"
  }

  fileprivate var lines: [String] {
    [
      "identifier: \(identifier)", "site: \(site)", "account: \(account)",
      label.isEmpty ? nil : "name: \(Printable.oneLine(label))",
      "leaves this device: \(reach == .portable ? "in a backup and in an export" : "never")",
      "as sites are told: \(reach == .portable ? "may be backed up (BE 1)" : "never backed up (BE 0)"), is not (BS 0)",
      "made: \(Self.date(created))",
      "signed in last: \(lastUsed == 0 ? "never" : Self.date(lastUsed))",
      blobSize == 0 ? nil : "kept for the site: \(blobSize) bytes",
      standing.remark.isEmpty ? nil : "state:\(standing.remark)",
    ].compactMap(\.self)
  }

  fileprivate static func date(_ milliseconds: UInt64) -> String {
    DateText.text(secondsSinceReferenceDate: Double(milliseconds) / 1000 - 978_307_200)
  }

  fileprivate var json: JSONValue {
    .members([
      "id": .string(identifier), "site": .string(relyingParty), "userHandle": .string(Base64URL.encode(userHandle)),
      "userName": .string(userName), "displayName": .string(displayName), "name": .string(label),
      "thisDeviceOnly": .bool(reach == .thisDeviceOnly),
      // BE and BS as sites are told them: nothing that the enclave knows of holds a second one.
      "backupEligible": .bool(reach == .portable), "backedUp": .bool(false), "created": .number(Int(clamping: created)),
      "lastUsed": lastUsed == 0 ? .null : .number(Int(clamping: lastUsed)), "largeBlob": .number(Int(blobSize)),
      "state": .string(standing.word),
    ])
  }
}

extension PasskeyStanding {
  fileprivate var remark: String {
    switch self {
    case .current: ""
    case .replaced: "  replaced, until the newer one has signed in"
    case .hidden(let time): "  hidden \(PasskeyListing.date(time)): the site does not know it"
    case .deleted(let time): "  deleted \(PasskeyListing.date(time))"
    }
  }
}
