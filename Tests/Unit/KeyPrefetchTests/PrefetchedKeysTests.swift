// SPDX-License-Identifier: Apache-2.0
import KeyPrefetch
import ProtectionModel
import ProtectionModelTesting
import Testing
import Threads

@Suite struct PrefetchedKeysTests {
  private static let kept = KeyClass.fileComplete
  private let service = CountedKeys()
  private let prefetched: PrefetchedKeys

  init() { prefetched = PrefetchedKeys(of: [Self.kept], from: service) }

  @Test func `It is filled up before it is empty`() throws {
    var calls = 0
    for _ in 0..<8 { _ = try prefetched.take(Self.kept, mayKeep: { true }, atLowWater: { calls += 1 }) }
    #expect(calls == 1 && service.batches == 1)
    prefetched.refillIfLow(Self.kept) { true }
    #expect(service.batches == 2)
    for _ in 0..<24 { _ = try prefetched.take(Self.kept, mayKeep: { true }) }
    #expect(service.batches == 2 && service.single == 0)
  }

  /// Nobody has made anything lately.
  @Test func `What is empty or full is not filled up`() throws {
    prefetched.refillIfLow(Self.kept) { true }
    #expect(service.batches == 0)
    _ = try prefetched.take(Self.kept, mayKeep: { true })
    prefetched.refillIfLow(Self.kept) { true }
    #expect(service.batches == 1)
  }

  @Test func `Keys that arrive when none may be kept are dropped`() throws {
    let isShut = Locked(false)
    for _ in 0..<8 { _ = try prefetched.take(Self.kept, mayKeep: { true }) }
    service.interrupt { isShut.withLock { $0 = true } }
    prefetched.refillIfLow(Self.kept) { isShut.withLock { !$0 } }
    #expect(service.batches == 2)
    _ = try prefetched.take(Self.kept, mayKeep: { true })
    #expect(service.batches == 3)
  }

  @Test func `A class of which none are kept goes to the service`() throws {
    _ = try prefetched.take(.fileNone, mayKeep: { true })
    _ = try prefetched.take(Self.kept, mayKeep: { false })
    prefetched.refillIfLow(.fileNone) { true }
    #expect(service.single == 2 && service.batches == 0)
  }

  /// If its key were put with the others, another thread could take all of them first.
  @Test func `Who fetches has one of them`() throws {
    service.conclude { [prefetched] in prefetched.drop(Self.kept) }
    #expect(throws: Never.self) { _ = try prefetched.take(Self.kept, mayKeep: { true }) }
  }
}
