// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import BrokerMessages
import CommandLineParsing
import CryptoPrimitives
import Files
import InstanceAccess
import JSONCoding
import KeychainBackup
import KeychainModel
import PasskeyItems
import ProofModel
import SecretMemory
import SystemCalls
import TerminalConsole

/// Carries out `bailey keychain backup` and `restore`. Secrets do not pass through it: `baileyd` seals and opens them.
///
/// Passcode and passphrase are asked for before connecting. A connection that waits for the person to type may be closed
/// meanwhile, and `baileyd` cannot identify this process on a second one: it is hidden after the first.
struct BackupTool {
  private let console: Console
  private let words: BackupWords
  private let scope: BackupScope

  init(_ console: Console, _ words: BackupWords) {
    self.console = console
    self.words = words
    scope = words.scope == .own ? .own : .everything
  }

  // MARK: - The owner

  /// The items of all programs are for the owner alone, who shows it with the passcode.
  private func passcode() throws(CommandFailure) -> SecretData? {
    guard scope == .everything, try OwnerProof.isNeeded() else { return nil }
    do { return SecretData(try PasscodeInput(console: console).read("Passcode: ")) } catch { throw .input(error) }
  }

  private func connect(
    _ passcode: SecretData?, _ use: BackupUse, _ key: BackupKey
  ) throws(CommandFailure) -> BrokerClient {
    guard let passcode else { return try BrokerAccess.open() }
    let number = try OwnerProof.prove(.backup(use, key), by: passcode.withBytes { SecretBytes(copying: $0) })
    let client = try BrokerAccess.open()
    do { try client.permitBackup(use, key, provedAs: number) } catch { throw .broker(error) }
    return client
  }

  // MARK: - Backup

  func backup() throws(CommandFailure) {
    let path = words.file
    let file = try writing { () throws(SystemError) in try NewFile(path) }
    let passcode = try passcode()
    let made: (head: BackupHead, key: BackupKey)
    do {
      made = try BackupHead.make(try PassphraseInput(console, words.source).readNew())
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw .crypto
    }
    try writing { () throws(SystemError) in try file.append(made.head.bytes) }
    let client = try connect(passcode, .write, made.key)
    let passkeys =
      scope == .own
      ? BackupPasskeys.Written() : try BackupPasskeys(client: client, key: made.key, passcode: passcode).records()
    let listing = scope == .own ? KeychainListing([]) : try keychains(client)
    let open = listing.made.filter { $0.condition == .unlocked }.map(\.name)
    let written = try write([nil] + open.map(Optional.some), after: passkeys.records, file, made.key, client)
    let kept = open.filter { !written.refused.contains($0) }
    let closed = listing.made.map(\.name).filter { !kept.contains($0) }
    try writing { () throws(SystemError) in try file.finish() }
    switch words.form {
    case .json:
      console.print(
        .members([
          "items": .number(written.items), "leftOut": .number(written.leftOut), "file": .string(path),
          "passkeys": .number(passkeys.records.count), "passkeysLeftOut": .number(passkeys.leftOut),
          "keychains": .array(kept.map { .string($0.text) }),
          "keychainsLeftOut": .array(closed.map { .string($0.text) }), "allKnown": .bool(listing.extent == .all),
        ]))
    case .text:
      let rest =
        written.leftOut == 0 || scope == .own
        ? "" : "; \(written.leftOut) cannot leave this device, or are none any more"
      let items = written.items == 1 ? "1 item is" : "\(written.items) items are"
      console.print("\(items) in \(Printable.oneLine(path))\(rest).")
      if !passkeys.records.isEmpty { console.print("With them are \(passkeys.records.count) passkeys.") }
      if passkeys.leftOut > 0 {
        let why = passcode == nil ? ": without a passcode none leaves this device" : ", which do not open"
        console.print("Not in it are \(passkeys.leftOut) passkeys\(why).")
      }
      if !kept.isEmpty { console.print("With them are the keychains \(Self.list(kept)).") }
      if !closed.isEmpty { console.print("Not in it are those that are locked or damaged: \(Self.list(closed)).") }
      if listing.extent == .known { console.print("Whether there are other keychains cannot be read.") }
    }
  }

  private func writing<Result>(_ body: () throws(SystemError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .file(path: words.file, error) }
  }

  private static func list(_ names: [KeychainName]) -> String {
    names.map { Printable.oneLine($0.text) }.joined(separator: ", ")
  }

  /// The file-based keychains there are. Nobody can write out a locked one.
  private func keychains(_ client: BrokerClient) throws(CommandFailure) -> KeychainListing {
    do throws(KeychainStatus) { return try client.keychainFiles() } catch { throw .keychain(error) }
  }

  private struct Written {
    var items = 0
    var leftOut = 0
    /// File-based keychains that were open before and are not any more, or do not open. The backup has nothing of them.
    var refused: [KeychainName] = []
  }

  private func write(
    _ keychains: [KeychainName?], after passkeys: [SecretData], _ file: NewFile, _ key: BackupKey,
    _ client: BrokerClient
  ) throws(CommandFailure) -> Written {
    let bar = ProgressBar(console, counting: .items)
    defer { bar.clear() }
    var written = Written()
    for (number, passkey) in passkeys.enumerated() {
      try append(passkey.withBytes { try? key.seal($0, number: UInt64(number)) }, to: file)
    }
    var records = passkeys.count
    for keychain in keychains {
      var place: BackupPosition?
      repeat {
        let part: BackupPart
        do throws(BrokerClientError) {
          part = try client.backup(scope, of: keychain, after: place, first: UInt64(records), key)
        } catch {
          guard let keychain, place == nil, error.isAboutKeychain() else { throw .broker(error) }
          written.refused.append(keychain)
          break
        }
        try writing { () throws(SystemError) in
          for record in part.records { try file.append(BackupFrames.frame(record)) }
        }
        records += part.records.count
        written.leftOut += part.leftOut
        bar.show(records + written.leftOut, of: max(part.total, records + written.leftOut))
        place = part.next
      } while place != nil
    }
    try append(try? key.seal(BackupFormat.end(after: UInt64(records)).span, number: UInt64(records)), to: file)
    // Each file-based keychain begins with a record that is no item.
    written.items = records - passkeys.count - (keychains.count - 1 - written.refused.count)
    return written
  }

  private func append(_ sealed: [UInt8]?, to file: NewFile) throws(CommandFailure) {
    guard let sealed else { throw .crypto }
    try writing { () throws(SystemError) in try file.append(BackupFrames.frame(sealed)) }
  }

  // MARK: - Restoring

  /// The whole file is checked before anything is changed.
  func restore() throws(CommandFailure) {
    let file = try BackupFile(words.file)
    let passcode = try passcode()
    let passphrase = try PassphraseInput(console, words.source).read()
    let opened: BackupKey?
    do { opened = try file.head.key(passphrase) } catch { throw .crypto }
    guard let key = opened else { throw .wrongPassphrase }
    let contents = try file.check(key)
    let client = try connect(passcode, .restore, key)
    if scope != .own { try RestoreConfirmation(console: console, answer: words.confirmation).ask(file, key, client) }
    let closed = scope == .own ? [] : try closed(of: contents, client)
    let (counts, passed) = try send(file, key, contents, to: client)
    let passkeys =
      scope == .own
      ? KeptPasskeys() : try BackupPasskeys(client: client, key: key, passcode: passcode).restore(file.passkeys(key))
    let made = closed.filter { !passed.contains($0) }
    // Restored keychains are open until they are locked here; their passwords open them again. One that cannot be locked is
    // reported at the end, when the items are in.
    var unlocked: KeychainStatus?
    for name in made {
      do throws(KeychainStatus) { try client.perform(.lock(name)) } catch { unlocked = error }
    }
    switch words.form {
    case .json:
      console.print(
        .members([
          "items": .number(contents.items), "added": .number(counts.added), "replaced": .number(counts.replaced),
          "kept": .number(counts.kept), "otherDevice": .number(counts.foreign),
          "passkeysAdded": .number(passkeys?.added ?? 0), "passkeysKept": .number(passkeys?.there ?? 0),
          "keychains": .array(made.map { .string($0.text) }),
          "keychainsPassedOver": .array(passed.map { .string($0.text) }),
        ]))
    case .text:
      console.print(sentence(counts))
      if let passkeys, passkeys.added + passkeys.there > 0 {
        console.print("\(passkeys.added) passkeys were added; \(passkeys.there) were there already.")
      }
      if !made.isEmpty { console.print("There again, locked with their passwords: \(Self.list(made)).") }
    }
    if let unlocked { throw .keychain(unlocked) }
    if passkeys == nil {
      throw .particular(
        "\(contents.passkeys) passkeys are not restored: they need a passcode.\nThen restore once more: bailey passcode set",
        .refusedByLockState)
    }
    if !passed.isEmpty { throw .closedKeychains(passed) }
  }

  /// The file-based keychains of a backup that do not exist, or are locked. A restore makes those that do not exist, and
  /// continues those that an earlier restore has left unfinished. Any other locked one refuses the items.
  private func closed(of contents: BackupContents, _ client: BrokerClient) throws(CommandFailure) -> [KeychainName] {
    let names = contents.keychains.map(\.name)
    guard !names.isEmpty else { return [] }
    let open = try keychains(client).made.filter { $0.condition == .unlocked }.map(\.name)
    return names.filter { !open.contains($0) }
  }

  private func send(
    _ file: BackupFile, _ key: BackupKey, _ contents: BackupContents, to client: BrokerClient
  ) throws(CommandFailure) -> (counts: RestoreCounts, refused: [KeychainName]) {
    let bar = ProgressBar(console, counting: .items)
    defer { bar.clear() }
    var counts = RestoreCounts()
    var refused: [KeychainName] = []
    try file.forEachBatch(key) { (batch) throws(CommandFailure) in
      defer { bar.show(batch.numbers.upperBound, of: contents.records) }
      if let name = batch.keychain {
        if scope == .own { return counts.foreign += contents.items(in: batch.numbers) }
        if refused.contains(name) { return }
      }
      let first = UInt64(batch.first)
      do throws(BrokerClientError) {
        counts = counts + (try client.restore(scope, of: batch.keychain, batch.records, first: first, key))
      } catch {
        // A full disk has the same status as a keychain that does not open.
        guard let name = batch.keychain, error.isAboutKeychain(besides: .notAvailable) else { throw .broker(error) }
        refused.append(name)
      }
    }
    return (counts, refused)
  }

  private func sentence(_ counts: RestoreCounts) -> String {
    var parts = ["\(counts.added) items were added"]
    if counts.replaced > 0 { parts.append("\(counts.replaced) older ones replaced") }
    if counts.kept > 0 { parts.append("\(counts.kept) were there already, or are newer here") }
    if counts.foreign > 0 { parts.append("\(counts.foreign) belong to the device they come from") }
    return parts.joined(separator: "; ") + "."
  }
}

extension BrokerClientError {
  /// Whether the failure concerns one keychain, so that the others can go on. A failing disk concerns all.
  fileprivate func isAboutKeychain(besides other: KeychainStatus? = nil) -> Bool {
    guard case .refused(.keychain(let status)) = self else { return false }
    return ![.inputOutput, .allocate, other].contains(status)
  }
}
