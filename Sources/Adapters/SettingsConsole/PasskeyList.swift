// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import JSONCoding
import PasskeyItems
import PromptModel
import ProofModel
import SecretMemory
import SiteNames
import WebServer

/// The passkeys as their page lists them, by site and account.
struct PasskeyList {
  private let passkeys: [PasskeyListing]
  /// How often pages had changed passkeys when this was asked for.
  private let changes: Int

  init(_ passkeys: [PasskeyListing], changes: Int) {
    self.passkeys = passkeys.sorted { ($0.relyingParty, $0.userName) < ($1.relyingParty, $1.userName) }
    self.changes = changes
  }

  var json: JSONValue {
    .members(["changes": .number(changes), "passkeys": .array(passkeys.map(\.json))])
  }
}

/// What the owner changes of one passkey: the lines of a request are the operation and the credential, the name, the passcode.
struct PasskeyChange {
  let operation: PasskeyOperation
  let credential: [UInt8]
  /// Counts where it is renamed.
  let name: String

  init(_ request: WebRequest) throws(ConsoleFailure) {
    let words = request.word(0)?.split(separator: " ", maxSplits: 1) ?? []
    guard words.count == 2, let operation = Self.operations[String(words[0])],
      let credential = [UInt8](hexadecimal: words[1]), !credential.isEmpty,
      credential.count <= StoredPasskey.longestCredential,
      let name = request.word(1), name.utf8.count <= StoredPasskey.longestName, operation == .rename || name.isEmpty
    else { throw .badRequest }
    (self.operation, self.credential, self.name) = (operation, credential, name)
  }

  private static let operations: [String: PasskeyOperation] = [
    "delete": .delete, "restore": .restore, "rename": .rename,
  ]

  var purpose: ProofPurpose { .changePasskey(operation: operation.rawValue, credential: credential, name: name) }
}

extension InstanceWatcher {
  func passkeys(_ passcode: consuming SecretBytes?) throws(ConsoleFailure) -> JSONValue {
    let proof = try ownersProof(.showPasskeys, by: passcode)
    let changes = state.shown.passkeys
    do { return PasskeyList(try broker.allPasskeys(provedAs: proof), changes: changes).json } catch {
      throw .broker(error)
    }
  }

  /// Answers with all of them as they are then. A proof is for one operation: the passcode is given for the change, and for the list.
  func change(
    _ change: PasskeyChange, _ passcode: consuming SecretBytes?, again: consuming SecretBytes?
  ) throws(ConsoleFailure) -> JSONValue {
    let proof = try ownersProof(change.purpose, by: passcode)
    do throws(BrokerClientError) {
      try broker.changePasskey(change.operation, credential: change.credential, name: change.name, provedAs: proof)
    } catch {
      throw .broker(error)
    }
    state.change { $0.passkeys += 1 }
    return try passkeys(again)
  }
}

extension PasskeyListing {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name, value)) }
    func add(_ name: String, secondsOf milliseconds: UInt64) {
      add(name, milliseconds == 0 ? .null : .number(Int(clamping: milliseconds / 1000)))
    }
    let unicode = SiteName(relyingParty).unicode
    add("credential", .string(credential.hexadecimal))
    add("site", .string(VisibleWord.end(of: relyingParty)))
    add("unicode", unicode.map { .string(VisibleWord.end(of: $0)) } ?? .null)
    add("account", .string(VisibleWord.quotable(userName.isEmpty ? displayName : userName)))
    add("label", .string(VisibleWord.line(label)))
    add("reach", .string(reach == .portable ? "portable" : "thisDeviceOnly"))
    add("created", secondsOf: created)
    add("lastUsed", secondsOf: lastUsed)
    add("blobSize", .number(Int(blobSize)))
    add("state", .string(standing.word))
    if case .deleted(let time) = standing { add("goneAt", secondsOf: time &+ StoredPasskey.keptAfterDeletion) }
    return .object(members)
  }
}
