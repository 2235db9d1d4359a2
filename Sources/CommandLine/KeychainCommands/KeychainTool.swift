// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import CommandLineParsing
import InstanceAccess
import JSONCoding
import KeychainModel
import SecretMemory
package import TerminalConsole

/// Carries out `bailey keychain`.
package struct KeychainTool {
  private let console: Console
  private let keychain: any KeychainService

  /// Carries an action out and returns how the program is to end. A failure has been printed by then.
  package static func run(_ action: KeychainAction, on console: Console) -> ExitCode {
    if case .explain(let request) = action { return ExplainTool(console: console).run(request) }
    return CommandRun.run(on: console) { () throws(CommandFailure) in
      switch action {
      case .backup(let words): return try BackupTool(console, words).backup()
      case .restore(let words): return try BackupTool(console, words).restore()
      case .file(let words):
        return try FileKeychainTool(try BrokerAccess.open(), .standard(), console).carryOut(words)
      default: break
      }
      let client = try BrokerAccess.open()
      switch action {
      case .groups(let form): return try GroupList(client).print(form, on: console)
      case .verify(let knowledge, let form): return try VerifyTool(client, console).verify(knowledge, form)
      default: break
      }
      try KeychainTool(client, console).carryOut(action)
    }
  }

  init(_ keychain: any KeychainService, _ console: Console) {
    self.keychain = keychain
    self.console = console
  }

  func carryOut(_ action: KeychainAction) throws(CommandFailure) {
    switch action {
    case .add(let item, let accessible, let form): try add(item, accessible, form)
    case .find(let item, let extent, let display, let form): try find(item, extent, display, form)
    case .list(let itemClass, let form): try show(itemClass.map { [$0] } ?? ItemClass.stored, [.attributes], form)
    case .dump(let display, let form):
      try show(ItemClass.stored, display == .hidden ? [.attributes] : [.attributes, .data], form)
    case .update(let item, let changes, let secret, let form): try update(item, changes, secret, form)
    case .delete(let item, let extent, let form): try delete(item, extent, form)
    case .groups, .explain, .verify, .backup, .restore, .file:
      preconditionFailure("these are carried out before there is a session for items")
    }
  }

  // MARK: - Changes

  private func add(_ item: ItemWords, _ accessible: String?, _ form: OutputForm) throws(CommandFailure) {
    var attributes = try attributes(item.words)
    if let when = accessible.flatMap({ AccessibleName.accessibility(named: $0) }) {
      attributes[.accessible] = .string(when.rawValue)
    }
    let addition = ItemAddition(
      item.itemClass, attributes, data: try secret(), options: RequestOptions(returns: .attributes))
    let stored: ItemResult?
    do { stored = try keychain.add(addition) } catch {
      guard error == .duplicateItem else { throw .keychain(error) }
      throw .thereAlready(item.itemClass, item.words, "update --secret")
    }
    switch form {
    case .json: console.print(stored.map { ItemText($0).json } ?? .null)
    case .text: console.print("Stored.")
    }
  }

  private func update(
    _ item: ItemWords, _ words: [String], _ secret: NewSecret, _ form: OutputForm
  ) throws(CommandFailure) {
    guard !words.isEmpty || secret == .asked else { throw .nothingToChange }
    let query = ItemQuery(item.itemClass, try attributes(item.words))
    let changes = ItemChanges(try attributes(words), data: secret == .asked ? try self.secret() : nil)
    let count = count(query)
    do { try keychain.update(query, with: changes) } catch {
      guard error == .duplicateItem else { throw .keychain(error) }
      throw .thereAlready(item.itemClass, words, "find")
    }
    report("Changed", "changed", count, form)
  }

  private func delete(_ item: ItemWords, _ extent: Extent, _ form: OutputForm) throws(CommandFailure) {
    guard extent == .everything || !item.words.isEmpty else { throw .noAttributes }
    let query = ItemQuery(item.itemClass, try attributes(item.words))
    let count = count(query)
    try ask { () throws(KeychainStatus) in try keychain.delete(query) }
    report("Deleted", "deleted", count, form)
  }

  /// How many items match, locked ones included; nil where it is not known. The count is for the message only.
  private func count(_ query: ItemQuery) -> Int? {
    var query = query
    query.options.limit = .all
    guard let report = try? (keychain as? any SearchExaminer)?.examine(query), report.unlisted == 0 else { return nil }
    return report.matching
  }

  private func report(_ sentence: String, _ member: String, _ count: Int?, _ form: OutputForm) {
    switch form {
    case .json: console.print(.members([member: count.map { .number($0) } ?? .null]))
    case .text: console.print(sentence + (count.map { $0 == 1 ? " 1 item." : " \($0) items." } ?? "."))
    }
  }

  private func secret() throws(CommandFailure) -> SecretData {
    let secret: SecretBytes?
    do { secret = try SecretInput(console: console).read("Secret: ") } catch { throw .input(error) }
    guard let secret else { throw .noSecret }
    return SecretData(secret)
  }

  // MARK: - Showing

  private func find(
    _ item: ItemWords, _ extent: Extent, _ display: SecretDisplay, _ form: OutputForm
  ) throws(CommandFailure) {
    let returns: ReturnSelection = display == .hidden ? [.attributes] : [.attributes, .data]
    let query = ItemQuery(
      item.itemClass, try attributes(item.words),
      options: RequestOptions(returns: returns, limit: extent == .everything ? .all : .one))
    let found = try ask { () throws(KeychainStatus) in try keychain.find(query) }
    if extent == .everything, form == .json, display != .alone {
      return console.print(.array(found.map { ItemText($0).json }))
    }
    for item in found {
      if display == .alone, let data = item.data {
        data.withBytes { console.print(bytes: $0) }
        if console.outputIsTerminal { console.print("") }
      } else {
        console.print(form == .json ? ItemText(item).json.text : ItemText(item).lines)
      }
    }
  }

  /// Shows all items, class by class. Finding none is no failure.
  private func show(
    _ classes: [ItemClass], _ returns: ReturnSelection, _ form: OutputForm
  ) throws(CommandFailure) {
    var items: [ItemResult] = []
    for itemClass in classes {
      let query = ItemQuery(
        itemClass, [.synchronizable: SynchronizableFilter.anyValue],
        options: RequestOptions(returns: returns, limit: .all))
      do throws(CommandFailure) {
        items += try ask { () throws(KeychainStatus) in try keychain.find(query) }
      } catch {
        guard error == .keychain(.itemNotFound) else { throw error }
      }
    }
    switch form {
    case .json: console.print(.array(items.map { ItemText($0).json }))
    case .text: for item in items { console.print(ItemText(item).lines) }
    }
  }

  // MARK: - Parts

  private func attributes(_ words: [String]) throws(CommandFailure) -> ItemAttributes {
    do { return try Assignment.attributes(words) } catch { throw .words(error) }
  }

  private func ask<Result>(_ body: () throws(KeychainStatus) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .keychain(error) }
  }
}
