// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import ProtectionModel
package import WidgetModel
package import WidgetUpdates
package import WireFormat

/// The replies about widgets.
package enum WidgetsReply: ReplyFamily, Equatable {
  case shown([ShownWidget])
  case changes(WidgetNews)
  /// The owner's choices, and whether that is the record that was written last: if not, nothing private is shown.
  case surfaces([SurfaceChange], isInForce: Bool)

  /// Complications that can have a choice of their own, and the other places.
  package static let mostSurfaces = 128

  package enum Number: UInt16, Sendable, CaseIterable {
    case shown = 0x0a01
    case changes = 0x0a02
    case surfaces = 0x0a03
  }

  package var number: Number {
    switch self {
    case .shown: .shown
    case .changes: .changes
    case .surfaces: .surfaces
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .shown(let widgets):
      guard widgets.count <= WidgetFollowing.mostWidgets else { throw .badValue }
      try buffer.append(integer: UInt32(widgets.count))
      for widget in widgets { try widget.encode(into: &buffer) }
    case .changes(let news):
      guard news.reloads.count <= WidgetNews.mostReloads else { throw .badValue }
      try buffer.append(integer: news.state.rawValue)
      try buffer.append(integer: news.number)
      try buffer.append(integer: UInt32(news.reloads.count))
      for reload in news.reloads { try reload.encode(into: &buffer) }
    case .surfaces(let surfaces, let isInForce):
      try buffer.append(changes: surfaces, atMost: Self.mostSurfaces)
      try buffer.append(integer: UInt8(isInForce ? 1 : 0))
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .shown:
      let widgets = try cursor.list(in: message) { (cursor) throws(WireError) in
        try ShownWidget(decoding: message, &cursor)
      }
      guard widgets.count <= WidgetFollowing.mostWidgets else { throw .badValue }
      self = .shown(widgets)
    case .changes:
      let state = try cursor.number(LockState.self, in: message)
      let number = try cursor.integer(UInt64.self, in: message)
      let reloads = try cursor.list(in: message) { (cursor) throws(WireError) in
        try WidgetReload(decoding: message, &cursor)
      }
      guard reloads.count <= WidgetNews.mostReloads else { throw .badValue }
      self = .changes(WidgetNews(state: state, number: number, reloads: reloads))
    case .surfaces:
      let surfaces = try cursor.changes(atMost: Self.mostSurfaces, in: message)
      self = .surfaces(surfaces, isInForce: try cursor.flag(in: message))
    }
  }
}
