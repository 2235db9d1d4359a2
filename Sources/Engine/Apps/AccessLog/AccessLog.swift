// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel
import CryptoPrimitives
package import ProtectionModel
import SQLiteDatabase
package import SealedRecords
import SecretMemory
import Threads

/// The log of what apps used in the last seven days, where the person wants one.
///
/// It is off until it is turned on. There is no file then, and when it is turned off again, the file and its key go. Each
/// record is sealed with the file's key, which is there from the first unlock on, on this device alone.
package final class AccessLog: Sendable {
  package static let format: Int64 = 1
  /// The maximum number of records, beyond which the oldest go.
  package static let maximum = 200_000
  /// Hosts of one app, and secrets of one program, on one day; connections to others, and readings of others, are counted together.
  package static let maximumHosts = 1000
  /// Hosts and secrets of all of them.
  static let maximumCounted = 50_000

  private struct State: ~Copyable {
    /// The log that is open; nil where it is off, and until the key is there.
    var open: OpenLog?
    /// Whether records were found that this key did not seal.
    var damaged = false
  }

  private let path: String
  private let keys: any ClassKeyService
  /// The clock, in milliseconds since 1970.
  private let clock: @Sendable () -> Int64
  private let state = Locked(State())
  private let changes = AccessChanges()

  package init(_ path: String, keys: any ClassKeyService, clock: @escaping @Sendable () -> Int64) {
    self.path = path
    self.keys = keys
    self.clock = clock
  }

  // MARK: - On and off

  package func current() throws(SealedRecordsError) -> AccessLogState {
    try state.withLock { state throws(SealedRecordsError) in
      try open(&state)
      guard let since = state.open?.since else { return AccessLogState(isOn: false, since: 0) }
      return AccessLogState(isOn: true, since: since)
    }
  }

  package func turnOn() throws(SealedRecordsError) {
    try state.withLock { state throws(SealedRecordsError) in
      try open(&state)
      guard state.open == nil else { return }
      try removeFile()
      let made = try RecordKey.make(keys)
      state.open = try OpenLog.begin(at: path, made, since: clock())
    }
    changes.note()
  }

  /// Turns the log off and removes all that was written down.
  package func turnOff() throws(SealedRecordsError) {
    try state.withLock { state throws(SealedRecordsError) in
      // Overwritten first: what is unlinked may stay on the disk for long.
      state.open?.overwrite()
      state.open = nil
      try removeFile()
    }
    changes.note()
  }

  private func removeFile() throws(SealedRecordsError) {
    do { try DatabaseFile(path).removeWithLog() } catch { throw .unavailable }
  }

  private func open(_ state: inout State) throws(SealedRecordsError) {
    guard state.open == nil else { return }
    guard let found = try OpenLog.stored(at: path) else { return }
    // Without its key nobody can ever read it.
    guard let key = try RecordKey.open(found.key, keys) else { return try removeFile() }
    state.open = try OpenLog.open(found, key)
  }

  // MARK: - Writing

  /// Notes what the app of this process does. Where the log is off, nothing is kept.
  package func note(_ notes: [AccessNote], of app: String, launcher: Int32) throws(SealedRecordsError) {
    let now = clock()
    let isChanged = try state.withLock { state throws(SealedRecordsError) in
      try open(&state)
      guard state.open != nil else { return false }
      try state.open?.note(notes, of: app, launcher: launcher, now: now)
      return true
    }
    if isChanged { changes.note() }
  }

  /// Notes an access that is over as soon as it began.
  package func noteMoment(
    _ record: (_ now: Int64) -> AccessRecord?
  ) throws(SealedRecordsError) {
    try noteMoments { now in record(now).map { [$0] } ?? [] }
  }

  /// Notes accesses that are over, all of them at once.
  package func noteMoments(
    _ records: (_ now: Int64) -> [AccessRecord]
  ) throws(SealedRecordsError) {
    let now = clock()
    let records = records(now)
    guard !records.isEmpty else { return }
    let isChanged = try state.withLock { state throws(SealedRecordsError) in
      try open(&state)
      guard state.open != nil else { return false }
      try state.open?.add(records, now: now)
      return true
    }
    if isChanged { changes.note() }
  }

  /// Ends the uses of the app that this process held, because the process is gone.
  package func end(of launcher: Int32) {
    let now = clock()
    // A record that stays open here is ended when the log is opened the next time.
    try? state.withLock { state throws(SealedRecordsError) in try state.open?.end(of: launcher, now: now) }
    changes.note()
  }

  // MARK: - Reading

  /// The records that changed after this revision, oldest change first, and the revision of the last one. Waits for one
  /// where there is none yet.
  package func records(
    after revision: UInt64, atMost limit: Int, within time: Duration
  ) throws(SealedRecordsError) -> AccessPage {
    let deadline = ContinuousClock.now + time
    while true {
      let known = changes.count
      let oldest = clock() - AccessLogState.milliseconds
      let page = try state.withLock { state throws(SealedRecordsError) in
        try open(&state)
        guard state.open != nil else { return AccessPage() }
        return try state.open?.records(after: revision, atMost: limit, oldest: oldest) ?? AccessPage()
      }
      let left = deadline - ContinuousClock.now
      guard page.records.isEmpty, left > .zero else { return page }
      guard changes.wait(otherThan: known, within: left) else { return page }
    }
  }
}

/// A part of what is written down.
package struct AccessPage: Sendable {
  package var records: [AccessRecord] = []
  package var revision: UInt64 = 0
}
