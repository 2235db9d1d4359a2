// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Apps that lie to the proxy, out of the real sandbox, with `curl` and with bytes that no library would send.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct ProxyLieScenarios {
  /// Each word is what `curl` gets, without what is said in answer.
  private static let curl = """
    #!/bin/sh
    for words; do
      curl -skS --noproxy '' -m 8 -o /dev/null -w '%{http_code} %{exitcode}\\n' $words 2>/dev/null
    done
    """

  /// Each word is a host and a port; the answers are those of CONNECT and of SOCKS.
  private static let raw = """
    #!/usr/bin/python3
    import socket, sys
    def ask(*parts):
      end = socket.create_connection(("127.0.0.1", 3128), 10)
      end.settimeout(10)
      answer = b""
      for part in parts:
        end.sendall(part)
        answer = end.recv(4096)
      return answer
    for word in sys.argv[1:]:
      host, port = word.rsplit(":", 1)
      name, number = host.encode(), int(port).to_bytes(2, "big")
      line = ask(b"CONNECT " + word.encode() + b" HTTP/1.1\\r\\n\\r\\n").split(b" ")
      code = ask(b"\\5\\1\\0", b"\\5\\1\\0\\3" + bytes([len(name)]) + name + number)
      print(word, line[1].decode() if len(line) > 1 else "-", code[1] if len(code) > 1 else "-")
    """

  @Test func `A name inside that is not the one that was asked for is held to the rules all the same`() throws {
    try NetworkStage.with(Self.curl) { stage throws in
      let host = stage.host.address
      let lies = try stage.lines([
        // The server's name of TLS is another than that of CONNECT, and of SOCKS.
        "https://follow.example/ --connect-to ::\(host):443",
        "https://x.follow.example/ --connect-to ::host.example:443",
        "https://follow.example/ --connect-to ::\(host):443 -x socks5h://127.0.0.1:3128",
        // The host of plain HTTP is another than that of the address, to a proxy and through a tunnel.
        "http://\(host)/ --proxytunnel -H Host:follow.example",
        "http://host.example/ -H Host:follow.example -x socks5h://127.0.0.1:3128",
      ])
      #expect(lies.allSatisfy { $0.hasPrefix("000 ") }, "\(lies)")
      #expect(!stage.host.seen.contains { $0.hasSuffix("follow.example") }, "\(stage.host.seen)")
      // To the proxy itself the address counts, and nothing else is sent on.
      #expect(try stage.lines(["http://\(host)/ -H Host:follow.example"]) == ["200 0"])
      #expect(stage.host.seen.last == "http \(host)")
      // What tells the truth comes through, by each of the ways.
      #expect(
        try stage.lines([
          "https://other.example/ --connect-to ::\(host):443", "http://host.example/ --proxytunnel",
          "https://host.example/ -x socks5h://127.0.0.1:3128", "https://host.example/ --tls-max 1.2",
        ]) == ["200 0", "200 0", "200 0", "200 0"])
      #expect(stage.host.seen.contains("tls other.example"))
    }
  }

  @Test func `A name that leads to this computer, now or at the second look, is not followed there`() throws {
    try NetworkStage.with(Self.curl) { stage throws in
      let own = try UnreachedPort()
      let urls = ["rebound.example", "both.example"] + [String](repeating: "rebind.example", count: 6)
      let answers = try stage.lines(urls.map { "http://\($0):\(own.port)/ -m 3 --proxytunnel" })
      #expect(answers.count == urls.count && answers.allSatisfy { $0.hasPrefix("000 ") }, "\(answers)")
      #expect(own.visits == 0)
      // Each was looked up once for each time that it was asked for.
      let looks = stage.host.seen.count { $0 == "name rebind.example" }
      #expect((6...12).contains(looks), "\(looks)")
    }
  }

  @Test
  func `A device next to this machine is reached with consent to the local network alone, whatever its address is`()
    throws
  {
    try NetworkStage.with(Self.curl) { stage throws in
      let hosts = ["http://[\(stage.host.addressOfIPv6)]/", "http://host.example/"]
      #expect(try stage.lines(hosts) == ["200 0", "200 0"])
      let seen = stage.host.seen
      #expect(seen.contains("http [\(stage.host.addressOfIPv6)]"), "\(seen)")
      try stage.instance.succeed(["privacy", "deny", "LocalNetwork", NetworkStage.app])
      // One is there and the others are not, which nobody can tell from the answers, and no name of the network's own was told.
      let names = ["http://printer.local/", "http://printer/", "http://host.example/"]
      #expect(try stage.lines([hosts[0]] + names) == [String](repeating: "403 0", count: 4))
      let added = stage.host.seen.dropFirst(seen.count)
      #expect(added.allSatisfy { $0 == "name host.example" }, "\(added)")
    }
  }

  @Test func `This computer is reached by no form of its address, and no form of a name`() throws {
    try NetworkStage.with(Self.raw) { stage throws in
      let own = try UnreachedPort()
      let hosts = [
        "127.0.0.1", "127.0.0.2", "127.1", "0", "0.0.0.0", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1",
        "localhost",
        "LOCALHOST.", "a.localhost", "%6cocalhost", "127.0.0.1%00.example", "127%2e0%2e0%2e1", "１２７.0.0.1", "127。0。0。1",
        "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "[fe80::1%25lo]", "[::1%lo]", "user@127.0.0.1", "127.0.0.1/", "rebound.example",
        stage.host.machine, "[::ffff:\(stage.host.machine)]",
      ]
      let answers = try stage.lines(hosts.map { "\($0):\(own.port)" })
      #expect(answers.count == hosts.count)
      for answer in answers {
        let parts = answer.split(separator: " ")
        #expect(parts.count == 3 && parts[1] != "200" && parts[2] != "0", "\(answer)")
      }
      #expect(own.visits == 0)
      // The same words with a host that is there.
      let there = ["\(stage.host.address):80", "host.example:80", "HOST.Example.:80"]
      #expect(try stage.lines(there) == there.map { "\($0) 200 0" })
    }
  }
}
