// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing
import Threads

@Suite struct SearchListTests {
  /// Asks wherever it may, and is refused.
  private final class Refused: KeychainService {
    let status: KeychainStatus
    private let asked = Locked<[AuthenticationChoice.Prompt]>([])
    var prompts: [AuthenticationChoice.Prompt] { asked.withLock { $0 } }

    init(_ status: KeychainStatus) { self.status = status }

    func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
      asked.withLock { $0.append(query.options.authentication.prompt) }
      throw query.options.authentication.prompt == .allow ? status : .interactionNotAllowed
    }
    func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? { throw .unimplemented }
    func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) { throw .unimplemented }
    func delete(_ query: ItemQuery) throws(KeychainStatus) { throw .unimplemented }
  }

  @Test(arguments: [KeychainStatus.userCanceled, .authFailed])
  func `Who refused one question is not asked the next one`(status: KeychainStatus) {
    let keychain = Refused(status)
    let list = SearchList(keychain, searched: [.dataProtection, .file, .file], target: .dataProtection)
    #expect(throws: status) { _ = try list.find(ItemQuery(.genericPassword)) }
    #expect(keychain.prompts == [.allow, .fail, .fail])
  }

  @Test func `What is not there keeps nobody from being asked`() {
    let keychain = Refused(.itemNotFound)
    let list = SearchList(keychain, searched: [.dataProtection, .file], target: .dataProtection)
    #expect(throws: KeychainStatus.itemNotFound) { _ = try list.find(ItemQuery(.genericPassword)) }
    #expect(keychain.prompts == [.allow, .allow])
  }
}
