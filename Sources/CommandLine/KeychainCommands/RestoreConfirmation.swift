// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import BrokerMessages
import KeychainBackup
import TerminalConsole

/// Asks the owner before a restore gives items to programs: a program may have got a group since the backup was made.
struct RestoreConfirmation {
  let console: Console
  let answer: BackupWords.Confirmation

  /// Returns if no registered program has a group of the backup's items, or the owner agrees.
  func ask(_ file: BackupFile, _ key: BackupKey, _ client: BrokerClient) throws(CommandFailure) {
    var groups: Set<String> = []
    try file.forEachBatch(key) { (batch) throws(CommandFailure) in
      do throws(BrokerClientError) {
        groups.formUnion(try client.groups(of: batch.records, first: UInt64(batch.first), key))
      } catch { throw .broker(error) }
    }
    let apps: [RegisteredApp]
    do { apps = try client.registrations() } catch { throw .broker(error) }
    let lines = groups.sorted().flatMap { group in
      apps.filter { $0.groups.contains(group) }.map { app in
        "  \(Printable.oneLine(group)): \(Printable.oneLine(String(decoding: app.path, as: UTF8.self)))"
      }
    }
    guard !lines.isEmpty else { return }
    console.note("Items of the backup are for these programs, which have their access groups now:")
    console.note(lines.joined(separator: "\n"))
    guard answer == .asked else { return }
    guard console.inputIsTerminal else { throw .notConfirmed }
    console.writeInPlace("Restore them? [y/N] ")
    guard ["y", "yes"].contains(console.readLine()?.lowercased() ?? "") else { throw .notConfirmed }
  }
}
