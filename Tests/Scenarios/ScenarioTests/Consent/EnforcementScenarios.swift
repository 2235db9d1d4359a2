// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// What lists, prompts and the page about an app say of what binds it: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct EnforcementScenarios {
  private static let app = "org.example.Viewfinder"
  private static let entitlements =
    ["device.camera", "device.audio-input", "personal-information.addressbook"]
    .map { "<key>com.apple.security.\($0)</key><true/>" }.joined() + "<key>bailey.sandbox.pipewire</key><true/>"
  private static let purposes = ["Contacts", "Microphone"]
    .map { "<key>NS\($0)UsageDescription</key><string>Why it wants this.</string>" }.joined()

  private func withViewfinder(_ body: (RunningInstance) throws -> Void) throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          "Viewfinder", identifier: Self.app, entitlements: Self.entitlements, info: Self.purposes, of: instance))
      try body(instance)
    }
  }

  @Test func `What is not enforced says so in lists, after a change, and with what an app holds`() throws {
    try withViewfinder { instance throws in
      let refused = try instance.succeed(["privacy", "deny", "Microphone", Self.app])
      #expect(refused.errors.contains("its entitlements open another way to this"))
      try instance.succeed(["privacy", "deny", "AddressBook", Self.app])
      let notified = try instance.succeed(["privacy", "deny", "UserNotification", Self.app])
      #expect(notified.errors == "")
      try instance.succeed(["privacy", "deny", "Camera", "/usr/bin/od"])
      let screen = try instance.succeed(
        ["privacy", "grant", "ScreenCapture", Self.app], input: "\(RunningInstance.passcode)\n")
      #expect(screen.errors.contains("nothing of it is in its sandbox"))
      let list = try instance.succeed(["privacy", "list"]).output
      for line in [
        "Microphone  \(Self.app) (Viewfinder)  denied, not enforced (its entitlements open another way)\n",
        "AddressBook  \(Self.app) (Viewfinder)  denied, not enforced (binds what it asks for)\n",
        "UserNotification  \(Self.app) (Viewfinder)  denied\n", "ScreenCapture  \(Self.app) (Viewfinder)  allowed\n",
        "Camera  /usr/bin/od  denied, not enforced\n",
      ] {
        #expect(list.contains(line), "\(line) is not in \(list)")
      }
      let shown = try instance.succeed(["privacy", "show", Self.app]).output
      #expect(shown.contains("    Not enforced: Bailey holds none of this."))
      let json = try instance.succeed(["privacy", "list", "--json"]).output
      #expect(json.contains("\"enforced\":false,\"enforcement\":\"bypassed\""))
      #expect(json.contains("\"enforced\":true,\"enforcement\":\"absent\""))
      let held = try instance.succeed(["app", "data", Self.app]).output
      #expect(held.contains("  answer    Microphone: denied, not enforced\n"))
      #expect(held.contains("  answer    UserNotification: denied\n"))
    }
  }

  @Test func `The prompt says what the answer cannot do`() throws {
    try withViewfinder { instance throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.second)
        _ = try instance.bailey(["run", "Viewfinder", "contacts"])
        try agent.press(.second)
        _ = try instance.bailey(["run", "Viewfinder", "microphone"])
        #expect(agent.told.contains { $0.contains("%0ABailey holds none of this itself") })
        #expect(agent.told.contains { $0.contains("%0AIt is entitled to another way to this") })
      }
    }
  }
}
