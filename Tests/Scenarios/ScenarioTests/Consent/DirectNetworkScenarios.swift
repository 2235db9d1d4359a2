// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Programs that know no proxy, in the real sandbox: names and connections are held to what the proxy is held to.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"),
  .enabled(if: FileManager.default.fileExists(atPath: "/dev/net/tun"), "no way out of a network can be made here"))
struct DirectNetworkScenarios {
  /// Each word is a way, a host and a port; a line for each says what came back, or how it ended.
  private static let script = """
    #!/usr/bin/python3
    import os, socket, ssl, struct, sys
    for name in list(os.environ):
      if name.lower().endswith("_proxy"):
        del os.environ[name]
    def stream(host, port):
      end = socket.create_connection((host, port), 8)
      end.settimeout(8)
      return end
    def http(end, host):
      end.sendall(b"GET / HTTP/1.1\\r\\nHost: " + host.encode() + b"\\r\\nConnection: close\\r\\n\\r\\n")
      return end.recv(4096).split(b"\\r\\n")[0].decode() or "closed"
    def trusting():
      context = ssl.create_default_context()
      context.check_hostname = False
      context.verify_mode = ssl.CERT_NONE
      return context
    def answer(way, host, port):
      if way == "plain":
        return http(stream(host, port), host)
      if way == "tls":
        return http(trusting().wrap_socket(stream(host, port), server_hostname=host), host)
      if way == "lie":
        return http(trusting().wrap_socket(stream("host.example", port), server_hostname=host), host)
      if way == "address":
        return socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)[0][4][0]
      if way == "udp":
        end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        end.settimeout(8)
        end.connect((host, port))
        end.send(b"x")
        return "answered" if end.recv(10) else "-"
      if way == "many":
        ends = [stream(host, port) for _ in range(40)]
        return str(sum(http(end, host).endswith("200 OK") for end in ends))
      if way == "six":
        socket.socket(socket.AF_INET6, socket.SOCK_STREAM).connect((host, port))
      if way == "raw":
        socket.socket(socket.AF_INET, socket.SOCK_RAW, 6)
      if way == "device":
        os.open("/dev/net/tun", os.O_RDWR)
      if way == "route":
        import fcntl
        control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        fcntl.ioctl(control, 0x8914, struct.pack("16sh14x", b"bailey0", 0))
      return "done"
    for word in sys.argv[1:]:
      way, host, port = word.split("/")
      try:
        print(answer(way, host, int(port)))
      except socket.gaierror:
        print("no such name")
      except OSError as error:
        print(type(error).__name__)
    """

  @Test(arguments: OrdinaryUser.everyone)
  func `A program that knows no proxy reaches names, and what it may not reach it does not`(user: UInt32?) throws {
    try NetworkStage.with(Self.script, of: user) { stage throws in
      let host = stage.host.address
      let own = try UnreachedPort()
      let reached = try stage.lines([
        "plain/host.example/80", "tls/host.example/443", "plain/HOST.Example/80", "plain/\(host)/80",
        "many/host.example/80",
      ])
      #expect(reached == ["HTTP/1.0 200 OK", "HTTP/1.0 200 OK", "HTTP/1.0 200 OK", "HTTP/1.0 200 OK", "40"])
      #expect(stage.host.seen.contains("tls host.example") && stage.host.seen.contains("http host.example"))
      let seen = stage.host.seen.count
      let refused = try stage.lines([
        // A domain that follows people: by its name, and by one inside.
        "tls/follow.example/443", "lie/follow.example/443",
        // This computer, by whatever name and address.
        "plain/rebound.example/\(own.port)", "plain/localhost/\(own.port)", "plain/\(stage.host.machine)/\(own.port)",
        "plain/127.0.0.1/\(own.port)", "plain/0.0.0.0/\(own.port)",
        // What is no connection, and what would make another way out.
        "udp/\(host)/53", "udp/host.example/80", "udp/198.18.0.3/54", "six/\(stage.host.addressOfIPv6)/80", "raw/-/0",
        "device/-/0", "route/-/0",
        // Addresses that stand for nothing.
        "plain/198.18.200.7/80", "plain/198.18.0.2/1024",
      ])
      for line in refused {
        #expect(!["HTTP/1.0 200 OK", "answered", "done"].contains(line), "\(refused)")
      }
      #expect(refused[7] == "ConnectionRefusedError" && refused[14] == "ConnectionRefusedError", "\(refused)")
      #expect(own.visits == 0)
      let added = stage.host.seen.dropFirst(seen)
      #expect(added.allSatisfy { $0 == "name rebound.example" || $0 == "name host.example" }, "\(added)")
    }
  }

  @Test func `A name is told to nobody before something connects to it, and what is taken back holds at once`() throws {
    try NetworkStage.with(Self.script) { stage throws in
      let names = ["address/host.example/80", "address/printer.local/80", "address/follow.example/443"]
      let addresses = try stage.lines(names)
      #expect(Set(addresses).count == 3 && addresses.allSatisfy { $0.hasPrefix("198.18.") }, "\(addresses)")
      #expect(!stage.host.seen.contains { $0.hasPrefix("name") }, "\(stage.host.seen)")
      try stage.instance.succeed(["privacy", "deny", "LocalNetwork", NetworkStage.app])
      let denied = try stage.lines([
        "plain/host.example/80", "plain/\(stage.host.address)/80", "plain/printer.local/80",
      ])
      #expect(denied.allSatisfy { $0 != "HTTP/1.0 200 OK" }, "\(denied)")
      #expect(!stage.host.seen.contains { $0.hasPrefix("http") || $0 == "name printer.local" }, "\(stage.host.seen)")
    }
  }
}
