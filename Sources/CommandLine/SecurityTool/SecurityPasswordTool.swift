// SPDX-License-Identifier: Apache-2.0
import Advice
import KeychainCommands
import KeychainModel
import SecretMemory
import TerminalConsole

/// Carries out the commands of `security` for passwords.
struct SecurityPasswordTool {
  let console: Console
  let keychain: any KeychainService
  let paths: KeychainPaths

  /// The name of the call that macOS reports when the command fails.
  static func api(_ action: PasswordAction) -> String {
    if case .add = action { return "SecKeychainItemCreateFromContent (<default>)" }
    return "SecKeychainSearchCopyNext"
  }

  func perform(_ action: PasswordAction) throws(CommandFailure) {
    switch action {
    case .find(let kind, let attributes, let output): try find(kind, attributes, output)
    case .add(let kind, let attributes, let source, let existing): try add(kind, attributes, source, existing)
    case .delete(let kind, let attributes): try delete(kind, attributes)
    case .dump(let data): try dump(data)
    }
  }

  private func find(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ output: PasswordOutput
  ) throws(CommandFailure) {
    let item = try first(kind, attributes)
    if output == .password { return printPassword(item.data ?? .empty) }
    console.print(SecurityListing(item, keychain: paths.path(item.kind)).text)
    if output == .both { console.note("password: \(SecurityListing.quoted(item.data ?? .empty))") }
  }

  private func first(
    _ kind: PasswordKind, _ attributes: ItemAttributes
  ) throws(CommandFailure) -> ItemResult {
    let options = RequestOptions(returns: [.attributes, .data, .persistentReference], limit: .one)
    let query = ItemQuery(kind.itemClass, attributes, options: options)
    let found = try status { () throws(KeychainStatus) in try keychain.find(query) }
    guard let item = found.first else { throw .keychain(.itemNotFound) }
    return item
  }

  /// Prints a password as it is where it can be printed, else its hexadecimal digits.
  private func printPassword(_ data: SecretData) {
    data.withBytes { bytes in
      if bytes.indices.allSatisfy({ (0x20...0x7E).contains(bytes[$0]) }) {
        console.print(bytes: bytes)
        console.print("")
      } else {
        console.print(Printable.hexadecimal(bytes.indices.map { bytes[$0] }))
      }
    }
  }

  private func add(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ source: PasswordSource, _ existing: Existing
  ) throws(CommandFailure) {
    let data = try password(source)
    let addition = ItemAddition(kind.itemClass, attributes, data: data)
    do throws(CommandFailure) {
      _ = try status { () throws(KeychainStatus) in try keychain.add(addition) }
    } catch {
      guard existing == .updated, error == .keychain(.duplicateItem) else { throw error }
      try update(kind, attributes, data)
    }
  }

  private func update(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ data: SecretData
  ) throws(CommandFailure) {
    let key = ItemSchema.of(kind.itemClass).primaryKey.map(\.attribute)
    let query = ItemQuery(kind.itemClass, attributes.filter { key.contains($0.key) })
    let changes = ItemChanges(attributes.filter { !key.contains($0.key) }, data: data)
    try status { () throws(KeychainStatus) in try keychain.update(query, with: changes) }
  }

  private func password(_ source: PasswordSource) throws(CommandFailure) -> SecretData {
    if case .given(let bytes) = source { return SecretData(copying: bytes.span) }
    return try SecurityPassword(console: console).ask()
  }

  private func delete(
    _ kind: PasswordKind, _ attributes: ItemAttributes
  ) throws(CommandFailure) {
    let item = try first(kind, attributes)
    let query = ItemQuery(kind.itemClass, persistentReference: item.persistentReference)
    try status { () throws(KeychainStatus) in try keychain.delete(query) }
    console.print(SecurityListing(item, keychain: paths.path(item.kind)).text)
    console.note("password has been deleted.")
  }

  private func dump(_ data: DumpData) throws(CommandFailure) {
    let returns: ReturnSelection = data == .shown ? [.attributes, .data] : .attributes
    for itemClass in [ItemClass.genericPassword, .internetPassword, .certificate, .key] {
      let query = ItemQuery(itemClass, options: RequestOptions(returns: returns, limit: .all))
      let found: [ItemResult]
      do throws(CommandFailure) {
        found = try status { () throws(KeychainStatus) in try keychain.find(query) }
      } catch {
        guard error == .keychain(.itemNotFound) else { throw error }
        continue
      }
      for item in found {
        console.print(SecurityListing(item, keychain: paths.path(item.kind)).text)
        if let data = item.data { console.print("data:\n\(SecurityListing.quoted(data))") }
      }
    }
  }

  private func status<Result>(_ body: () throws(KeychainStatus) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .keychain(error) }
  }
}
