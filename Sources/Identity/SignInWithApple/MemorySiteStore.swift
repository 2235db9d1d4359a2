// SPDX-License-Identifier: Apache-2.0
import Clocks
public import SignInSite
import Threads

/// Keeps all in memory: for one server, and until it ends.
public final class MemorySiteStore: SiteStore {
  private struct Record {
    let value: String
    let end: Int?
  }

  private struct Key: Hashable {
    let kind: SiteRecord
    let name: String
  }

  private let records = Locked<[Key: Record]>([:])
  private let most: Int
  /// Seconds since 1970.
  private let clock: @Sendable () -> Int

  /// Holds so many records at the most, and refuses what is too many.
  public convenience init(most: Int = 100_000) { self.init(most: most) { WallClock.seconds } }

  package init(most: Int, clock: @escaping @Sendable () -> Int) { (self.most, self.clock) = (most, clock) }

  /// Keeps a value in place of a former one.
  ///
  /// - Throws: `SiteStoreError` where there is no room.
  public func keep(_ value: String, _ kind: SiteRecord, _ key: String, until end: Int?) throws(SiteStoreError) {
    try records.withLock { (records) throws(SiteStoreError) in
      if records[Key(kind: kind, name: key)] == nil { try makeRoom(&records) }
      records[Key(kind: kind, name: key)] = Record(value: value, end: end)
    }
  }

  /// The value, if it has not ended.
  ///
  /// - Throws: Nothing: it is in memory.
  public func value(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String? {
    records.withLock { records in records[Key(kind: kind, name: key)].flatMap { Self.isThere($0, now) ? $0.value : nil }
    }
  }

  /// The value, if it has not ended, to one caller alone.
  ///
  /// - Throws: Nothing: it is in memory.
  public func take(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String? {
    records.withLock { records in
      sweep(&records, now)
      return records.removeValue(forKey: Key(kind: kind, name: key))?.value
    }
  }

  /// Keeps a value where the key has none.
  ///
  /// - Throws: `SiteStoreError` where there is no room.
  public func note(
    _ value: String, _ kind: SiteRecord, _ key: String, until end: Int?
  ) throws(SiteStoreError) -> Novelty {
    try records.withLock { (records) throws(SiteStoreError) in
      guard records[Key(kind: kind, name: key)] == nil else { return .knownBefore }
      try makeRoom(&records)
      records[Key(kind: kind, name: key)] = Record(value: value, end: end)
      return .new
    }
  }

  /// The values of a kind that have not ended.
  ///
  /// - Throws: Nothing: memory answers always. Other stores throw `SiteStoreError` where they cannot be read.
  public func values(_ kind: SiteRecord, at now: Int) throws(SiteStoreError) -> [String] {
    records.withLock { records in
      records.filter { $0.key.kind == kind && Self.isThere($0.value, now) }.map(\.value.value)
    }
  }

  private func makeRoom(_ records: inout [Key: Record]) throws(SiteStoreError) {
    // What has ended takes nobody's place.
    if records.count >= most { sweep(&records, clock()) }
    guard records.count < most else { throw SiteStoreError("full") }
  }

  private static func isThere(_ record: Record, _ now: Int) -> Bool { record.end.map { $0 > now } ?? true }

  private func sweep(_ records: inout [Key: Record], _ now: Int) {
    records = records.filter { Self.isThere($0.value, now) }
  }
}
