// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Foundation
import KeychainModel
import RunningInstance
import Testing

/// What whoever took over `bailey-secrets` can ask of `baileyd`, and what others can do in its place.
@Suite(
  .serialized,
  .enabled(if: Program.canMount && RelayLibrary.canBeBuilt, "needs something to mount with, and clang"))
struct SecretServiceAttacks {
  private static let everyGroup = ItemQuery(
    .genericPassword, options: RequestOptions(returns: [.attributes, .data], limit: .all))

  private func item(_ account: String) -> BrokerRequest {
    let secret = SecretData(copying: Array(account.utf8).span)
    return .keychain(.add(ItemAddition(.genericPassword, [.account: .string(account)], data: secret)))
  }

  private func accounts(_ tool: FalseTool) throws -> [String] {
    guard case .keychain(.items(let items, _)) = try tool.ask(.keychain(.find(Self.everyGroup))) else { return [] }
    return items.compactMap { $0.attributes?[.account]?.string }
  }

  @Test func `bailey-secrets reaches what it stored and nobody else does`() throws {
    try withInstance(.absent) { instance in
      let library = try RelayLibrary(for: instance)
      let copy = instance.home.deletingLastPathComponent().appending(path: "bailey-secrets").path
      try Program.run("cp", [Program.locate("bailey-secrets").path, copy])
      let programs = [try Program.locate("bailey-secrets").path, try Program.locate("bailey").path, copy]
      let tools = try programs.map { try FalseTool(library, as: $0) }
      for (tool, name) in zip(tools, programs) { _ = try tool.ask(item(name)) }
      for (tool, name) in zip(tools, programs) { #expect(try accounts(tool) == [name]) }
      for group in ["bailey.private.secret-service", "bailey.private.command-line"] {
        let query = ItemQuery(
          .genericPassword, [.accessGroup: .string(group)], options: RequestOptions(returns: .attributes, limit: .all))
        guard case .refused(.keychain) = try tools[2].ask(.keychain(.find(query))) else {
          Issue.record("a copy reaches \(group)")
          continue
        }
      }
    }
  }

  @Test func `bailey-secrets does nothing that is the owner's to do`() throws {
    try withInstance(.absent) { instance in
      let tool = try FalseTool(RelayLibrary(for: instance), as: Program.locate("bailey-secrets").path)
      for request: BrokerRequest in [
        .apps(.registrations), .keychain(.verify(nil)), .keychain(.file(.list)),
        .keychain(.owner(.list(.genericPassword))),
        .keychain(.examine(Self.everyGroup)), .person(.agent(.nextQuestion(seconds: 0))), .privacySettings(.rows),
        .bundles(.installed), .access(.state), .widgets(.surfaces),
      ] {
        guard case .refused(.notPermitted) = try tool.ask(request) else {
          Issue.record("\(request)")
          continue
        }
      }
    }
  }
}
