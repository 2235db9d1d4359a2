// SPDX-License-Identifier: Apache-2.0
import AccessModel
import FingerprintService
import LocationService
import LoginSession
import MessageBus
import PortalAccess
import PromptModel

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
    "Accuracy", "Altitude", "Timestamp", "Class", "Active", "Seat", "IdleHint", "LockedHint",
  ]

  package static func run(_ bytes: [UInt8]) {
    var reader = BusValueReader(bytes, keys: keys)
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
    let status = VerifyStatus(arguments)
    precondition(status.result != .match || arguments.first?.text == "verify-match", "nothing else is a match")
    if let answer = arguments.first, let fingers = EnrolledFingers(answer, at: member), fingers.enrolment.set != nil {
      precondition(answer.elements?.isEmpty == false, "a set has fingers")
    }
    if let values = arguments.first?.named, let session = SessionFacts(logind: values) {
      precondition(values["Class"]?.text == "user" && values["Active"]?.boolean == session.isActive)
    }
    if let values = arguments.first?.named, let fix = LocationFix(geoClue: values, now: 1) {
      precondition(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180 && fix.accuracy >= 0)
    }
  }

  private static func isLine(_ text: String) -> Bool { !text.contains(where: \.isNewline) }
}
