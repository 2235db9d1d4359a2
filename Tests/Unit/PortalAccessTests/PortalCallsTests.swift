// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import MessageBus
import PromptModel
import Testing

@testable import PortalAccess

/// What apps say to portals, as far as it is believed.
@Suite struct PortalCallsTests {
  private func chooser(_ member: String, _ options: [String: BusValue]) -> FileChooserCall? {
    FileChooserCall(member, [.string(""), .string("Open"), .options(options)])
  }

  @Test func `What an app wants of the file chooser is told by its options`() {
    #expect(chooser("OpenFile", [:])?.use == .open)
    #expect(chooser("OpenFile", ["multiple": .boolean(true)])?.use == .openSeveral)
    #expect(chooser("OpenFile", ["multiple": .boolean(true), "directory": .boolean(true)])?.use == .folder)
    #expect(chooser("SaveFile", ["directory": .boolean(true)])?.use == .save)
    #expect(chooser("SaveFiles", [:]) == nil)
    #expect(FileChooserCall("OpenFile", [.string("")]) == nil)
  }

  @Test func `A suggested name is one part of a path`() {
    #expect(chooser("SaveFile", ["current_name": .string("../../.bashrc")])?.name == ".bashrc")
    #expect(chooser("SaveFile", ["current_name": .string("a letter.txt")])?.name == "a letter.txt")
    #expect(chooser("OpenFile", ["current_name": .string("x")])?.name == "")
    #expect(chooser("SaveFile", ["current_name": .boolean(true)])?.name == "")
  }

  @Test func `An address is opened where it is one that apps may have opened, and no file or folder`() {
    func call(_ member: String, _ address: BusValue) -> OpenURICall? {
      OpenURICall(member, [.string(""), address, .options([:])])
    }
    #expect(call("OpenURI", .string("https://example.org/"))?.address.destination == "example.org")
    #expect(call("OpenURI", .string("file:///etc/passwd")) == nil)
    #expect(call("OpenURI", .uint32(1)) == nil)
    #expect(call("OpenFile", .string("https://example.org/")) == nil)
    #expect(OpenURICall("OpenURI", [.string("https://example.org/")]) == nil)
  }

  @Test func `A notification is text that can be seen, of bounded length, and no markup`() throws {
    let long = String(repeating: "a", count: 5000)
    let values: [String: BusValue] = [
      "title": .string(long), "body": .string("<a href='x'>b</a>"), "priority": .string("urgent"),
    ]
    let call = NotificationCall(
      "org.freedesktop.portal.Notification", "AddNotification", [.string("1"), .options(values)])
    guard case .add(name: "1", let text) = call else {
      Issue.record("\(call)")
      return
    }
    #expect(text.title.count == NotificationText.longestTitle && text.isUrgent)
    #expect(!text.markup.contains("<") && text.markup.contains("&lt;a"))
  }

  @Test func `A call without what it needs is malformed, and one that there is not is unknown`() {
    let portal = "org.freedesktop.portal.Notification"
    #expect(NotificationCall(portal, "AddNotification", []) == .malformed)
    #expect(NotificationCall(portal, "RemoveNotification", []) == .malformed)
    #expect(NotificationCall("org.freedesktop.Notifications", "Notify", [.string("x")]) == .malformed)
    #expect(NotificationCall("org.freedesktop.Notifications", "CloseNotification", [.uint32(7)]) == .close(7))
    #expect(NotificationCall(portal, "Other", []) == .unknown)
  }

  @Test func `A program without a name is called so`() {
    func dialog(_ program: String) -> AccessDialog? {
      AccessDialog(
        "AccessDialog",
        [.string("/"), .string(program), .string(""), .string("Title"), .string("Sub"), .string(""), .options([:])])
    }
    #expect(dialog("Viewer")?.program == "Viewer" && dialog("Viewer")?.words == "Title – Sub")
    #expect(dialog(" ")?.program == "A program without a name")
    #expect(dialog(String(repeating: "x", count: 900))?.program.count == 64)
    #expect(AccessDialog("AccessDialog", []) == nil)
  }
}
