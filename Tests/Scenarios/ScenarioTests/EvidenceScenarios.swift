// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import SystemCalls
import Testing

/// What apps used is written down and shown, and what they may not reach is not reached: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct EvidenceScenarios {
  private static let app = "org.example.Fetch"
  private static let client = "<key>com.apple.security.network.client</key><true/>"

  private func withFetch(
    entitlements: String = client, _ body: (RunningInstance) throws -> Void
  ) throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      let bundle = try TestBundle(
        "/usr/bin/curl", named: "Fetch", identifier: Self.app, entitlements: entitlements, of: instance)
      try bundle.write(
        "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>follow.example</string></array>",
        to: "PrivacyInfo.xcprivacy")
      try instance.installSigned(bundle)
      try body(instance)
    }
  }

  private func fetch(_ instance: RunningInstance, _ words: String...) throws -> ProgramResult {
    try instance.bailey(["run", "Fetch", "--", "-sS", "-m", "8", "-o", "/dev/null"] + words)
  }

  @Test func `An app reaches neither this computer nor domains that follow people, and the log says so`() throws {
    try withFetch { instance throws in
      #expect(
        try instance.succeed(["privacy", "record", "status"]).output.hasPrefix("What apps use is not written down."))
      try instance.succeed(["privacy", "record", "on"])
      #expect(try instance.succeed(["privacy", "log"]).output == "")
      #expect(try fetch(instance, "https://x.follow.example/").errors.contains("403"))
      #expect(try fetch(instance, "--socks5-hostname", "127.0.0.1:3128", "https://follow.example/").exitCode == 97)
      #expect(try fetch(instance, "--noproxy", "", "https://127.0.0.1:1/").errors.contains("403"))
      #expect(try fetch(instance, "--noproxy", "*", "http://127.0.0.1:1/").exitCode == 7)
      #expect(try fetch(instance, "--noproxy", "", "https://192.168.7.7/").errors.contains("403"))
      #expect(try fetch(instance, "http://example.org/").exitCode == 0)
      let log = try instance.succeed(["privacy", "log"]).output
      for line in [
        "org.example.Fetch  x.follow.example  refused, follows people",
        "org.example.Fetch  follow.example  refused, follows people", "org.example.Fetch  127.0.0.1  refused",
        "org.example.Fetch  192.168.7.7  refused", "org.example.Fetch  example.org  refused",
      ] {
        #expect(log.contains(line), "\(line) is not in \(log)")
      }
      // Nothing of this was a contact.
      #expect(try instance.succeed(["privacy", "log", "--ndjson"]).output == "")
      let page = instance.home.deletingLastPathComponent().appending(path: "report.html").path
      try instance.succeed(["privacy", "report", "--html", page])
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains("x.follow.example"))
      try instance.succeed(["privacy", "record", "off"])
      try instance.succeed(["privacy", "record", "on"])
      #expect(try instance.succeed(["privacy", "log"]).output == "")
    }
  }

  @Test func `An app without the entitlement has no proxy`() throws {
    try withFetch(entitlements: "") { instance throws in
      #expect(try fetch(instance, "-x", "http://127.0.0.1:3128", "https://example.org/").exitCode == 7)
    }
  }

  @Test func `A place that was set is told to nobody who was not allowed it`() throws {
    try withInstance { instance throws in
      #expect(try instance.succeed(["privacy", "location", "show"]).output == "Nothing says where this computer is.\n")
      try instance.succeed(["privacy", "location", "set", "48.8584,2.2945"])
      #expect(try instance.succeed(["privacy", "location", "show"]).output == "48.8584,2.2945,10.0\n")
      #expect(try instance.bailey(["privacy", "location", "set", "0x10,2"]).exitCode == 2)
      try instance.succeed(["privacy", "location", "remove"])
    }
  }
}
