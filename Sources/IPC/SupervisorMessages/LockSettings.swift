// SPDX-License-Identifier: Apache-2.0
import WireFormat

/// What the owner decides about locking.
package struct LockSettings: Sendable, Equatable {
  /// How long after a lock the files of class `complete` stay readable.
  package var graceSeconds: UInt16
  /// Whether the tenth wrong passcode erases everything.
  package var eraseAfterTen: Bool

  package init(graceSeconds: UInt16, eraseAfterTen: Bool) {
    self.graceSeconds = graceSeconds
    self.eraseAfterTen = eraseAfterTen
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: graceSeconds)
    try buffer.append(integer: UInt8(eraseAfterTen ? 1 : 0))
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    graceSeconds = try cursor.integer(in: packet)
    let flag = try cursor.byte(in: packet)
    guard flag <= 1 else { throw .badValue }
    eraseAfterTen = flag == 1
  }
}

/// The settings that count now, and those of the next start: others only where the file was changed by hand.
package struct LockSettingsReport: Sendable, Equatable {
  package var current: LockSettings
  package var next: LockSettings

  package init(current: LockSettings, next: LockSettings) {
    self.current = current
    self.next = next
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try current.encode(into: &buffer)
    try next.encode(into: &buffer)
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    current = try LockSettings(decoding: packet, &cursor)
    next = try LockSettings(decoding: packet, &cursor)
  }
}
