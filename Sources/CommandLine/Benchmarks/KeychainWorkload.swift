// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import KeychainModel
import Threads

/// The calls that are measured, on a keychain of `size` items.
struct KeychainWorkload: Sendable {
  struct Outcome: Sendable {
    /// The times of the operations in microseconds; `all` in milliseconds.
    var find = 0.0, store = 0.0, update = 0.0, delete = 0.0, all = 0.0
    var findsPerSecond = 0.0
    var storesPerSecond = 0.0
  }

  private static let finds = 4000
  private static let changes = 200
  private static let threads = 8

  private let client: BrokerClient
  private let size: Int

  init(_ client: BrokerClient, size: Int) {
    self.client = client
    self.size = size
  }

  func run() throws(BenchmarkError) -> Outcome {
    do {
      return try measure()
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw .unreadableAnswer(program: "baileyd")
    }
  }

  private func measure() throws -> Outcome {
    var outcome = Outcome()
    // Finds are spread between the other calls, so that a disturbance of the machine seldom hits all of them.
    var finds: [Double] = []
    let stores = try (0..<size).map { number in try time { try add(number) } }
    finds += try timeFinds()
    let more = try (size..<size + Self.changes).map { number in try time { try add(number) } }
    outcome.store = median(of: size > Self.changes ? stores.suffix(Self.changes) + more : more) ?? 0
    finds += try timeFinds()
    let updates = try (size..<size + Self.changes).map { number in
      try time { try client.update(query(number), with: ItemChanges(data: secret(number + 1))) }
    }
    outcome.update = median(of: updates) ?? 0
    finds += try timeFinds()
    let deletions = try (size..<size + Self.changes).map { number in
      try time { try client.delete(query(number)) }
    }
    outcome.delete = median(of: deletions) ?? 0
    finds += try timeFinds()
    outcome.find = median(of: finds) ?? 0
    let all = try (0..<3).map { _ in
      try time {
        let query = ItemQuery(
          .genericPassword, [.service: "benchmark"],
          options: RequestOptions(returns: [.attributes, .data], limit: .all))
        guard try client.find(query).count == size else { throw BenchmarkError.unreadableAnswer(program: "baileyd") }
      }
    }
    outcome.all = (median(of: all) ?? 0) / 1000
    outcome.findsPerSecond = try together(Self.finds) { number, round in
      _ = try client.find(query((round &+ number) &* 7919 % size, .data))
    }
    outcome.storesPerSecond = try together(Self.changes) { number, round in
      try add(size + number * Self.changes + round)
    }
    return outcome
  }

  private func timeFinds() throws -> [Double] {
    try (0..<Self.finds).map { round in
      try time { _ = try client.find(query(round &* 7919 % size, .data)) }
    }
  }

  /// Calls a second, made by several threads that make `count` calls each.
  private func together(_ count: Int, _ call: @escaping @Sendable (Int, Int) throws -> Void) throws -> Double {
    let failed = Locked(false)
    let start = ContinuousClock.now
    let threads = try (0..<Self.threads).map { number in
      try SystemThread(named: "calls") {
        do { for round in 0..<count { try call(number, round) } } catch { failed.withLock { $0 = true } }
      }
    }
    for thread in threads { thread.join() }
    guard !failed.withLock({ $0 }) else { throw BenchmarkError.unreadableAnswer(program: "baileyd") }
    return Double(Self.threads * count) / (ContinuousClock.now - start).inSeconds
  }

  // MARK: - Parts

  /// Measures the time of a body in microseconds.
  private func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).inSeconds * 1_000_000
  }

  private func add(_ number: Int) throws {
    let attributes: ItemAttributes = [
      .account: .string("account \(number)"), .service: "benchmark", .label: .string("Item \(number)"),
    ]
    _ = try client.add(ItemAddition(.genericPassword, attributes, data: secret(number)))
  }

  private func query(_ number: Int, _ returns: ReturnSelection = []) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.account: .string("account \(number)"), .service: "benchmark"],
      options: RequestOptions(returns: returns))
  }

  private func secret(_ number: Int) -> SecretData {
    let bytes = Array("correct horse battery staple \(number)".utf8)
    return SecretData(copying: bytes.span)
  }
}
