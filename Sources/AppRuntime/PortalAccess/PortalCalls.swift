// SPDX-License-Identifier: Apache-2.0
import ConsentModel
package import MessageBus
package import PromptModel

/// The call of an app to `org.freedesktop.portal.FileChooser`, as far as it is read.
package struct FileChooserCall: Sendable {
  package let use: FileWish.Use
  /// The suggested name of a file to be saved: one part of a path, as it may be shown.
  package let name: String
  let options: [String: BusValue]

  package init?(_ member: String, _ arguments: [BusValue]) {
    guard ["OpenFile", "SaveFile"].contains(member), arguments.count == 3, arguments[1].text != nil,
      let options = arguments[2].named
    else { return nil }
    self.options = options
    func isSet(_ name: String) -> Bool { options[name]?.boolean == true }
    use = member == "SaveFile" ? .save : isSet("directory") ? .folder : isSet("multiple") ? .openSeveral : .open
    let suggestion = use == .save ? options["current_name"]?.text : nil
    name = suggestion.flatMap { PurposeString($0) }?.text.split(separator: "/").last.map(String.init) ?? ""
  }
}

/// The text of an app's notification: one line each, of what can be seen.
package struct NotificationText: Sendable, Equatable {
  package let title: String
  package let body: String
  package let isUrgent: Bool

  package static let (longestTitle, longestBody) = (200, 1000)

  init(title: String, body: String, isUrgent: Bool) {
    self.title = Self.plain(title, Self.longestTitle)
    self.body = Self.plain(body, Self.longestBody)
    self.isUrgent = isUrgent
  }

  private static func plain(_ text: String, _ longest: Int) -> String {
    String((PurposeString(text)?.text ?? "").prefix(longest))
  }

  /// Bodies are markup: an app's are none.
  package var markup: String { Markup.escaped(body) }
}

/// A call of `org.freedesktop.portal.Notification` or `org.freedesktop.Notifications`.
package enum NotificationCall: Sendable, Equatable {
  case add(name: String, NotificationText)
  case remove(name: String)
  /// Shows a notification in the place of another one; nil: a new one.
  case notify(replacing: UInt32?, NotificationText)
  case close(UInt32)
  case capabilities
  case information
  case malformed
  case unknown

  package init(_ interface: String, _ member: String, _ arguments: [BusValue]) {
    switch (interface, member) {
    case (PortalName.notification, "AddNotification"): self = Self.adding(arguments) ?? .malformed
    case (PortalName.notification, "RemoveNotification"):
      self = arguments.first?.text.map { .remove(name: $0) } ?? .malformed
    case (PortalName.notifications, "Notify"): self = Self.notifying(arguments) ?? .malformed
    case (PortalName.notifications, "CloseNotification"):
      self = arguments.first?.integer.map { .close(UInt32(clamping: $0)) } ?? .malformed
    case (PortalName.notifications, "GetCapabilities"): self = .capabilities
    case (PortalName.notifications, "GetServerInformation"): self = .information
    default: self = .unknown
    }
  }

  private static func adding(_ arguments: [BusValue]) -> NotificationCall? {
    guard arguments.count == 2, let name = arguments[0].text, let values = arguments[1].named else { return nil }
    return .add(
      name: name,
      NotificationText(
        title: values["title"]?.text ?? "", body: values["body"]?.text ?? "",
        isUrgent: values["priority"]?.text == "urgent"))
  }

  private static func notifying(_ arguments: [BusValue]) -> NotificationCall? {
    guard arguments.count == 8, let replaced = arguments[1].integer, let title = arguments[3].text,
      let body = arguments[4].text
    else { return nil }
    let isUrgent = arguments[6].named?["urgency"]?.integer == 2
    return .notify(
      replacing: replaced == 0 ? nil : UInt32(clamping: replaced),
      NotificationText(title: title, body: body, isUrgent: isUrgent))
  }
}

/// The question of the desktop's portal for another program: `org.freedesktop.impl.portal.Access`.
package struct AccessDialog: Sendable, Equatable {
  package let program: String
  package let words: String

  package init?(_ member: String, _ arguments: [BusValue]) {
    guard member == "AccessDialog", arguments.count == 7, let program = arguments[1].text,
      let title = arguments[3].text, let subtitle = arguments[4].text, let body = arguments[5].text
    else { return nil }
    let words = [title, subtitle, body].compactMap { PurposeString($0)?.text }.joined(separator: " – ")
    self.words = PurposeString(words)?.text ?? ""
    self.program = PurposeString(program).map { String($0.text.prefix(64)) } ?? "A program without a name"
  }
}
