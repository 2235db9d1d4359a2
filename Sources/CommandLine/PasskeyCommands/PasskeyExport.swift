// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import CredentialExchange
import Clocks
import Deflate
import Files
import InstanceAccess
import JSONCoding
import KeychainModel
import PasskeyItems
import PasskeyKeys
import SecretMemory
import SystemCalls
import TerminalConsole
import WireFormat

/// Writes passkeys to a file of the Credential Exchange Format. The enclave seals each for this command alone; from there to
/// the file, scalars and seeds are in secret memory.
struct PasskeyExport {
  let console: Console
  let confirmation: PasskeyAction.Confirmation

  func write(_ path: String, of site: String?, _ form: OutputForm) throws(CommandFailure) {
    let file = try writing(path) { () throws(SystemError) in try NewFile(path, leaving: .none) }
    let passcode = try PasskeyOwner(console: console).passcode()
    let stored = try PasskeyMover.stored(BrokerAccess.open(), by: passcode)
    let signingIn = StandingPasskey.all(stored).filter {
      $0.standing.signsIn && (site == nil || $0.passkey.relyingParty == site)
    }.map(\.passkey)
    let passkeys = signingIn.filter { $0.key.portability == .portable }
    let leftOut = signingIn.filter { $0.key.portability != .portable }
    guard !passkeys.isEmpty else {
      for passkey in leftOut { console.note("Never leaves this device: \(passkey.named)") }
      throw .particular("There are no passkeys that could be written out.", .failed)
    }
    try PasskeyQuestion(console: console, confirmation: confirmation).ask(
      "Whoever reads \(Printable.oneLine(path)) signs in as you, with these passkeys:", passkeys.map(\.named),
      "Write them out?")
    try write(passkeys, to: file, path, passcode)
    report(passkeys, leftOut, path, form)
  }

  private func write(
    _ passkeys: [StoredPasskey], to file: NewFile, _ path: String, _ passcode: SecretData
  ) throws(CommandFailure) {
    let transfer = PasskeyTransferKey.random()
    let mover = try PasskeyMover(.out, transfer, by: passcode.withBytes { SecretBytes(copying: $0) })
    var writer = ExchangeWriter()
    let head = writer.head(at: UInt64(clamping: WallClock.seconds))
    try writing(path) { () throws(SystemError) in try file.append(head) }
    for passkey in passkeys {
      let sealed = try mover.takeOut(passkey.key)
      // It is written as what it is, whatever was stored beside it.
      guard passkey.isConsistent, sealed.publicKey == passkey.key.publicKey, let parts = try? transfer.open(sealed)
      else {
        throw .particular("The passkey for \(passkey.named) does not open.", .failed)
      }
      let exchanged = ExchangedPasskey(passkey, parts: parts)
      let deflated = passkey.largeBlob.isEmpty ? nil : Deflate.compress(passkey.largeBlob)
      guard let item = try? writer.item(exchanged, deflated: deflated) else {
        throw .particular("The passkey for \(passkey.named) does not open.", .failed)
      }
      try writing(path) { () throws(SystemError) in
        try item.withBytes { (bytes) throws(SystemError) in try file.append(bytes) }
      }
    }
    let tail = writer.tail
    try writing(path) { () throws(SystemError) in
      try file.append(tail)
      try file.finish()
    }
  }

  private func report(_ passkeys: [StoredPasskey], _ leftOut: [StoredPasskey], _ path: String, _ form: OutputForm) {
    switch form {
    case .json:
      console.print(
        .members([
          "file": .string(path), "passkeys": .number(passkeys.count),
          "leftOut": .array(
            leftOut.map {
              .members([
                "site": .string($0.relyingParty), "userName": .string($0.userName),
                "reason": .string("thisDeviceOnly"),
              ])
            }),
        ]))
    case .text:
      console.print("\(passkeys.count) passkeys are in \(Printable.oneLine(path)), which is not encrypted.")
      for passkey in leftOut { console.print("Left out, because it never leaves this device: \(passkey.named)") }
    }
  }

  private func writing<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .file(path: path, error) }
  }
}

extension ExchangedPasskey {
  fileprivate convenience init(_ passkey: StoredPasskey, parts: consuming SecretBytes) {
    self.init(
      credential: passkey.credential, relyingParty: passkey.relyingParty, userHandle: passkey.userHandle,
      userName: passkey.userName, displayName: passkey.displayName,
      title: passkey.label.isEmpty ? passkey.relyingParty : passkey.label, created: passkey.created / 1000,
      publicKey: passkey.key.publicKey, parts: parts, largeBlob: passkey.largeBlob)
  }
}
