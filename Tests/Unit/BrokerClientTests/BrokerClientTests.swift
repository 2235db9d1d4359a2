// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import BrokerServer
import BrokerTesting
import CallerIdentity
import Glibc
import KeychainModel
import SystemCalls
import Testing
import Threads

@Suite struct BrokerClientTests {
  private func data(_ count: Int) -> SecretData {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    return SecretData(copying: bytes.span)
  }

  private func bytes(_ data: SecretData?) -> [UInt8]? {
    guard let data else { return nil }
    return data.withBytes { span in span.indices.map { span[$0] } }
  }

  private func status(_ body: () throws(KeychainStatus) -> Void) -> KeychainStatus? {
    do throws(KeychainStatus) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `What is asked and answered arrives`() throws {
    let answer: ScriptedBroker.Answer = { request, _ in
      guard case .keychain(.add(let addition)) = request, let itemClass = addition.itemClass else { return .done }
      return .keychain(.added(ItemResult(itemClass, attributes: addition.attributes, data: addition.data)))
    }
    try withBroker(answer: answer) { broker in
      let client = broker.client()
      for count in [0, 1, 4000, 4096, 70_000, KeychainLimits.secret] {
        let item = try client.add(ItemAddition(.genericPassword, [.account: "me"], data: data(count)))
        #expect(item?.attributes == [.account: "me"])
        #expect(bytes(item?.data) == bytes(data(count)))
      }
      try client.delete(ItemQuery(.key))
      try client.update(ItemQuery(.key), with: ItemChanges())
    }
  }

  @Test func `Ten thousand items come in one answer`() throws {
    let items = (0..<10_000).map { number in
      ItemResult(.genericPassword, attributes: [.account: .string("account \(number)")], data: data(20))
    }
    try withBroker(answer: { _, _ in .keychain(.items(items, .last)) }) { broker in
      let found = try broker.client().find(ItemQuery(.genericPassword))
      #expect(found.map { $0.attributes } == items.map { $0.attributes })
    }
  }

  @Test func `An empty list is one`() throws {
    try withBroker(answer: { _, _ in .keychain(.items([], .last)) }) { broker in
      let client = broker.client()
      let found = try client.find(ItemQuery(.genericPassword))
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: KeychainStatus.allCases) func `A status arrives`(status: KeychainStatus) throws {
    try withBroker(answer: { _, _ in .refused(.keychain(status)) }) { broker in
      let client = broker.client()
      #expect(self.status { () throws(KeychainStatus) in _ = try client.find(ItemQuery(.key)) } == status)
    }
  }

  @Test func `Without a daemon the keychain is not available`() {
    let client = BrokerClient(socket: "/nowhere/broker.sock")
    #expect(status { () throws(KeychainStatus) in _ = try client.find(ItemQuery(.key)) } == .notAvailable)
    #expect(throws: BrokerClientError.unreachable(SystemError(.open, code: ENOENT))) { _ = try client.access() }
  }

  @Test func `What is too large is a parameter error`() throws {
    try withBroker(answer: { _, _ in .keychain(.added(nil)) }) { broker in
      let client = broker.client()
      let large = ItemAddition(.key, data: data(KeychainLimits.secret + 1))
      #expect(status { () throws(KeychainStatus) in _ = try client.add(large) } == .param)
      _ = try client.add(ItemAddition(.key, data: data(KeychainLimits.secret)))
    }
  }

  @Test func `An answer to something else is an error`() throws {
    try withBroker(answer: { _, _ in .done }) { broker in
      let client = broker.client()
      #expect(status { () throws(KeychainStatus) in _ = try client.find(ItemQuery(.key)) } == .internalError)
    }
  }

  @Test func `A connection that was ended meanwhile is not noticed`() throws {
    var limits = BrokerLimits()
    limits.idle = .milliseconds(10)
    let count = Locked(0)
    let answer: ScriptedBroker.Answer = { _, _ in
      count.withLock { $0 += 1 }
      return .keychain(.added(nil))
    }
    try withBroker(limits: limits, answer: answer) { broker in
      let client = broker.client()
      for pause in [0, 5000, 9000, 9500, 10_000, 10_500, 11_000, 30_000] as [UInt32] {
        usleep(pause)
        _ = try client.add(ItemAddition(.key))
      }
    }
    // Each was done exactly once.
    #expect(count.withLock { $0 } == 8)
  }

  @Test func `Many threads call at once`() throws {
    let answer: ScriptedBroker.Answer = { request, _ in
      guard case .keychain(.find(let query)) = request else { return .done }
      return .keychain(.items([ItemResult(.key, attributes: query.attributes)], .last))
    }
    try withBroker(answer: answer) { broker in
      let client = broker.client()
      let wrong = Locked(0)
      let threads = try (0..<16).map { thread in
        try SystemThread(named: "caller") {
          for number in 0..<50 {
            let attributes: ItemAttributes = [.label: .string("\(thread) \(number)")]
            let found = try? client.find(ItemQuery(.key, attributes))
            if found?.first?.attributes != attributes { wrong.withLock { $0 += 1 } }
          }
        }
      }
      for thread in threads { thread.join() }
      #expect(wrong.withLock { $0 } == 0)
    }
  }

  @Test func `What a program may reach arrives`() throws {
    let access = AppAccess(standing: .registered, identifier: "T.app", groups: ["a", "b"], isAppClip: false)
    try withBroker(answer: { _, _ in .apps(.access(access)) }) { broker in
      let client = broker.client()
      let told = try client.access()
      #expect(told == access)
    }
  }

  @Test func `Every registration arrives`() throws {
    let apps = (0..<1024).map { number in
      RegisteredApp(
        path: Array("/opt/\(String(repeating: "x", count: 500))/\(number)".utf8),
        digest: [UInt8](repeating: 1, count: 32), identifier: nil, groups: ["g"], condition: .current)
    }
    try withBroker(role: .commandLine, answer: { _, _ in .apps(.registrations(apps, .last)) }) { broker in
      let client = broker.client()
      let told = try client.registrations()
      #expect(told == apps)
    }
  }
}
