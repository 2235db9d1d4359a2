// SPDX-License-Identifier: Apache-2.0
package import Advice
import InstanceAccess
package import KeychainCommands
package import KeychainModel
package import TerminalConsole

/// The tool `security` of macOS, as far as there is a keychain to it: its words, its output and its exit codes, so that
/// scripts written for it run. `SecurityTool/macOS` in Apple's sources says what they are.
package struct SecurityTool {
  package typealias Service = KeychainService & KeychainFileService
  /// The failure of a connection to the service.
  package typealias ConnectionFailure = CommandFailure

  private let console: Console
  private let connect: () throws(CommandFailure) -> any Service
  private let paths: KeychainPaths
  /// The words that say which keychains a command is about; none where it is about those of the search list.
  private var named: [String] = []

  /// The exit code of the whole run.
  package static func run(_ words: [String], on console: Console) -> Int32 {
    SecurityTool(console, .standard()) { () throws(CommandFailure) in try BrokerAccess.open() }.run(words)
  }

  package init(
    _ console: Console, _ paths: KeychainPaths, connect: @escaping () throws(ConnectionFailure) -> any Service
  ) {
    self.console = console
    self.connect = connect
    self.paths = paths
  }

  package func run(_ words: [String]) -> Int32 {
    do throws(SecurityUsageError) {
      let (mode, rest) = try SecurityParser.mode(words)
      if mode.isInteractive { return interact(mode) }
      guard !rest.isEmpty else { throw .noCommand }
      return command(rest)
    } catch {
      return explain(error)
    }
  }

  /// Carries out line after line, until `exit`, `quit` or the end.
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
    let code = carryOut(action)
    guard code != 0, action.hidesStatus else { return code }
    // Of an import it is told whether a passphrase was wrong.
    if case .certificates(.importFile) = action, code == KeychainStatus.authFailed.exitCode { return code }
    return 1
  }

  private func carryOut(_ action: SecurityAction) -> Int32 {
    switch action {
    case .help(let command): return help(command)
    case .passwords(let action): return passwords(action)
    case .error(let numbers):
      for number in numbers { console.print(SecurityHelp.error(number)) }
      return 1
    case .keychains(let question):
      return failing { service throws(SecurityFailure) in try files(service).answer(question) }
    case .certificates(let action): return certificates(action)
    case .keychainFile(let action):
      return failing { service throws(SecurityFailure) in try files(service).perform(action) }
    case .partitionList(let itemClass, let attributes, let password):
      return failing { service throws(SecurityFailure) in
        let keychains = try scope(service, "SecKeychainSearchCopyNext")
        if let password { try files(service).prove(password, to: keychains.searched) }
        let query = ItemQuery(itemClass, attributes, options: RequestOptions(returns: .attributes))
        do throws(KeychainStatus) {
          _ = try keychains.find(query)
        } catch {
          throw SecurityFailure("SecKeychainSearchCopyNext", error)
        }
        console.note("security: access groups decide who may use it; nothing is changed.")
      }
    case .item(let request):
      return ask("SecItem") { keychain throws(CommandFailure) in
        try SecurityItemTool(console: console, keychain: keychain).perform(request)
      }
    case .within(let names, let action):
      var tool = self
      tool.named = names
      return tool.perform(action)
    case .refused(let command):
      console.note("security: \(command.name): \(KeychainStatus.unimplemented.message)\n\(command.reason)")
      return KeychainStatus.unimplemented.exitCode
    }
  }

  private func passwords(_ action: PasswordAction) -> Int32 {
    ask(SecurityPasswordTool.api(action)) { keychain throws(CommandFailure) in
      try SecurityPasswordTool(console: console, keychain: keychain, paths: paths).perform(action)
    }
  }

  private func certificates(_ action: CertificateAction) -> Int32 {
    var code: Int32 = 0
    let failed = ask("SecKeychainSearchCopyNext") { keychain throws(CommandFailure) in
      code = try SecurityCertificateTool(console: console, keychain: keychain, paths: paths).perform(action)
    }
    return failed == 0 ? code : failed
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

  // MARK: - Keychains

  private func files(_ service: any Service) -> SecurityKeychainTool {
    SecurityKeychainTool(console: console, service: service, paths: paths)
  }

  /// The keychains the command is about.
  private func scope(_ service: any Service, _ api: String) throws(SecurityFailure) -> SearchList {
    if named.isEmpty {
      let listing = try files(service).listing(api)
      return SearchList(service, searched: listing.searched, target: listing.standard)
    }
    let kinds = named.compactMap { paths.kind($0) }
    guard kinds.count == named.count, let first = kinds.first else { throw SecurityFailure(api, .noSuchKeychain) }
    return SearchList(service, searched: kinds, target: first)
  }

  private func ask(_ api: String, _ body: (any KeychainService) throws(CommandFailure) -> Void) -> Int32 {
    failing(api) { service throws(SecurityFailure) in
      let keychains = try scope(service, api)
      do throws(CommandFailure) { try body(keychains) } catch { throw SecurityFailure(api, error) }
    }
  }

  /// A failure is printed as the API's name and its message, and returned as the last byte of its status.
  private func failing(_ api: String = "SecKeychainOpen", _ body: (any Service) throws(SecurityFailure) -> Void)
    -> Int32
  {
    do throws(SecurityFailure) {
      let service: any Service
      do throws(CommandFailure) { service = try connect() } catch { throw SecurityFailure(api, error) }
      try body(service)
      return 0
    } catch {
      guard let status = error.reason.status else {
        console.note("security: " + error.reason.sentence)
        return 1
      }
      console.note("security: \(error.api): \(status.message)" + (error.advice.map { "\n" + $0 } ?? ""))
      return status.exitCode
    }
  }
}

/// The failure, with the name of the call that macOS's tool makes.
struct SecurityFailure: Error {
  let api: String
  let reason: CommandFailure
  /// The advice on what to do instead.
  var advice: String?

  init(_ api: String, _ reason: CommandFailure) {
    self.api = api
    self.reason = reason
  }

  init(_ api: String, _ status: KeychainStatus, _ advice: String? = nil) {
    self.init(api, .keychain(status))
    self.advice = advice
  }
}

extension KeychainStatus {
  /// The last byte of the status, as `security` ends.
  var exitCode: Int32 { rawValue & 0xFF }
}

extension CommandFailure {
  /// The keychain's status of the failure; nil for a failure that has none.
  var status: KeychainStatus? {
    switch self {
    case .keychain(let status): status
    case .broker: .notAvailable
    default: nil
    }
  }
}
