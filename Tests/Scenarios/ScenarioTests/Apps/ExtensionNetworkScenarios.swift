// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// What widget extensions reach of the network: what the person's answers to their app allow, by the proxy that apps have.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct ExtensionNetworkScenarios {
  private static let app = "org.example.Weather"
  private static let client = "<key>com.apple.security.network.client</key><true/>"
  /// Anyone out here may connect to it.
  private static let listener = """
    import socket, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\\0" + sys.argv[1])
    listener.listen()
    print("listening", flush=True)
    while True:
        listener.accept()
        print("reached", flush=True)
    """

  /// A line for each way: its name, the code of HTTP, and how `curl` ended.
  private static func script(_ host: TestHost, _ own: UnreachedPort, _ abstract: String) -> String {
    """
    #!/bin/sh
    exec > "$HOME/result" 2> /dev/null
    try() { name=$1; shift; echo "$name $(curl -skS -m 3 -o /dev/null -w '%{http_code} %{exitcode}' "$@")"; }
    try tls https://host.example/
    try plain http://host.example/
    try tracker https://follow.example/
    try lie https://follow.example/ --connect-to ::\(host.address):443
    try machine https://127.0.0.1:\(own.port)/ --noproxy ''
    try direct https://\(host.address)/ --noproxy '*'
    try loopback http://127.0.0.1:\(own.port)/ --noproxy '*'
    try abstract http://x/ --noproxy '*' --abstract-unix-socket \(abstract)

    """
  }

  /// An app with two extensions, of which one may connect to others.
  private func install(_ script: String, in instance: RunningInstance) throws -> TestBundle {
    try instance.makeDeveloper()
    let usage = "<key>NSLocalNetworkUsageDescription</key><string>It asks the station on the roof.</string>"
    let bundle = try TestBundle(
      script: "#!/bin/sh\n", named: "Weather", identifier: Self.app, entitlements: Self.client, info: usage,
      of: instance)
    try bundle.write(
      "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>follow.example</string></array>",
      to: "PrivacyInfo.xcprivacy")
    for (name, entitlements) in [("Entitled", Self.client), ("Alone", "")] {
      let folder = "PlugIns/\(name).appex"
      try FileManager.default.createDirectory(atPath: bundle.path + "/" + folder, withIntermediateDirectories: true)
      try bundle.add("\(folder)/\(name)", script)
      // What it declares about its connections is its own, as on Apple's systems.
      try bundle.write(
        "<key>CFBundleIdentifier</key><string>\(Self.app).\(name)</string><key>CFBundleExecutable</key>"
          + "<string>\(name)</string><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
          + "<string>com.apple.widgetkit-extension</string></dict><key>NSAppTransportSecurity</key><dict>"
          + "<key>NSAllowsLocalNetworking</key><true/></dict>", to: folder + "/Info.plist")
      try bundle.write(entitlements, to: folder + "/Entitlements.plist")
    }
    try instance.installSigned(bundle)
    return bundle
  }

  /// The names of the ways by which it reached something.
  private func reached(_ source: [String], _ instance: RunningInstance, _ host: TestHost) throws -> [String] {
    let folder = instance.home.deletingLastPathComponent()
    let resolver = folder.appending(path: "resolv.conf").path
    try "nameserver \(host.address)\noptions timeout:2 attempts:1\n"
      .write(toFile: resolver, atomically: true, encoding: .utf8)
    let set = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\""
    let render = try instance.asUser("bailey", ["widget", "render"] + source)
    try Program.run("unshare", ["--mount", "sh", "-c", set, resolver] + render, environment: instance.variables)
    let take = "cat \"$0\"/Widgets/*/Data/result && rm \"$0\"/Widgets/*/Data/result"
    let read = try instance.asUser("/bin/sh", ["-c", take, instance.mount.path])
    let lines = try Program.run(read[0], Array(read.dropFirst())).output.split(separator: "\n")
    try #require(lines.count == 8, "\(lines)")
    return lines.filter { $0.hasSuffix(" 200 0") }.map { String($0.prefix { $0 != " " }) }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `An entitled extension reaches what its app may by the proxy, and nothing else`(user: UInt32?) throws {
    let (host, own) = (try TestHost(), try UnreachedPort())
    defer { host.remove() }
    let abstract = "bailey-test-\(own.port)"
    let listener = try Background("python3", ["-c", Self.listener, abstract])
    defer { listener.kill() }
    try listener.waitForLine("listening")
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    let bundle = try install(Self.script(host, own, abstract), in: instance)
    try instance.succeed(["privacy", "record", "on"])
    let entitled = ["--app", Self.app + ".Entitled"]
    // Where the person has decided nothing an extension asks nobody, and has nothing of it.
    #expect(try reached(entitled, instance, host) == [])
    try instance.succeed(["privacy", "grant", "LocalNetwork", Self.app], input: "\(RunningInstance.passcode)\n")
    #expect(try reached(entitled, instance, host) == ["tls", "plain", "direct"])
    #expect(host.seen.contains("tls host.example") && !host.seen.contains { $0.hasSuffix("follow.example") })
    let log = try instance.succeed(["privacy", "log"]).output
    for line in ["\(Self.app)  host.example", "\(Self.app)  follow.example  refused"] {
      #expect(log.contains(line), "\(line) is not in \(log)")
    }
    // Without the entitlement of its own, and by its path, where nobody has signed for what it claims.
    let seen = host.seen.count
    #expect(try reached(["--app", Self.app + ".Alone"], instance, host) == [])
    #expect(try reached(["--executable", bundle.path + "/PlugIns/Entitled.appex/Entitled"], instance, host) == [])
    try instance.succeed(["privacy", "deny", "LocalNetwork", Self.app])
    #expect(try reached(entitled, instance, host) == [])
    // Names alone were looked up.
    #expect(host.seen.dropFirst(seen).allSatisfy { $0.hasPrefix("name ") })
    #expect(own.visits == 0 && !listener.lines().contains("reached"))
  }
}
