// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
import RepositoryFolder
import RunningInstance
import Testing
import WebAuthn

/// An app in its sandbox, which asks for passkeys as a browser does.
@Suite(.enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct SandboxedAppTests {
  @Test func `A sandboxed app reaches no bailey-browser, nor its socket, nor a place for a manifest`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        try instance.makeDeveloper()
        let asked = agent.questions
        let person = FileManager.default.temporaryDirectory.appending(path: "bailey-person-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: person) }
        let folders = [".config/chromium/NativeMessagingHosts", ".mozilla/native-messaging-hosts"].map {
          person.appending(path: $0)
        }
        for folder in folders { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let system = ["/etc/chromium/native-messaging-hosts", "/usr/lib/mozilla/native-messaging-hosts"]
        try instance.installSigned(Self.bundle(of: instance))
        let result = try instance.succeed(
          [
            "run", "Thief", "--", Program.locate("bailey-browser").path,
            instance.home.appending(path: "run/broker.sock").path,
          ]
            + folders.map(\.path) + system)
        let lines = result.output.split(separator: "\n").map(String.init)
        // What an app may ask of Bailey by its own connection has no passkeys in it, whatever program asks.
        #expect(lines.first == #"its own bailey-browser: {"id":1,"error":"NotAllowedError"}"#, "\(result.errors)")
        #expect(
          Array(lines.dropFirst(1).prefix(2)) == ["the machine's: FileNotFoundError", "the socket: FileNotFoundError"])
        #expect(lines.count == 7)
        #expect(lines.suffix(2).allSatisfy { $0.hasPrefix("a manifest: ") && $0.hasSuffix("Error") }, "\(lines)")
        // What the sandbox has in the place of the person's folders is its own.
        for folder in folders { #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty) }
        #expect(agent.questions == asked)
        try host.signIn(record)
      }
    }
  }

  /// With all that it needs: its own copy of the program, and the libraries.
  private static func bundle(of instance: RunningInstance) throws -> TestBundle {
    let bundle = try TestBundle("bailey-browser", named: "Thief", identifier: "org.example.Thief", of: instance)
    let script = RepositoryFolder.tests.appending(path: "Scenarios/PasskeyBrowserTests/sandboxed.py")
    try bundle.add("Thief", String(contentsOf: script, encoding: .utf8))
    try bundle.add(program: "bailey-browser")
    return bundle
  }
}
