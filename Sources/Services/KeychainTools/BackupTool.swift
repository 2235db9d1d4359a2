// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import CryptoPrimitives
import KeychainBackup
import KeychainCommandLine
import KeychainModel
import SecretMemory
import TerminalConsole

/// Carries out `bailey keychain backup` and `restore`. Secrets do not pass through it: `baileyd` seals and opens them.
///
/// The passphrase is asked for first: a connection that waited for the person to type might be gone by then, and once
/// this process hides itself `baileyd` could not tell it on another one.
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

  /// Who wants everybody's items has to be the owner.
  private func passcode() throws(ToolFailure) -> SecretBytes? {
    guard scope == .everything, try OwnerProof.isNeeded() else { return nil }
    do { return try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
  }

  private func connect(_ passcode: consuming SecretBytes?, _ key: BackupKey) throws(ToolFailure) -> BrokerClient {
    guard let passcode else { return try Keychain.connect() }
    let number = try OwnerProof.prove(passcode)
    let client = try Keychain.connect()
    do { try client.permitBackup(number, key) } catch { throw .broker(error) }
    return client
  }

  // MARK: - Backup

  func backup() throws(ToolFailure) {
    let path = words.file
    let file = try NewFile(path)
    let passcode = try passcode()
    let made: (head: BackupHead, key: BackupKey)
    do {
      made = try BackupHead.make(try PassphraseInput(console, words.source).readNew())
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw .crypto
    }
    try file.append(made.head.bytes)
    let client = try connect(passcode, made.key)
    let counts = try write(file, made.key, client)
    let keychains = scope == .own ? [] : try otherKeychains(client)
    try file.finish()
    switch words.form {
    case .json:
      console.print(
        .members([
          "items": .number(counts.items), "leftOut": .number(counts.leftOut), "file": .string(path),
          "keychainsLeftOut": .array(keychains.map { .string($0.text) }),
        ]))
    case .text:
      let rest =
        counts.leftOut == 0 || scope == .own ? "" : "; \(counts.leftOut) cannot leave this device, or are none any more"
      console.print("\(counts.items) items are in \(Printable.oneLine(path))\(rest).")
      guard !keychains.isEmpty else { return }
      let names = keychains.map { Printable.oneLine($0.text) }.joined(separator: ", ")
      console.print("Not in it are keychains with passwords of their own: \(names).")
    }
  }

  /// File-based keychains: their passwords are not the owner's passcode, and no backup has what is under them.
  private func otherKeychains(_ client: BrokerClient) throws(ToolFailure) -> [KeychainName] {
    do throws(KeychainStatus) {
      return try client.keychainFiles().made.map(\.name)
    } catch {
      throw .keychain(error)
    }
  }

  private func write(
    _ file: NewFile, _ key: BackupKey, _ client: BrokerClient
  ) throws(ToolFailure) -> (items: Int, leftOut: Int) {
    let bar = ProgressBar(console, counting: .items)
    defer { bar.clear() }
    var items = 0, leftOut = 0
    var place: BackupPlace?
    repeat {
      let part: BackupPart
      do { part = try client.backup(scope, after: place, first: UInt64(items), key) } catch { throw .broker(error) }
      for record in part.records { try file.append(BackupFrames.frame(record)) }
      items += part.records.count
      leftOut += part.leftOut
      bar.show(items + leftOut, of: part.total)
      place = part.next
    } while place != nil
    do {
      try file.append(
        BackupFrames.frame(try key.seal(BackupFormat.end(after: UInt64(items)).span, number: UInt64(items))))
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw .crypto
    }
    return (items, leftOut)
  }

  // MARK: - Restoring

  /// The whole file is looked at before anything is changed.
  func restore() throws(ToolFailure) {
    let file = try BackupFile(words.file)
    let passcode = try passcode()
    let passphrase = try PassphraseInput(console, words.source).read()
    let opened: BackupKey?
    do { opened = try file.head.key(passphrase) } catch { throw .crypto }
    guard let key = opened else { throw .wrongPassphrase }
    let total = try file.check(key)
    let counts = try send(file, key, total, to: connect(passcode, key))
    switch words.form {
    case .json:
      console.print(
        .members([
          "items": .number(total), "added": .number(counts.added), "replaced": .number(counts.replaced),
          "kept": .number(counts.kept), "otherDevice": .number(counts.foreign),
        ]))
    case .text: console.print(sentence(counts))
    }
  }

  private func send(
    _ file: BackupFile, _ key: BackupKey, _ total: Int, to client: BrokerClient
  ) throws(ToolFailure) -> RestoreCounts {
    let bar = ProgressBar(console, counting: .items)
    defer { bar.clear() }
    var counts = RestoreCounts()
    var first = 0
    try file.forEachBatch(of: total) { (records) throws(ToolFailure) in
      let more: RestoreCounts
      do throws(BrokerClientError) {
        more = try client.restore(scope, records, first: UInt64(first), key)
      } catch {
        throw .broker(error)
      }
      counts = counts + more
      first += records.count
      bar.show(first, of: total)
    }
    return counts
  }

  private func sentence(_ counts: RestoreCounts) -> String {
    var parts = ["\(counts.added) items were added"]
    if counts.replaced > 0 { parts.append("\(counts.replaced) older ones replaced") }
    if counts.kept > 0 { parts.append("\(counts.kept) were there already, or are newer here") }
    if counts.foreign > 0 { parts.append("\(counts.foreign) belong to the device they come from") }
    return parts.joined(separator: "; ") + "."
  }
}
