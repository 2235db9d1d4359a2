// SPDX-License-Identifier: Apache-2.0
import AccessModel
import LocationService
import MessageBus
import PortalAccess

/// What apps and services say on a message bus, in values of whatever types: nothing traps, and what is shown of it is short and
/// on one line.
package enum BusMessagesTarget: FuzzTarget {
  package static let name = "BusMessages"

  private static let members = [
    "OpenFile", "SaveFile", "AddNotification", "RemoveNotification", "Notify", "CloseNotification", "GetCapabilities",
    "GetServerInformation", "AccessDialog",
  ]
  private static let keys = [
    "title", "body", "priority", "directory", "current_name", "handle_token", "urgency", "Latitude", "Longitude",
    "Accuracy", "Altitude", "Timestamp",
  ]

  package static func run(_ bytes: [UInt8]) {
    var reader = Reader(bytes)
    let member = members[Int(reader.byte()) % members.count]
    let arguments = (0..<(Int(reader.byte()) % 10)).map { _ in reader.value(depth: 0) }
    if let call = FileChooserCall(member, arguments) {
      precondition(!call.name.contains("/") && isLine(call.name), "a name is one part of a path")
    }
    for interface in ["org.freedesktop.portal.Notification", "org.freedesktop.Notifications"] {
      switch NotificationCall(interface, member, arguments) {
      case .add(_, let text), .notify(_, let text):
        precondition(text.title.count <= NotificationText.longestTitle && isLine(text.title))
        precondition(text.body.count <= NotificationText.longestBody && isLine(text.markup))
        precondition(!text.markup.unicodeScalars.contains("<"), "an app's text is no markup")
      case .remove, .close, .capabilities, .information, .malformed, .unknown: break
      }
    }
    if let dialog = AccessDialog(member, arguments) {
      precondition(isLine(dialog.program) && isLine(dialog.words) && dialog.program.count <= 64)
    }
    if let values = arguments.first?.named, let fix = LocationFix(geoClue: values, now: 1) {
      precondition(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180 && fix.accuracy >= 0)
    }
  }

  private static func isLine(_ text: String) -> Bool { !text.contains(where: \.isNewline) }

  /// Values of every type, out of bytes.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
    private mutating func number() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }
    private mutating func text() -> String {
      let count = Int(byte()) << (byte() % 4)
      defer { rest = rest.dropFirst(count) }
      return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private mutating func key() -> BusValue {
      let kind = byte()
      return kind == 255 ? value(depth: 4) : .string(kind < 200 ? keys[Int(kind) % keys.count] : text())
    }

    mutating func value(depth: Int) -> BusValue {
      switch byte() % (depth < 4 ? 15 : 11) {
      case 0: .byte(byte())
      case 1: .boolean(byte() & 1 == 1)
      case 2: .int32(Int32(truncatingIfNeeded: number()))
      case 3: .uint32(UInt32(truncatingIfNeeded: number()))
      case 4: .int64(Int64(bitPattern: number()))
      case 5: .uint64(number())
      case 6: .double(Double(bitPattern: number()))
      case 7, 8: .string(text())
      case 9: .objectPath(text())
      case 10: .bytes(Array(text().utf8))
      case 11: .array(of: "v", elements(depth))
      case 12: .structure(elements(depth))
      case 13: .variant(value(depth: depth + 1))
      default:
        .dictionary(
          keys: "s", values: "v",
          (0..<(Int(byte()) % 8)).map { _ in BusEntry(key: key(), value: .variant(value(depth: depth + 1))) })
      }
    }

    private mutating func elements(_ depth: Int) -> [BusValue] {
      (0..<(Int(byte()) % 8)).map { _ in value(depth: depth + 1) }
    }
  }
}
