// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ConsentModel
import Foundation
import PromptModel
import RunningInstance
import Testing

/// What serves a running app reads what the app sends it. Whoever makes it speak for themselves asks and reports for an app that it
/// started, and does nothing that is the owner's to do.
@Suite(.enabled(if: Program.canMount && RelayLibrary.canBeBuilt, "needs FUSE and clang")) struct RuntimeAttacks {
  private static let app = "org.example.Reader"
  private static let key = ConsentClient.Key(kind: .bundle, identifier: app)

  private static let ofTheOwner: [BrokerRequest] =
    answers.map(BrokerRequest.privacySettings) + [
      .sharedFiles(.share(["/etc/hostname"], app: app, .reading, nil)), .sharedFiles(.unshare(nil, app: app)),
      .bundles(.trust([1])), .bundles(.revoke([UInt8](repeating: 1, count: 32))), .bundles(.remove(app, .remove)),
      .bundles(.running), .access(.state), .access(.turn(isOn: false)), .access(.records(after: 0, seconds: 0)),
      .access(.locationSource), .access(.setLocationSource(nil)), .apps(.registrations),
      .apps(.register(path: Array("/usr/bin/true".utf8), xml: [])),
      .apps(.unregister(path: Array("/usr/bin/true".utf8))),
    ]

  private static let answers: [PrivacySettingsRequest] = [
    .rows, .deny(.camera, key), .giveEmpty(.camera, key), .grant(.camera, key, nil), .reset(nil, nil), .prune, .policy,
    .setPolicy(nil, nil), .agent, .itemCount(ofApp: app), .erase(app: app),
  ]

  private func isRefused(_ reply: BrokerReply) -> Bool {
    if case .refused(.notPermitted) = reply { true } else { false }
  }

  @Test func `bailey-run does nothing that is the owner's to do`() throws {
    try withInstance(.absent) { instance in
      let runtime = try FalseTool(RelayLibrary(for: instance), as: Program.locate("bailey-run").path)
      for request in Self.ofTheOwner { #expect(isRefused(try runtime.ask(request)), "\(request)") }
      // It is the runtime that was refused, and no stranger.
      guard case .bundles(.installed) = try runtime.ask(.bundles(.installed)) else {
        Issue.record("the runtime is not known")
        return
      }
    }
  }

  @Test func `bailey does nothing for an app, and a copy of bailey-run is a program like any other`() throws {
    try withInstance(.absent) { instance in
      let library = try RelayLibrary(for: instance)
      let token = try #require(ContextToken([UInt8](repeating: 1, count: ContextToken.size)))
      let copy = instance.home.deletingLastPathComponent().appending(path: "bailey-run").path
      try Program.run("cp", [Program.locate("bailey-run").path, copy])
      try instance.own(copy)
      for program in [try Program.locate("bailey").path, copy] {
        let other = try FalseTool(library, as: program)
        for request: BrokerRequest in [
          .bundles(.launch(LaunchRequest(identifier: Self.app, seal: nil))), .consent(.lend(.camera, .person, of: nil)),
          .portal(.ask(program: "Editor", words: "Allow it?")), .portal(.withdraw(token)),
          .portal(.openAddress("https://example.org/", token)),
          .access(.note([], of: nil)),
        ] { #expect(isRefused(try other.ask(request)), "\(program) \(request)") }
      }
    }
  }

  @Test func `bailey-run learns of no app that it has not started`() throws {
    try withInstance(.absent) { instance in
      let bundle = try TestBundle(
        script: "#!/bin/sh\n", named: "Reader", identifier: Self.app,
        entitlements: "<key>com.apple.security.files.user-selected.read-only</key><true/>", of: instance)
      try instance.succeed(["app", "sign", "--adhoc", bundle.path])
      try instance.succeed(["app", "install", bundle.path])
      try instance.succeed(["app", "share", "Reader", "/etc/hostname"])
      let runtime = try FalseTool(RelayLibrary(for: instance), as: Program.locate("bailey-run").path)
      for app in [nil, Self.app] {
        guard case .sharedFiles(.files(let files, _)) = try runtime.ask(.sharedFiles(.list(app: app))) else {
          Issue.record("no list")
          continue
        }
        #expect(files.isEmpty)
      }
      let reply = try runtime.ask(.consent(.lend(.camera, .standing, of: Self.app)))
      guard case .refused(.consent(.notAnApp)) = reply else {
        Issue.record("\(reply)")
        return
      }
    }
  }
}
