// SPDX-License-Identifier: Apache-2.0
import Advice
import Clocks
import CommandLineParsing
import CredentialExchange
import CryptoPrimitives
import Deflate
import InstanceAccess
import JSONCoding
import KeychainModel
import PasskeyItems
import PasskeyKeys
import SecretMemory
import TerminalConsole
import WireFormat

/// Takes passkeys from a file of the Credential Exchange Format. From the file to the enclave, scalars and seeds are in secret
/// memory; what `baileyd` stores is sealed by the enclave.
struct PasskeyImport {
  let console: Console
  let confirmation: PasskeyAction.Confirmation

  func read(_ path: String, _ form: OutputForm) throws(CommandFailure) {
    let document = try document(path)
    guard !document.passkeys.isEmpty else {
      report(document, KeptPasskeys(), form)
      throw .particular("There is no passkey in \(Printable.oneLine(path)) that could be taken.", .failed)
    }
    try PasskeyQuestion(console: console, confirmation: confirmation).ask(
      "\(Printable.oneLine(path)) has passkeys for these sites and accounts:", document.passkeys.map(\.named),
      "Take them?")
    let passcode = try PasskeyOwner(console: console).passcode()
    let transfer = PasskeyTransferKey.random()
    let mover = try PasskeyMover(.into, transfer, by: passcode.withBytes { SecretBytes(copying: $0) })
    var stored: [StoredPasskey] = []
    let now = UInt64(clamping: WallClock.milliseconds)
    // In the order in which they were made, so that an account's newest stays its newest.
    let ordered = document.passkeys.enumerated().sorted {
      ($0.element.created ?? 0, $0.offset) < ($1.element.created ?? 0, $1.offset)
    }
    for (rank, passkey) in ordered.map(\.element).enumerated() {
      stored.append(try passkey.stored(with: transfer, by: mover, restored: now + UInt64(rank), at: now))
    }
    let kept = try PasskeyMover.keep(stored, BrokerAccess.open(), by: passcode)
    report(document, kept, form)
  }

  private func document(_ path: String) throws(CommandFailure) -> ExchangeDocument {
    let text = try InputFile.secret(of: path, atMost: ExchangeDocument.largest)
    do throws(ExchangeError) {
      return try text.withBytes { (text) throws(ExchangeError) in
        try ExchangeDocument(text) { Deflate.decompress($0, to: $1) }
      }
    } catch {
      throw .particular("\(Printable.oneLine(path)) \(error.sentence)", .failed)
    }
  }

  private func report(_ document: ExchangeDocument, _ kept: KeptPasskeys, _ form: OutputForm) {
    switch form {
    case .json:
      console.print(
        .members([
          "added": .number(kept.added), "there": .number(kept.there), "others": .number(document.others),
          "leftOut": .array(
            document.leftOut.map {
              .members([
                "site": .string($0.relyingParty), "userName": .string($0.userName), "reason": .string($0.reason.word),
              ])
            }),
        ]))
    case .text:
      console.print("\(kept.added) passkeys were added; \(kept.there) were there already.")
      for passkey in document.leftOut { console.print("Left out: \(passkey.sentence)") }
      if document.others > 0 { console.print("\(document.others) entries are no passkeys, and were passed over.") }
    }
  }
}

extension ExchangedPasskey {
  fileprivate func stored(
    with transfer: PasskeyTransferKey, by mover: PasskeyMover, restored: UInt64, at now: UInt64
  ) throws(CommandFailure) -> StoredPasskey {
    let handle = userHandle
    let (party, user) = (SHA256.hash(Array(relyingParty.utf8).span), SHA256.hash(handle.span))
    let sealed = try? transfer.seal(
      parts, relyingPartyHash: party, userHash: user, publicKey: publicKey)
    guard let sealed else { throw .particular("The passkey for \(named) cannot be read.", .failed) }
    let key = try mover.bringIn(sealed)
    let time = created.flatMap { $0.multipliedReportingOverflow(by: 1000).overflow ? nil : $0 * 1000 } ?? now
    let passkey = StoredPasskey(
      credential: credential, relyingParty: relyingParty, userHandle: userHandle, userName: userName,
      displayName: displayName, key: key, created: min(time, now))
    guard var passkey else { throw .particular("The passkey for \(named) cannot be read.", .failed) }
    passkey.label = title == relyingParty ? "" : title
    passkey.restored = restored
    passkey.largeBlob = largeBlob
    return passkey
  }
}
