// SPDX-License-Identifier: Apache-2.0
import Glibc
import SignInWithApple
import StreamSockets
import WebServer

/// A small shop that signs people in: by a popup or by sending them away, with their name the first time, notifications, and an end
/// of it all when they delete their account. It keeps accounts in memory, what the library keeps in a file, and serves this machine alone.
///
///     shop --provider http://localhost:8642 --team TEAM000001 --app com.example.app --client com.example.web
///       --key AuthKey_KEYID.p8 [--port 8000] [--store shop.db]
@main struct Program {
  static func main() {
    var (options, words): ([String: String], ArraySlice<String>) = ([:], CommandLine.arguments.dropFirst())
    while let name = words.popFirst(), let value = words.popFirst() { options[name] = value }
    guard let provider = options["--provider"], let team = options["--team"], let app = options["--app"],
      let client = options["--client"], let key = options["--key"], let port = UInt16(options["--port"] ?? "8000")
    else {
      print("usage: shop --provider URL --team ID --app ID --client ID --key FILE")
      print("            [--issuer URL] [--port NUMBER] [--store FILE]")
      exit(2)
    }
    // Browsers know it by this name: cookies of sites and passkeys need one.
    let address = "http://localhost:\(port)"
    // AuthKey_KEYID.p8
    let keyID = String((key.split(separator: "/").last ?? "").dropFirst(8).dropLast(3))
    do {
      let settings = SiteSettings(
        client: client, team: team, keyID: keyID, redirect: address + "/callback", app: app,
        provider: SignInProvider(address: provider, issuer: options["--issuer"]))
      let site = try SignInWithApple(settings, keyFile: key, store: try FileSiteStore(options["--store"] ?? "shop.db"))
      let shop = Shop(site, at: address)
      // What was taken by one that ended before it acted.
      for event in try site.unhandledEvents() { try shop.act(on: event) }
      var limits = WebLimits()
      limits.peers = .everyone
      let server = try WebServer(try LoopbackListener(port: port), limits: limits) { shop.answer($0) }
      print(address)
      fflush(nil)
      withExtendedLifetime(server) { while true { pause() } }
    } catch {
      print("shop: \(error)")
      exit(1)
    }
  }
}
