// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Which apps and programs there are, and who says so.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct RegistrationScenarios {
  private static let script = "#!/bin/sh\necho runs\n"
  private static let typed = "\(RunningInstance.passcode)\n"

  private func install(_ name: String, _ instance: RunningInstance) throws {
    try instance.installSigned(
      TestBundle(script: Self.script, named: name, identifier: "org.example.\(name)", of: instance))
  }

  @Test func `An older or forged register of installed apps is refused, loudly`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install("One", instance)
      let register = instance.home.appending(path: "broker/installed")
      let older = try Data(contentsOf: register)
      try install("Two", instance)
      try older.write(to: register)
      try instance.restart()
      try instance.unlock()
      #expect(try instance.report().apps == "refused")
      #expect(instance.log.contains("the register of installed apps is refused"))
      for words in [["run", "One"], ["run", "Two"], ["app", "list"]] {
        let refused = try instance.bailey(words)
        #expect(refused.exitCode == 1 && refused.errors.contains("not the one that Bailey wrote last"), "\(refused)")
      }
      // The owner begins a new one, with the passcode.
      #expect(try instance.bailey(["app", "ca"], input: "wrong\n").exitCode != 0)
      #expect(try instance.report().apps == "refused")
      try instance.succeed(["app", "ca"], input: Self.typed)
      #expect(try instance.report().apps == "inForce")
      #expect(try instance.succeed(["app", "list"]).output == "")
      try install("One", instance)
      #expect(try instance.succeed(["run", "One"]).output == "runs\n")
    }
  }

  @Test func `What is built in a registered folder has its groups without being registered again`() throws {
    try withInstance { instance in
      let program = try ClientProgram("watched", of: instance)
      let folder = URL(fileURLWithPath: program.path).deletingLastPathComponent().path
      let plist = try program.plist(
        "<plist><dict><key>keychain-access-groups</key><array><string>dev.group</string></array></dict></plist>")
      let words = ["app", "register", "--watch", folder, "--entitlements", plist]
      #expect(try instance.bailey(words, input: "wrong\n").exitCode != 0)
      #expect(try program.run("groups").output != "dev.group\n")
      try instance.succeed(words, input: Self.typed)
      #expect(try program.run("groups").output.contains("dev.group"))
      #expect(try program.run("add", "me", "secret").exitCode == 0)
      // Another program takes the place of the first, and another name is one too.
      try program.change()
      #expect(try program.run("find", "me").output == "secret\n")
      #expect(try ClientProgram("second", of: instance).run("find", "me").output == "secret\n")
      let list = try instance.succeed(["app", "list"]).output
      #expect(list.contains("\(folder)/") && list.contains("development folder") && list.contains("tier 1"))
      // Not from elsewhere, nor where others may write.
      let copy = instance.home.appending(path: "elsewhere").path
      try Program.run("cp", [program.path, copy])
      #expect(try Program.run("env", [copy, "find", "me"], environment: instance.variables).output != "secret\n")
      try instance.succeed(["app", "unregister", "--executable", folder], input: Self.typed)
      #expect(try program.run("find", "me").output != "secret\n")
      try Program.run("chmod", ["777", folder])
      #expect(try instance.bailey(words, input: Self.typed).exitCode == 1)
    }
  }

  @Test func `A plain executable is called what it was registered as`() throws {
    try withInstance { instance in
      let program = try ClientProgram("named", of: instance, copying: "Ledger")
      try instance.succeed(
        ["app", "register", "--executable", program.path, "--identifier", "org.example.named"], input: Self.typed)
      #expect(try program.run("around").output.hasPrefix("app: org.example.named\n"))
      #expect(try instance.succeed(["app", "list"]).output.contains("org.example.named"))
      let other = try instance.bailey(
        ["app", "register", "--executable", program.path, "--identifier", "org.example.other"], input: Self.typed)
      #expect(other.exitCode == 1 && other.errors.contains("names another identifier"))
      #expect(try instance.bailey(["app", "register", "--executable", program.path]).exitCode == 2)
    }
  }

  @Test func `A registered program says why it asks in the Info plist beside it`() throws {
    try withInstance { instance in
      let program = try ClientProgram("finder", of: instance, copying: "Viewfinder")
      let plist = try program.plist(
        "<plist><dict><key>com.apple.security.device.camera</key><true/></dict></plist>")
      try instance.succeed(
        ["app", "register", "--executable", program.path, "--entitlements", plist], input: Self.typed)
      let ended = try program.run("camera")
      #expect(ended.exitCode != 0 && ended.errors.contains("must contain an NSCameraUsageDescription key"))
      let info = URL(fileURLWithPath: program.path).deletingLastPathComponent().appending(path: "Info.plist")
      try Data(
        "<plist><dict><key>NSCameraUsageDescription</key><string>To frame a picture.</string></dict></plist>".utf8
      ).write(to: info)
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.second)
        #expect(try program.run("camera").output == "camera: refused\n")
        #expect(agent.told.contains { $0.contains("To frame a picture.") })
      }
      // A link may lead to a file that somebody else fills.
      try FileManager.default.moveItem(at: info, to: info.deletingLastPathComponent().appending(path: "other.plist"))
      try FileManager.default.createSymbolicLink(atPath: info.path, withDestinationPath: "other.plist")
      try instance.succeed(["privacy", "reset", "Camera", program.path])
      #expect(try program.run("camera").exitCode != 0)
    }
  }

  @Test func `An underscore may stand in an identifier, and capitals do not make another app`() throws {
    try withInstance { instance in
      let program = try ClientProgram("agent", of: instance, copying: "Ledger")
      try instance.succeed(
        ["app", "register", "--executable", program.path, "--identifier", "com.my_agent_1"], input: Self.typed)
      #expect(try program.run("around").output.hasPrefix("app: com.my_agent_1\n"))
      try instance.makeDeveloper()
      func bundle(_ identifier: String) throws -> TestBundle {
        let bundle = try TestBundle(script: Self.script, named: "Agent", identifier: identifier, of: instance)
        try bundle.sign()
        return bundle
      }
      #expect(try bundle("com.my_agent_2").install().exitCode == 0)
      #expect(try instance.succeed(["run", "com.my_agent_2"]).output == "runs\n")
      try instance.succeed(["privacy", "deny", "Camera", "COM.My_Agent_2"])
      #expect(try instance.succeed(["privacy", "show", "com.my_agent_2"]).output.contains("denied"))
      let other = try bundle("com.My_Agent_2").install()
      #expect(other.exitCode == 1 && other.errors.contains("'com.my_agent_2' is the same identifier in other capitals"))
      // What was refused before anything was installed counts too.
      try instance.succeed(["privacy", "deny", "Camera", "org.example.later"])
      #expect(try bundle("org.example.Later").install().exitCode == 0)
      #expect(try instance.succeed(["privacy", "show", "org.example.Later"]).output.contains("denied"))
    }
  }
}
