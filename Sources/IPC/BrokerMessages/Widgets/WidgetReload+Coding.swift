// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import ProtectionModel
import WidgetUpdates
import WireFormat

extension WidgetReload {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: owner, atMost: Self.longestOwner)
    try buffer.append(optional: kind) { (buffer, kind) throws(WireError) in
      try buffer.append(text: kind, atMost: Self.longestKind)
    }
    try buffer.append(integer: number)
    try buffer.append(integer: charge.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let owner = try cursor.text(atMost: Self.longestOwner, in: message)
    let kind = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: Self.longestKind, in: message)
    }
    let number = try cursor.integer(UInt64.self, in: message)
    self.init(owner: owner, kind: kind, number: number, charge: try cursor.number(in: message))
  }
}

extension ShownWidget {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: owner, atMost: WidgetReload.longestOwner)
    try buffer.append(text: kind, atMost: WidgetReload.longestKind)
    try buffer.append(text: family, atMost: Self.longestFamily)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let owner = try cursor.text(atMost: WidgetReload.longestOwner, in: message)
    let kind = try cursor.text(atMost: WidgetReload.longestKind, in: message)
    self.init(owner: owner, kind: kind, family: try cursor.text(atMost: Self.longestFamily, in: message))
  }
}

extension WidgetFollowing {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(optional: state) { (buffer, state) throws(WireError) in
      try buffer.append(integer: state.rawValue)
    }
    try buffer.append(integer: number)
    try buffer.append(integer: seconds)
    guard widgets.count <= Self.mostWidgets else { throw .badValue }
    try buffer.append(integer: UInt32(widgets.count))
    for widget in widgets { try widget.encode(into: &buffer) }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let state = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.number(LockState.self, in: message)
    }
    let number = try cursor.integer(UInt64.self, in: message)
    let seconds = try cursor.integer(UInt16.self, in: message)
    let widgets = try cursor.list(in: message) { (cursor) throws(WireError) in
      try ShownWidget(decoding: message, &cursor)
    }
    guard widgets.count <= Self.mostWidgets else { throw .badValue }
    self.init(state: state, number: number, widgets: widgets, seconds: seconds)
  }
}
