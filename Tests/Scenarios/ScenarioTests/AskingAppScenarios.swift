// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

/// An app that asks with Apple's functions, the agent and the person: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AskingAppScenarios {
  private static let app = "org.example.Viewfinder"
  private static let purposes = [
    "Camera", "Microphone", "PhotoLibrary", "Contacts", "LocationWhenInUse", "UserTracking",
  ]
  .map { "<key>NS\($0)UsageDescription</key><string>Why it wants this: \($0).</string>" }.joined()
  private static let entitlements = [
    "device.camera", "device.audio-input", "personal-information.location", "personal-information.photos-library",
    "personal-information.addressbook",
  ].map { "<key>com.apple.security.\($0)</key><true/>" }.joined()

  private func withViewfinder(
    entitlements: String = entitlements, info: String = purposes, _ body: (RunningInstance) throws -> Void
  ) throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle("Viewfinder", identifier: Self.app, entitlements: entitlements, info: info, of: instance))
      try body(instance)
    }
  }

  private func run(_ instance: RunningInstance, _ words: String...) throws -> String {
    let result = try instance.bailey(["run", "Viewfinder"] + words)
    return result.output + result.errors
  }

  private func answers(_ instance: RunningInstance) throws -> String {
    try instance.succeed(["privacy", "list"]).output
  }

  @Test func `Camera and location: refused, allowed once, allowed, and taken back`() throws {
    try withViewfinder { instance throws in
      #expect(try run(instance, "status").hasPrefix("camera: notDetermined\nmicrophone: notDetermined\n"))
      try withAgent(of: instance, .refuses) { agent throws in
        for (what, refused, allowed) in [
          ("camera", "camera: refused\n", "camera: allowed\n"),
          ("location", "location: denied\n", "location: authorizedWhenInUse\n"),
        ] {
          try agent.press(.second)
          #expect(try run(instance, what) == refused)
          // Not asked again.
          #expect(try run(instance, what) == refused)
          try instance.succeed(["privacy", "reset", what, Self.app])
          try agent.press(.first, .second)
          #expect(try run(instance, what) == allowed)
          #expect(try run(instance, "status").contains("\(what): notDetermined\n"))
          try agent.press(.first, .first)
          #expect(try run(instance, what) == allowed)
          #expect(try run(instance, what) == allowed)
          try instance.succeed(["privacy", "deny", what, Self.app])
          #expect(try run(instance, what) == refused)
        }
        #expect(agent.told.contains { $0.contains("%0AIt says: \"Why it wants this: LocationWhenInUse.\"") })
      }
    }
  }

  @Test func `An app is told where it is, less precisely where the person says so, and no more once it is taken back`()
    throws
  {
    try withViewfinder { instance throws in
      try instance.succeed(["privacy", "location", "set", "48.8584,2.2945"])
      #expect(try run(instance, "where") == "where: denied\n")
      let passcode = "\(RunningInstance.passcode)\n"
      try instance.succeed(["privacy", "grant", "location", Self.app], input: passcode)
      #expect(try run(instance, "where") == "where: fullAccuracy 48.8584,2.2945\n")
      try instance.succeed(["privacy", "deny", "PreciseLocation", Self.app])
      #expect(try run(instance, "where") == "where: reducedAccuracy 48.875,2.275\n")

      let app = try Background("bailey", ["run", "Viewfinder", "follow"], environment: instance.variables)
      try app.waitForLine("where: reducedAccuracy 48.875,2.275")
      try instance.succeed(["privacy", "grant", "PreciseLocation", Self.app], input: passcode)
      try app.waitForLine("where: fullAccuracy 48.8584,2.2945")
      try instance.succeed(["privacy", "deny", "location", Self.app])
      try app.waitForLine("where: denied")
      try app.wait()
    }
  }

  @Test func `A tap on the location button is allowed once, and counts for each run that can be read`() throws {
    try withViewfinder { instance throws in
      try instance.succeed(["privacy", "location", "set", "48.8584,2.2945"])
      // Nobody can be asked: the tap gives nothing.
      #expect(try run(instance, "button") == "where: denied\n")
      try withAgent(of: instance, .refuses) { agent throws in
        #expect(try run(instance, "faint").contains("The location button does not give the location"))
        #expect(agent.told.isEmpty)
        try agent.press(.first)
        #expect(try run(instance, "button") == "where: fullAccuracy 48.8584,2.2945\n")
        #expect(agent.told.contains { $0.contains("whenever it says that you tapped its location button") })
        #expect(agent.told.contains { $0.contains("%0AIt says: \"Why it wants this: LocationWhenInUse.\"") })
      }
      // Without the agent: later taps are not asked about. Without a tap there is nothing.
      #expect(try run(instance, "button") == "where: fullAccuracy 48.8584,2.2945\n")
      #expect(try run(instance, "faint").hasPrefix("where: denied\n"))
      #expect(try run(instance, "where") == "where: denied\n")
      #expect(try answers(instance).contains("LocationButton"))
      try instance.succeed(["privacy", "deny", "LocationButton", Self.app])
      #expect(try run(instance, "button") == "where: denied\n")
    }
  }

  @Test(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
  func `GeoClue tells where an app is, while it is asked and the person allows it`() throws {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path)
    let service = try StandInGeoClue(on: bus.address)
    try service.change { $0.place = (48.8584, 2.2945, 20, 35) }
    let instance = try RunningInstance(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    defer { instance.stop() }
    try instance.makeDeveloper()
    try instance.installSigned(
      TestBundle(
        "Viewfinder", identifier: Self.app, entitlements: Self.entitlements, info: Self.purposes, of: instance))
    try instance.succeed(["privacy", "grant", "location", Self.app], input: "\(RunningInstance.passcode)\n")
    func becomes(_ expected: String) throws -> Bool {
      for _ in 0..<60 { if try run(instance, "where") == expected { return true } }
      return false
    }
    #expect(try run(instance, "where") == "where: unknown\n")
    try instance.succeed(["privacy", "location", "set", "geoclue"])
    #expect(try instance.succeed(["privacy", "location", "show"]).output == "what GeoClue knows\n")
    #expect(try becomes("where: fullAccuracy 48.8584,2.2945\n"))
    try instance.succeed(["privacy", "deny", "PreciseLocation", Self.app])
    #expect(try run(instance, "where") == "where: reducedAccuracy 48.875,2.275\n")
    // Both go on after `baileyd` was killed, and end with the setting.
    try instance.succeed(["restart"])
    try instance.unlock()
    #expect(try becomes("where: reducedAccuracy 48.875,2.275\n"))
    try service.change { $0.place = nil }
    #expect(try becomes("where: unknown\n"))
    try service.change { $0.place = (10, 10, 20, 35) }
    #expect(try becomes("where: reducedAccuracy 10.025,10.025\n"))
    try instance.succeed(["privacy", "location", "remove"])
    #expect(try run(instance, "where") == "where: unknown\n")
    #expect(try run(instance, "status").contains("location: authorizedWhenInUse"))
  }

  @Test func `Limited photos and contacts, and no tracking`() throws {
    try withViewfinder { instance throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.first, .second)
        #expect(try run(instance, "photos") == "photos: limited\n")
        try agent.press(.second)
        #expect(try run(instance, "contacts") == "contacts: refused\n")
        try agent.press(.second)
        #expect(try run(instance, "track") == "tracking: denied\n")
        #expect(try run(instance, "status").hasSuffix("advertising: 00000000-0000-0000-0000-000000000000\n"))
        try instance.succeed(["privacy", "reset", "UserTracking", Self.app])
        try agent.press(.first)
        #expect(try run(instance, "track") == "tracking: authorized\n")
        #expect(try !run(instance, "status").hasSuffix("advertising: 00000000-0000-0000-0000-000000000000\n"))
        #expect(agent.told.contains { $0 == "SETNOTOK Ask App Not to Track" })
      }
    }
  }

  @Test func `A trace names the agent, the entitlement or the reason that a request lacks`() throws {
    func traced(_ instance: RunningInstance, _ words: String...) throws -> String {
      let variables = instance.variables.merging(["BAILEY_TRACE": "1"]) { $1 }
      return try Program.run("bailey", ["run", "Viewfinder"] + words, environment: variables).errors
    }
    try withViewfinder { instance throws in
      #expect(
        try traced(instance, "contacts").contains(
          "bailey: AddressBook: nobody can be asked. Start an agent (bailey agent), or open the console (bailey console)\n"
        ))
    }
    try withViewfinder(entitlements: "") { instance throws in
      #expect(
        try traced(instance, "contacts").contains(
          "bailey: AddressBook: its entitlements have no com.apple.security.personal-information.addressbook\n"))
    }
    try withViewfinder(info: "") { instance throws in
      #expect(
        try traced(instance, "location").contains(
          "bailey: Location: its Info.plist has no NSLocationWhenInUseUsageDescription\n"))
    }
  }

  @Test func `An app that does not say why is ended, and for the location nothing happens`() throws {
    try withViewfinder(info: "") { instance throws in
      try withAgent(of: instance, .refuses) { agent throws in
        let ended = try instance.bailey(["run", "Viewfinder", "contacts"])
        #expect(ended.exitCode != 0)
        #expect(ended.errors.contains("must contain an NSContactsUsageDescription key"))
        #expect(try run(instance, "location") == "location: notDetermined\n")
        #expect(agent.told.isEmpty)
      }
    }
    try withViewfinder(entitlements: "") { instance throws in
      #expect(try run(instance, "contacts") == "contacts: refused\n")
      #expect(try answers(instance) == "No app has asked for anything.\n")
    }
  }

  @Test func `A changed app needs approval again, and a policy asks nobody`() throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      func bundle(_ version: String) throws -> TestBundle {
        try TestBundle(
          "Viewfinder", identifier: Self.app, version: version, entitlements: Self.entitlements, info: Self.purposes,
          of: instance)
      }
      let adHoc = try bundle("1.0")
      try adHoc.sign("--adhoc")
      #expect(try adHoc.install().exitCode == 0)
      try instance.succeed(["privacy", "grant", "Camera", Self.app], input: "\(RunningInstance.passcode)\n")
      #expect(try run(instance, "camera") == "camera: allowed\n")
      try instance.succeed(["app", "remove", Self.app, "--keep-data"])
      let next = try bundle("2.0")
      try next.sign("--adhoc")
      #expect(try next.install().exitCode == 0)
      #expect(try answers(instance).hasSuffix("(has changed: needs approval again)\n"))
      #expect(try run(instance, "status").hasPrefix("camera: notDetermined\n"))

      let policy = instance.home.deletingLastPathComponent().appending(path: "policy.plist")
      let text = """
        <plist version="1.0"><dict><key>PayloadDisplayName</key><string>School</string><key>Services</key><dict>
        <key>AppleEvents</key><array/><key>AddressBook</key><array><dict><key>Identifier</key><string>\(Self.app)</string>
        <key>Allowed</key><true/><key>CodeRequirement</key><string>anchor trusted</string></dict></array><key>Camera</key><array><dict><key>Identifier</key>
        <string>\(Self.app)</string><key>Allowed</key><false/></dict></array></dict></dict></plist>
        """
      try Data(text.utf8).write(to: policy)
      let set = try instance.succeed(["privacy", "policy", "set", policy.path], input: "\(RunningInstance.passcode)\n")
      #expect(set.output == "The policy 'School' is in force: 2 rules, 1 left out.\n")
      #expect(set.errors.contains("Left out: no policy decides about 'AppleEvents'."))
      let shown = try instance.succeed(["privacy", "show", "Viewfinder"]).output
      #expect(shown.contains("Camera  \(Self.app) (Viewfinder)  denied, by the policy 'School'\n"))
      #expect(shown.contains("(a policy decides instead)\n"))
      // Before any answer, and not for this ad-hoc code.
      #expect(
        shown.contains(
          "AddressBook  \(Self.app) (Viewfinder)  allowed, by the policy 'School', not enforced (binds what it asks for)  "
            + "(for other code than what is there)\n"))
      #expect(try run(instance, "status").contains("contacts: notDetermined\n"))
      #expect(try run(instance, "status").hasPrefix("camera: restricted\n"))
      #expect(try run(instance, "camera") == "camera: refused\n")
    }
  }

  @Test func `A second agent answers nothing, and one without the owner's word is asked for it first`() throws {
    try withViewfinder { instance throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.second)
        _ = try run(instance, "camera")
        try instance.succeed(["privacy", "reset", "All", "--yes"])
        let first = try #require(try agentProcess(instance))
        #expect(try instance.succeed(["status"]).output.contains("Agent       process \(first)\n"))
        // It says "yes" to everything, and is sent away.
        let folder = instance.home.deletingLastPathComponent().appending(path: "second")
        let second = try instance.bailey(["agent", "--pinentry", Evil.pinentry(in: folder)])
        #expect(second.errors.contains("another agent asks you already: process \(first)"))
        try agent.press(.second)
        #expect(try run(instance, "camera") == "camera: refused\n")
        try instance.succeed(["privacy", "reset", "All", "--yes"])
      }
      try eventually { try agentProcess(instance) == nil }
      // Alone it is asked for the passcode, does not know it, and what the app asked stays undecided.
      let folder = instance.home.deletingLastPathComponent().appending(path: "third")
      let third = try Evil(of: instance, in: folder)
      defer { third.stop() }
      for _ in 0..<500 where !third.isAsked { _ = try run(instance, "camera") }
      #expect(try run(instance, "camera") == "camera: refused\n")
      #expect(try answers(instance) == "No app has asked for anything.\n")
      #expect(try agentProcess(instance) == nil)
      // Whoever looks why nothing counts is told that it is there all the same.
      try eventually { try instance.succeed(["status"]).output.contains("Agent       there, and takes your passcode") }
      #expect(third.told.contains("wants to ask you what apps may do"))
    }
  }

  @Test func `kill -9 of baileyd loses no answer that the app was told, and invents none`() throws {
    try withViewfinder { instance throws in
      try withAgent(of: instance) { agent throws in
        for round in 0..<6 {
          // The same again where the person is asked again.
          try agent.press(.first, .first, .first, .first)
          let app = try Background("bailey", ["run", "Viewfinder", "camera"], environment: instance.variables)
          usleep(useconds_t(round) * 120_000)
          kill(try #require(try status(instance).baileyd), SIGKILL)
          try app.wait()
          try eventually { try status(instance).keychain == "answering" }
          let (answers, told) = (try answers(instance), app.lines())
          let (isKept, isTold) = (answers == Self.allowed, told.contains("camera: allowed"))
          #expect(isKept || (answers == Self.nothing && !isTold), "round \(round): \(told) \(answers)")
          try instance.succeed(["privacy", "reset", "All", "--yes"])
        }
      }
    }
  }

  private static let (allowed, nothing) = (
    "Camera  org.example.Viewfinder (Viewfinder)  allowed\n", "No app has asked for anything.\n"
  )

  private func status(_ instance: RunningInstance) throws -> (baileyd: Int32?, keychain: String?) {
    let text = try instance.succeed(["status", "--json"]).output
    let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let process = (status?["processes"] as? [String: Any])?["baileyd"] as? Int
    return (process.map(Int32.init), status?["keychain"] as? String)
  }

  @Test func `What an app holds is shown, copied and deleted`() throws {
    try withViewfinder { instance throws in
      let files = instance.mount.appending(path: "Containers/\(Self.app)/Documents")
      #expect(try run(instance, "status").hasPrefix("camera"))
      try Data("mine".utf8).write(to: files.appending(path: "page"))
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      let shown = try instance.succeed(["app", "data", "Viewfinder"]).output
      #expect(shown.contains("  files     Containers/\(Self.app): 1 file of 4 bytes\n"))
      #expect(shown.hasSuffix("  keychain  0 items\n  answer    Camera: denied\n"))
      let holes = files.appending(path: "holes")
      try Data().write(to: holes)
      try FileHandle(forWritingTo: holes).truncate(atOffset: 1 << 40)
      let archive = instance.home.deletingLastPathComponent().appending(path: "held.tar").path
      try instance.succeed(["app", "data", "Viewfinder", "--export", archive])
      let list = try Program.run("tar", ["--list", "--file", archive]).output
      #expect(list.hasPrefix("answers.json\nContainers/\(Self.app)/\n"))
      #expect(try Program.run("tar", ["-xOf", archive, "answers.json"]).output.contains("kTCCServiceCamera"))
      #expect(try Program.run("tar", ["-xOf", archive, "Containers/\(Self.app)/Documents/page"]).output == "mine")
      #expect(try FileManager.default.attributesOfItem(atPath: archive)[.size] as? Int ?? .max < 1 << 20)
      // Nothing is written over.
      #expect(try instance.bailey(["app", "data", "Viewfinder", "--export", archive]).exitCode == 1)
      #expect(try instance.bailey(["app", "data", "Viewfinder", "--delete"]).errors.contains("Nothing was removed."))
      try instance.succeed(["app", "data", "Viewfinder", "--delete", "--yes"])
      #expect(!FileManager.default.fileExists(atPath: files.path))
      #expect(try run(instance, "status").hasPrefix("camera: denied"))
      try instance.succeed(["privacy", "reset", "All", Self.app])
      #expect(try run(instance, "status").hasPrefix("camera: notDetermined"))
    }
  }

  /// By the owner's operations, to forget a refusal wants the unlocked state, and to delete wants nothing.
  @Test func `A refusal outlives the app's data, in every lock state, and what was allowed does not`() throws {
    try withViewfinder { instance throws in
      for lock in [[], ["lock"], ["lock", "--now"]] {
        try instance.succeed(["privacy", "grant", "Microphone", Self.app], input: "\(RunningInstance.passcode)\n")
        try instance.succeed(["privacy", "deny", "Camera", Self.app])
        if !lock.isEmpty { try instance.succeed(lock) }
        // Its folder may be one of a class that is locked: the answers go first.
        _ = try instance.bailey(["app", "data", "Viewfinder", "--delete", "--yes"])
        try instance.unlock()
        #expect(try answers(instance).contains("Camera"), "\(lock)")
        #expect(try !answers(instance).contains("Microphone"), "\(lock)")
      }
    }
  }

  private func agentProcess(_ instance: RunningInstance) throws -> Int? {
    let text = try instance.succeed(["status", "--json"]).output
    let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (status?["agent"] as? Int).flatMap { $0 == 0 ? nil : $0 }
  }

  /// An agent that presses the first button whatever is asked, and does not know the passcode.
  private final class Evil {
    private let folder: URL
    private let process: Background

    init(of instance: RunningInstance, in folder: URL) throws {
      self.folder = folder
      process = try Background(
        "bailey", ["agent", "--pinentry", Self.pinentry(in: folder)], environment: instance.variables)
    }

    static func pinentry(in folder: URL) throws -> String {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let script = """
        #!/bin/sh
        echo "OK"
        while read -r line; do
          echo "$line" >> '\(folder.path)/told'
          case $line in
          GETPIN) echo "D guess"; echo OK ;;
          *) echo OK ;;
          esac
        done
        """
      let pinentry = folder.appending(path: "pinentry")
      try Program.write(script: script, to: pinentry.path)
      return pinentry.path
    }

    var told: String { (try? String(contentsOf: folder.appending(path: "told"), encoding: .utf8)) ?? "" }
    var isAsked: Bool { told.contains("GETPIN") }
    func stop() { process.kill() }
  }
}
