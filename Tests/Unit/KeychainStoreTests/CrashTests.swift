// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainModel
import KeychainStore
import Processes
import ProtectionModelTesting
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

@Suite struct CrashTests {
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  @Test func `Whatever was added is there after a kill`() throws {
    try withTemporaryFolder { folder in
      var added: [String] = []
      for round in 0..<6 {
        added += try addAndKill(folder, from: round * 100_000, after: 20 + 15 * round)
        let store = try KeychainStore.forTest(folder, FakeClassKeys())
        let report = try store.verify()
        #expect(report.isWell)
        // One more may have been stored whose success nobody heard of.
        #expect((added.count...added.count + round + 1).contains(report.items))
        for account in added { #expect(try data(of: account, store) == account) }
      }
      #expect(added.count > 50)
    }
  }

  @Test(arguments: [1, 3, 40])
  func `a store whose process was killed is not taken for a damaged one`(_ count: Int) throws {
    try withTemporaryFolder { folder in
      let added = try addAndKill(folder, from: 0, after: count)
      do {
        let store = try KeychainStore.forTest(folder, FakeClassKeys())
        #expect(store.health == .well && store.damagedCopy == nil)
        for account in added { #expect(try data(of: account, store) == account) }
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("keychain.db-") }
      #expect(!files.contains { $0.contains("damaged") || $0.contains("new") }, "\(files)")
    }
  }

  /// The numbers whose items were stored before the process was killed.
  private func addAndKill(_ folder: String, from first: Int, after count: Int) throws -> [String] {
    let program = try Program.locate("keychain-writer").path
    let output = try FileDescriptor.open(folder + "/added-\(first)", O_RDWR | O_CREAT, mode: 0o600)
    var plan = ChildPlan(path: program, arguments: [folder + "/keychain.db", "\(first)"])
    plan.output = output.raw
    plan.life = .onItsOwn
    let child = try ChildProcess.start(plan)
    while try lines(output).count < count { usleep(500) }
    try child.send(SIGKILL)
    #expect(try child.wait() == .killed(signal: SIGKILL))
    return try lines(output)
  }

  private func lines(_ file: borrowing FileDescriptor) throws -> [String] {
    String(decoding: try file.read(count: 1 << 16, at: 0), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func data(of account: String, _ store: KeychainStore) throws -> String? {
    let query = ItemQuery(
      .genericPassword, [.account: .string(account)], options: RequestOptions(returns: .data))
    return try store.session(for: caller).find(query).first?.data?.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// Each in a process of its own: the second one is refused, and the first one's store is as it was.
  @Test func `Two processes cannot have one store`() throws {
    try withTemporaryFolder { folder in
      let program = try Program.locate("keychain-writer").path
      let output = try FileDescriptor.open(folder + "/added", O_RDWR | O_CREAT, mode: 0o600)
      var plan = ChildPlan(path: program, arguments: [folder + "/keychain.db", "0"])
      plan.output = output.raw
      plan.life = .onItsOwn
      let first = try ChildProcess.start(plan)
      while try lines(output).count < 3 { usleep(500) }
      let second = try Program.run("keychain-writer", [folder + "/keychain.db", "1000000"])
      #expect(second.exitCode == 3 && second.output.isEmpty)
      #expect(throws: KeychainStoreError.inUse) { try KeychainStore.forTest(folder, FakeClassKeys()) }
      let before = try lines(output).count
      while try lines(output).count < before + 3 { usleep(500) }
      try first.send(SIGKILL)
      _ = try first.wait()
      #expect(try KeychainStore.forTest(folder, FakeClassKeys()).verify().isWell)
    }
  }

  @Test(
    .enabled(if: Program.canMount, "nothing can be mounted here"),
    .enabled(if: geteuid() == 0, "only root can make a disk of 1 MiB"))
  func `A full disk is an error and costs nothing`() throws {
    try withTemporaryFolder { folder in
      try #require(try Program.run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).exitCode == 0)
      defer { _ = try? Program.run("umount", ["-l", folder]) }
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let app = store.session(for: caller)
      var added: [String] = []
      let refusal = #expect(throws: KeychainStatus.self) {
        while added.count < 10_000 {
          let account = "\(added.count)"
          let data = SecretData(copying: Array(account.utf8).span)
          _ = try app.add(ItemAddition(.genericPassword, [.account: .string(account)], data: data))
          added.append(account)
        }
      }
      #expect(refusal == .notAvailable || refusal == .inputOutput)
      #expect(added.count > 10)
      for account in added { #expect(try data(of: account, store) == account) }
      #expect(try store.verify().isWell)
    }
  }
}
