// SPDX-License-Identifier: Apache-2.0
import KeysAhead
import LinuxSystem
import ProtectionModel
import ProtectionModelTesting
import Testing

@Suite struct KeyStockTests {
  private static let kept = KeyClass.fileComplete
  private let service = CountedKeys()
  private let stock: KeyStock

  init() { stock = KeyStock(of: [Self.kept], from: service) }

  @Test func itIsFilledUpBeforeItIsEmpty() throws {
    var calls = 0
    for _ in 0..<8 { _ = try stock.take(Self.kept, mayKeep: { true }, atLowWater: { calls += 1 }) }
    #expect(calls == 1 && service.batches == 1)
    stock.refillIfLow(Self.kept) { true }
    #expect(service.batches == 2)
    for _ in 0..<24 { _ = try stock.take(Self.kept, mayKeep: { true }) }
    #expect(service.batches == 2 && service.single == 0)
  }

  /// Nobody has made anything lately.
  @Test func whatIsEmptyOrFullIsNotFilledUp() throws {
    stock.refillIfLow(Self.kept) { true }
    #expect(service.batches == 0)
    _ = try stock.take(Self.kept, mayKeep: { true })
    stock.refillIfLow(Self.kept) { true }
    #expect(service.batches == 1)
  }

  @Test func keysThatArriveWhenNoneMayBeKeptAreDropped() throws {
    let isShut = Locked(false)
    for _ in 0..<8 { _ = try stock.take(Self.kept, mayKeep: { true }) }
    service.interrupt { isShut.withLock { $0 = true } }
    stock.refillIfLow(Self.kept) { isShut.withLock { !$0 } }
    #expect(service.batches == 2)
    _ = try stock.take(Self.kept, mayKeep: { true })
    #expect(service.batches == 3)
  }

  @Test func aClassOfWhichNoneAreKeptGoesToTheService() throws {
    _ = try stock.take(.fileNone, mayKeep: { true })
    _ = try stock.take(Self.kept, mayKeep: { false })
    stock.refillIfLow(.fileNone) { true }
    #expect(service.single == 2 && service.batches == 0)
  }

  /// With its keys in the stock, others may have them all before the one who fetched them.
  @Test func whoFetchesHasOneOfThem() throws {
    service.conclude { [stock] in stock.drop(Self.kept) }
    _ = try stock.take(Self.kept, mayKeep: { true })
  }
}
