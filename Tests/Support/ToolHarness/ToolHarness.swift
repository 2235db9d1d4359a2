// SPDX-License-Identifier: Apache-2.0
package import Advice
package import BrokerMessages
import CryptoPrimitives
import FileKeychain
import Files
import Glibc
package import KeychainCommands
package import KeychainModel
import KeychainStore
package import ProtectionModel
package import ProtectionModelTesting
import SecurityTool
import SystemCalls
import TemporaryFolder
package import TerminalConsole

/// What a command did.
package struct Ended: Equatable {
  package var code: Int32
  package var output: String
  package var errors: String

  package init(_ code: Int32, _ output: String = "", _ errors: String = "") {
    self.code = code
    self.output = output
    self.errors = errors
  }
}

/// Commands on a real store, with keys that a test locks.
package struct ToolHarness {
  private let keys: FakeClassKeys
  package let keychain: ToolKeychains

  private struct Examiner: CertificateExaminer {
    func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup) -> Bool { false }
  }

  package init(in folder: String, _ keys: FakeClassKeys = FakeClassKeys()) throws {
    self.keys = keys
    let store = try KeychainStore(folder + "/keychain", keys: keys, examiner: Examiner(), clock: { 0 })
    keychain = ToolKeychains(
      store: store, device: store.session(for: caller), caller: caller,
      files: try FileKeychains(in: folder, device: keys, cost: .smallest, examiner: Examiner(), clock: { 0 }))
  }

  private let caller = KeychainCaller(groups: AccessGroupList(["group"]))

  package func lock() { keys.move(to: .locked) }

  package var paths = KeychainPaths(device: "/k", folder: "/b", userHome: "/home/me", currentDirectory: "/srv")

  package func run(_ words: String...) -> Ended { run(words) }

  /// As `security` with these words.
  package func run(_ words: [String], input: String = "") -> Ended {
    onConsole(input) { console in
      let keychain = keychain
      return SecurityTool(console, paths) { () throws(CommandFailure) in keychain }.run(words)
    }
  }

  /// What a body prints; an `Ended` that no command gives where there is no room for files.
  package func onConsole(_ input: String, _ body: (Console) -> Int32) -> Ended {
    (try? files(input) { console, _ in body(console) }) ?? Ended(.min)
  }

  /// The same; the body is also given what has been printed so far.
  package func files(_ input: String, _ body: (Console, _ printed: @escaping () throws -> String) -> Int32) throws
    -> Ended
  {
    let streams = try (0..<3).map { _ in try Stream() }
    try streams[0].file.write(Array(input.utf8).span)
    try streams[0].file.rewind()
    let console = Console(
      input: try streams[0].file.duplicate(), output: try streams[1].file.duplicate(),
      errors: try streams[2].file.duplicate())
    let code = body(console) { try streams[1].text() }
    return Ended(code, try streams[1].text(), try streams[2].text())
  }

  private final class Stream {
    let file: FileDescriptor
    init() throws { file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600) }
    func text() throws -> String { String(decoding: try file.read(count: 1 << 20, at: 0), as: UTF8.self) }
  }
}

/// The device's keychain and file-based ones, as `baileyd` gives them to the command line; there is nobody to ask.
package struct ToolKeychains: KeychainService, KeychainFileService {
  let store: KeychainStore
  package let device: any KeychainService
  let caller: KeychainCaller
  let files: FileKeychains
  package var lockState: LockState? { nil }

  private struct Nobody: KeychainPasswordSource {
    func password(
      of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
    ) throws(KeychainStatus) -> SecretData { throw .interactionNotAllowed }
  }

  private func keychain(_ options: RequestOptions) throws(KeychainStatus) -> any KeychainService {
    if options.kind == .dataProtection { return device }
    return try files.session(options.kind, for: caller, passwords: Nobody())
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    try keychain(addition.options).add(addition)
  }
  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    try keychain(query.options).find(query)
  }
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    try keychain(query.options).update(query, with: changes)
  }
  package func delete(_ query: ItemQuery) throws(KeychainStatus) { try keychain(query.options).delete(query) }

  package func keychainFiles() -> KeychainListing { files.listing }

  private func store(of name: KeychainName?) throws(KeychainStatus) -> KeychainStore {
    if let name { try files.store(of: name) } else { store }
  }

  package func verify(_ name: KeychainName?) throws(CommandFailure) -> StoreReport {
    do throws(KeychainStatus) { return try store(of: name).verify() } catch { throw .keychain(error) }
  }

  package func forget(_ told: [LostItem], of name: KeychainName?) throws(CommandFailure) {
    do throws(KeychainStatus) { try store(of: name).forgetLost(told) } catch { throw .keychain(error) }
  }

  package func perform(_ request: KeychainFileRequest) throws(KeychainStatus) {
    switch request {
    case .list: break
    case .create(let name, let password): try files.create(name, password)
    case .delete(let name): try files.delete(name)
    case .lock(nil): files.lockAll()
    case .lock(let name?): try files.lock(name)
    case .unlock(let name, let password): try files.unlock(name, password)
    case .setPassword(let name, let old, let new): try files.setPassword(name, from: old, to: new)
    case .setSettings(let name, let settings): try files.set(settings, of: name)
    case .setStandard(let kind): try files.setStandard(kind)
    case .setSearched(let kinds): try files.setSearched(kinds)
    }
  }
}

package func withTool(_ body: (ToolHarness) throws -> Void) throws {
  try withTemporaryFolder { folder in try body(ToolHarness(in: folder)) }
}
