// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Glibc
import InstanceLayout
import KeychainModel
import LinuxSystem
import ProtectionModel
import SecurityCommandLine
import SecretMemory
package import TerminalConsole

/// The tool `security` of macOS, as far as there is a keychain to it: its words, its output and its exit codes, so that
/// scripts written for it run. `SecurityTool/macOS` in Apple's sources says what they are.
package struct SecurityTool {
  private let console: Console
  private let connect: () throws(ToolFailure) -> any KeychainService
  private let path: String

  /// The exit code of the whole run.
  package static func run(_ words: [String], on console: Console) -> Int32 {
    let path = (try? Keychain.location().broker).map { $0 + "/keychain" } ?? ""
    return SecurityTool(console, keychainPath: path) { () throws(ToolFailure) in try Keychain.connect() }.run(words)
  }

  init(
    _ console: Console, keychainPath: String, connect: @escaping () throws(ToolFailure) -> any KeychainService
  ) {
    self.console = console
    self.connect = connect
    path = keychainPath
  }

  func run(_ words: [String]) -> Int32 {
    do throws(SecurityUsageError) {
      let (mode, rest) = try SecurityParser.mode(words)
      if mode.isInteractive { return interact(mode) }
      guard !rest.isEmpty else { throw .noCommand }
      return command(rest)
    } catch {
      return explain(error)
    }
  }

  /// Line after line, until `exit`, `quit` or the end.
  private func interact(_ mode: SecurityMode) -> Int32 {
    var last: Int32 = 0
    while true {
      if console.inputIsTerminal, !mode.isQuiet { console.writeInPlace(mode.prompt) }
      guard let line = console.readLine() else { return last }
      guard let words = SecurityLine.words(line) else {
        console.note("unterminated quote")
        continue
      }
      if words.isEmpty { continue }
      if words == ["exit"] || words == ["quit"] { return last }
      last = command(words[...])
      if last != 0 { console.note("returned \(last)") }
    }
  }

  private func command(_ words: ArraySlice<String>) -> Int32 {
    do throws(SecurityUsageError) {
      return perform(try SecurityParser.action(words))
    } catch {
      return explain(error)
    }
  }

  private func explain(_ error: SecurityUsageError) -> Int32 {
    switch error {
    case .noCommand: console.note(SecurityHelp.all)
    case .unknownCommand(let word): console.note("security: unknown command \"\(word)\"")
    case .usage(let command): console.note(SecurityHelp.usage(of: command))
    case .badType(let text): console.note("Error: \"\(text)\" is not a type: it must have four characters.")
    case .badQuery(let text): console.note("security: \"\(text)\" cannot be read.")
    }
    return error.exitCode
  }

  // MARK: - Commands

  private func perform(_ action: SecurityAction) -> Int32 {
    switch action {
    case .help(let command): return help(command)
    case .find(let kind, let attributes, let output):
      return ask("SecKeychainSearchCopyNext") { keychain throws(ToolFailure) in
        try find(kind, attributes, output, keychain)
      }
    case .add(let kind, let attributes, let source, let existing):
      return ask("SecKeychainItemCreateFromContent (<default>)") { keychain throws(ToolFailure) in
        try add(kind, attributes, source, existing, keychain)
      }
    case .delete(let kind, let attributes):
      return ask("SecKeychainSearchCopyNext") { keychain throws(ToolFailure) in
        try delete(kind, attributes, keychain)
      }
    case .dump(let data):
      return ask("SecKeychainSearchCopyNext") { keychain throws(ToolFailure) in try dump(data, keychain) }
    case .error(let numbers):
      for number in numbers { console.print(SecurityHelp.error(number)) }
      return 1
    case .keychains:
      console.print("    \"\(path)\"")
      return 0
    case .certificates(let action): return certificates(action)
    case .keychainFile(let command): return keychainFile(command)
    case .partitionList(let itemClass, let attributes):
      return ask("SecKeychainSearchCopyNext") { keychain throws(ToolFailure) in
        let query = ItemQuery(itemClass, attributes, options: RequestOptions(returns: .attributes))
        _ = try status { () throws(KeychainStatus) in try keychain.find(query) }
        console.note("security: access groups decide who may use it; nothing is changed.")
      }
    case .item(let request):
      return ask("SecItem") { keychain throws(ToolFailure) in
        try SecurityItemTool(console: console, keychain: keychain).perform(request)
      }
    }
  }

  private func certificates(_ action: CertificateAction) -> Int32 {
    var code: Int32 = 0
    let failed = ask("SecKeychainSearchCopyNext") { keychain throws(ToolFailure) in
      code = try SecurityCertificateTool(console: console, keychain: keychain, path: path).perform(action)
    }
    return failed == 0 ? code : failed
  }

  /// There is one keychain, and its lock is the device's: what asks whether it is open is answered.
  private func keychainFile(_ command: KeychainFileCommand) -> Int32 {
    switch command {
    case .unlock:
      return ask("SecKeychainUnlock \(path)") { keychain throws(ToolFailure) in try readable(keychain) }
    case .showInfo:
      return ask("SecKeychainCopySettings \(path)") { keychain throws(ToolFailure) in
        try readable(keychain)
        console.note("Keychain \"\(path)\" no-timeout")
      }
    case .create, .delete, .lock, .setPassword, .setSettings:
      return ask(command.rawValue) { _ throws(ToolFailure) in throw .keychain(.unimplemented) }
    }
  }

  /// Whether items that need an unlocked device can be read.
  private func readable(_ keychain: any KeychainService) throws(ToolFailure) {
    guard let state = (keychain as? any LockStateTeller)?.lockState else { return }
    if state == .locked || state == .beforeFirstUnlock { throw .keychain(.interactionNotAllowed) }
  }

  private func help(_ command: String?) -> Int32 {
    guard let command else {
      console.print(SecurityHelp.all)
      return 0
    }
    guard SecurityParser.commands.contains(where: { $0.name == command }) else {
      return explain(.unknownCommand(command))
    }
    console.print(SecurityHelp.usage(of: command))
    return 0
  }

  /// A failure is a line of the API's name and its message, and a status that fits in a byte.
  private func ask(_ api: String, _ body: (any KeychainService) throws(ToolFailure) -> Void) -> Int32 {
    do throws(ToolFailure) {
      try body(try connect())
      return 0
    } catch {
      guard let status = error.status else {
        console.note("security: " + error.sentence)
        return 1
      }
      console.note("security: \(api): \(status.message)")
      return status.rawValue & 0xFF
    }
  }

  // MARK: - Passwords

  private func find(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ output: PasswordOutput, _ keychain: any KeychainService
  ) throws(ToolFailure) {
    let item = try first(kind, attributes, keychain)
    if output == .password { return printPassword(item.data ?? .empty) }
    console.print(SecurityListing(item, keychain: path).text)
    if output == .both { console.note("password: \(SecurityListing.quoted(item.data ?? .empty))") }
  }

  private func first(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ keychain: any KeychainService
  ) throws(ToolFailure) -> ItemResult {
    let options = RequestOptions(returns: [.attributes, .data, .persistentReference], limit: .one)
    let query = ItemQuery(kind.itemClass, attributes, options: options)
    let found = try status { () throws(KeychainStatus) in try keychain.find(query) }
    guard let item = found.first else { throw .keychain(.itemNotFound) }
    return item
  }

  /// As it is where it can be printed, else its hexadecimal digits.
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
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ source: PasswordSource, _ existing: Existing,
    _ keychain: any KeychainService
  ) throws(ToolFailure) {
    let data = try password(source)
    let addition = ItemAddition(kind.itemClass, attributes, data: data)
    do throws(ToolFailure) {
      _ = try status { () throws(KeychainStatus) in try keychain.add(addition) }
    } catch {
      guard existing == .updated, error == .keychain(.duplicateItem) else { throw error }
      try update(kind, attributes, data, keychain)
    }
  }

  private func update(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ data: SecretData, _ keychain: any KeychainService
  ) throws(ToolFailure) {
    let key = ItemSchema.of(kind.itemClass).primaryKey.map(\.attribute)
    let query = ItemQuery(kind.itemClass, attributes.filter { key.contains($0.key) })
    let changes = ItemChanges(attributes.filter { !key.contains($0.key) }, data: data)
    try status { () throws(KeychainStatus) in try keychain.update(query, with: changes) }
  }

  private func password(_ source: PasswordSource) throws(ToolFailure) -> SecretData {
    if case .given(let bytes) = source { return SecretData(copying: bytes.span) }
    return try SecurityPassword(console: console).ask()
  }

  private func delete(
    _ kind: PasswordKind, _ attributes: ItemAttributes, _ keychain: any KeychainService
  ) throws(ToolFailure) {
    let item = try first(kind, attributes, keychain)
    let query = ItemQuery(kind.itemClass, persistentReference: item.persistentReference)
    try status { () throws(KeychainStatus) in try keychain.delete(query) }
    console.print(SecurityListing(item, keychain: path).text)
    console.note("password has been deleted.")
  }

  private func dump(_ data: DumpData, _ keychain: any KeychainService) throws(ToolFailure) {
    let returns: ReturnSelection = data == .shown ? [.attributes, .data] : .attributes
    for itemClass in [ItemClass.genericPassword, .internetPassword, .certificate, .key] {
      let query = ItemQuery(itemClass, options: RequestOptions(returns: returns, limit: .all))
      let found: [ItemResult]
      do throws(ToolFailure) {
        found = try status { () throws(KeychainStatus) in try keychain.find(query) }
      } catch {
        guard error == .keychain(.itemNotFound) else { throw error }
        continue
      }
      for item in found {
        console.print(SecurityListing(item, keychain: path).text)
        if let data = item.data { console.print("data:\n\(SecurityListing.quoted(data))") }
      }
    }
  }

  private func status<Result>(_ body: () throws(KeychainStatus) -> Result) throws(ToolFailure) -> Result {
    do { return try body() } catch { throw .keychain(error) }
  }
}

/// A keychain that knows the lock state.
protocol LockStateTeller {
  var lockState: LockState? { get }
}

extension BrokerClient: LockStateTeller {
  var lockState: LockState? { try? lockState(otherThan: nil, seconds: 0) }
}

extension ToolFailure {
  /// Nil for what is no matter of the keychain.
  var status: KeychainStatus? {
    switch self {
    case .keychain(let status): status
    case .broker: .notAvailable
    default: nil
    }
  }
}
