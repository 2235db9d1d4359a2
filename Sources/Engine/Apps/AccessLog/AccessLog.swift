// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel
import CryptoPrimitives
package import ProtectionModel
import SQLiteDatabase
import SecretMemory
import Threads

/// What apps used in the last seven days, where the person had it written down.
///
/// It is off until it is turned on. There is no file then, and when it is turned off again, the file and its key go. Each
/// record is sealed with the file's key, which is there from the first unlock on, on this device alone.
package final class AccessLog: Sendable {
  package static let format: Int64 = 1
  /// Beyond this the oldest go.
  package static let maximum = 200_000
  /// Hosts of one app on one day; connections to others are counted together.
  package static let maximumHosts = 1000
  static let keyClass = KeyClass.keychainAfterFirstUnlockThisDeviceOnly

  private struct State: ~Copyable {
    /// Nil where it is off, and until the key is there.
    var open: OpenLog?
    /// Whether records were found that this key did not seal.
    var damaged = false
  }

  private let path: String
  private let keys: any ClassKeyService
  /// Milliseconds since 1970.
  private let clock: @Sendable () -> Int64
  private let state = Locked(State())
  private let changes = AccessChanges()

  package init(_ path: String, keys: any ClassKeyService, clock: @escaping @Sendable () -> Int64) {
    self.path = path
    self.keys = keys
    self.clock = clock
  }

  // MARK: - On and off

  package func current() throws(AccessLogError) -> AccessLogState {
    try state.withLock { state throws(AccessLogError) in
      try open(&state)
      guard let since = state.open?.since else { return AccessLogState(isOn: false, since: 0) }
      return AccessLogState(isOn: true, since: since)
    }
  }

  package func turnOn() throws(AccessLogError) {
    try state.withLock { state throws(AccessLogError) in
      try open(&state)
      guard state.open == nil else { return }
      try removeFile()
      let made = try key()
      state.open = try OpenLog.begin(at: path, made, since: clock())
    }
    changes.note()
  }

  /// Nothing of what was written down is left.
  package func turnOff() throws(AccessLogError) {
    try state.withLock { state throws(AccessLogError) in
      // Overwritten first: what is unlinked may stay on the disk for long.
      state.open?.overwrite()
      state.open = nil
      try removeFile()
    }
    changes.note()
  }

  /// For `begin`: the file's key, and the form it is stored in.
  private func key() throws(AccessLogError) -> NewKey {
    let made: NewKey
    do {
      made = try keys.makeKey(Self.keyClass)
    } catch .refusedByLockState {
      throw .locked
    } catch {
      throw .unavailable
    }
    // Nothing is begun that could not be read.
    guard keys.isAvailable(Self.keyClass) else { throw .locked }
    return made
  }

  private func removeFile() throws(AccessLogError) {
    do { try DatabaseFile(path).removeWithLog() } catch { throw .unavailable }
  }

  private func open(_ state: inout State) throws(AccessLogError) {
    guard state.open == nil else { return }
    let found = try OpenLog.stored(at: path)
    guard let found else { return }
    guard let wrapped = WrappedKey(keyClass: Self.keyClass, bytes: found.key) else { return try removeFile() }
    let key: SecretBytes
    do {
      key = try keys.unwrap(wrapped)
    } catch .refusedByLockState {
      throw .locked
    } catch .damaged {
      // Nobody can ever read it.
      return try removeFile()
    } catch {
      throw .unavailable
    }
    guard key.count == AESGCM.keySize else { return try removeFile() }
    state.open = try OpenLog.open(found, key)
  }

  // MARK: - Writing

  /// Of the app that this process started. Where it is off, nothing is kept.
  package func note(_ notes: [AccessNote], of app: String, launcher: Int32) throws(AccessLogError) {
    let now = clock()
    let isChanged = try state.withLock { state throws(AccessLogError) in
      try open(&state)
      guard state.open != nil else { return false }
      try state.open?.note(notes, of: app, launcher: launcher, now: now)
      return true
    }
    if isChanged { changes.note() }
  }

  /// What is over as soon as it began.
  package func noteMoment(
    _ record: (_ now: Int64) -> AccessRecord?
  ) throws(AccessLogError) {
    let now = clock()
    guard let record = record(now) else { return }
    let isChanged = try state.withLock { state throws(AccessLogError) in
      try open(&state)
      guard state.open != nil else { return false }
      try state.open?.add([record], now: now)
      return true
    }
    if isChanged { changes.note() }
  }

  /// Whoever held the app is gone: what the app used, it uses no more.
  package func end(of launcher: Int32) {
    let now = clock()
    // A record that stays open here is ended when the log is opened the next time.
    try? state.withLock { state throws(AccessLogError) in try state.open?.end(of: launcher, now: now) }
    changes.note()
  }

  // MARK: - Reading

  /// Those that changed after this revision, oldest change first, and the revision of the last one. Waits for one where
  /// there is none yet.
  package func records(
    after revision: UInt64, atMost limit: Int, within time: Duration
  ) throws(AccessLogError) -> AccessPage {
    let deadline = ContinuousClock.now + time
    while true {
      let known = changes.count
      let oldest = clock() - AccessLogState.milliseconds
      let page = try state.withLock { state throws(AccessLogError) in
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
