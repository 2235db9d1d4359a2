// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WidgetModel
package import WidgetUpdates
import ProtectionModel
package import WireFormat

/// The requests about widgets: about their pictures, so that a lock finds none that shows too much, and by apps that
/// have something new to show.
package enum WidgetsRequest: RequestFamily, Equatable {
  /// Gives a picture its name, if the lock state is still the one it was drawn for.
  case publish(PublishedPicture)
  /// The asking app's widgets of this kind, or all of them, show something else from now on.
  case reload(kind: String?)
  /// The widgets of the asking app that are shown now.
  case shown
  /// The same as `reload` for an extension, by the process that draws it.
  case reloadExtension(WidgetReload)
  /// The lock state and what was reloaded, as soon as there is more than is known, or when the time is over.
  case follow(WidgetFollowing)
  /// The same as `shown` for an extension.
  case shownExtension(String)
  /// The owner's choices of what surfaces show while the screen is locked.
  case surfaces
  /// Changes it. With the number under which the enclave knows that the passcode was given, where more is to be shown.
  case chooseSurfaces([SurfaceChange], QuestionNumber?)

  /// The most changes of one request.
  package static let mostChanges = 64

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case publish = 0x0a01
    case reload = 0x0a02
    case shown = 0x0a03
    case reloadExtension = 0x0a04
    case follow = 0x0a05
    case shownExtension = 0x0a06
    case surfaces = 0x0a07
    case chooseSurfaces = 0x0a08
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // A picture that has its name has no hidden one any more.
    case .publish: RequestRow(.publish, .widgets, .often, .once)
    // Of apps that run in sandboxes, each for itself; how often, `FollowedWidgets` says.
    case .reload: RequestRow(.reload, .programs, .often, .once)
    case .shown: RequestRow(.shown, .programs, .often, .again)
    case .reloadExtension: RequestRow(.reloadExtension, .widgets, .often, .once)
    case .follow: RequestRow(.follow, .widgets, .often, .once)
    case .shownExtension: RequestRow(.shownExtension, .widgets, .often, .again)
    case .surfaces: RequestRow(.surfaces, .ownPrograms, .often, .again)
    // Which of the two operations it is follows from what is shown so far: `SealedSurfaces`.
    case .chooseSurfaces: RequestRow(.chooseSurfaces, .owners, .rarely, .once, operation: .hideWhileLocked)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .publish(let picture): try picture.encode(into: &buffer)
    case .reload(let kind):
      try buffer.append(optional: kind) { (buffer, kind) throws(WireError) in
        try buffer.append(text: kind, atMost: WidgetReload.longestKind)
      }
    case .shown, .surfaces: break
    case .reloadExtension(let reload): try reload.encode(into: &buffer)
    case .follow(let following): try following.encode(into: &buffer)
    case .shownExtension(let owner): try buffer.append(text: owner, atMost: WidgetReload.longestOwner)
    case .chooseSurfaces(let changes, let proof):
      try buffer.append(changes: changes, atMost: Self.mostChanges)
      try buffer.append(optional: proof) { (buffer, proof) throws(WireError) in
        try buffer.append(bytes: proof.bytes.span)
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .publish: self = .publish(try PublishedPicture(decoding: message, &cursor))
    case .reload:
      self = .reload(
        kind: try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.text(atMost: WidgetReload.longestKind, in: message)
        })
    case .shown: self = .shown
    case .reloadExtension: self = .reloadExtension(try WidgetReload(decoding: message, &cursor))
    case .follow: self = .follow(try WidgetFollowing(decoding: message, &cursor))
    case .shownExtension:
      self = .shownExtension(try cursor.text(atMost: WidgetReload.longestOwner, in: message))
    case .surfaces: self = .surfaces
    case .chooseSurfaces:
      let changes = try cursor.changes(atMost: Self.mostChanges, in: message)
      self = .chooseSurfaces(
        changes,
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          guard let number = QuestionNumber(try cursor.bytes(QuestionNumber.size, in: message)) else { throw .badValue }
          return number
        })
    }
  }
}

extension WireBuffer {
  mutating func append(changes: [SurfaceChange], atMost limit: Int) throws(WireError) {
    guard changes.count <= limit else { throw .badValue }
    try append(integer: UInt32(changes.count))
    for change in changes { try append(text: change.line, atMost: SurfaceChange.longest) }
  }
}

extension WireCursor {
  mutating func changes(atMost limit: Int, in message: Span<UInt8>) throws(WireError) -> [SurfaceChange] {
    let changes = try list(in: message) { (cursor) throws(WireError) in
      guard let change = SurfaceChange(try cursor.text(atMost: SurfaceChange.longest, in: message)) else {
        throw .badValue
      }
      return change
    }
    guard changes.count <= limit else { throw .badValue }
    return changes
  }
}
