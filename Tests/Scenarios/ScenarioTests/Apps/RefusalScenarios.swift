// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// `BAILEY_TRACE=1`: what the sandbox refuses to a program that knows nothing of it is named.
@Suite(
  .serialized,
  .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct RefusalScenarios {
  private static let script = """
    #!/usr/bin/python3
    import ctypes, errno, os, socket, sys
    def tried(operation):
        try:
            operation()
            return "allowed"
        except OSError as error:
            return errno.errorcode[error.errno]
    libc = ctypes.CDLL(None, use_errno=True)
    def call(number, *arguments):
        if libc.syscall(number, *arguments) < 0:
            raise OSError(ctypes.get_errno(), "")
    print("file", tried(lambda: open(sys.argv[1])))
    print("missing", tried(lambda: open("/nowhere/at/all")))
    print("system", tried(lambda: open("/usr/bailey-new", "w")))
    print("network", tried(lambda: socket.create_connection(("192.0.2.1", 9), 0.2)))
    print("network6", tried(lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM).connect(("2001:db8::1", 9))))
    print("vsock", tried(lambda: socket.socket(40, socket.SOCK_STREAM)))
    print("unix", tried(lambda: socket.socket(socket.AF_UNIX).connect(sys.argv[2])))
    print("ptrace", tried(lambda: call(101, 0, 0, 0, 0)))
    print("own", tried(lambda: open(os.environ["HOME"] + "/Documents/a", "w")))
    """

  @Test func `Paths, sockets and calls are named with the entitlement that allows them`() throws {
    try withInstance(environment: ["BAILEY_TRACE": "1"]) { instance in
      try instance.makeDeveloper()
      let secret = instance.home.deletingLastPathComponent().appending(path: "secret").path
      try Data("the person's".utf8).write(to: URL(fileURLWithPath: secret))
      let socket = instance.home.appending(path: "run/broker.sock").path
      try instance.installSigned(
        TestBundle(script: Self.script, named: "Tries", identifier: "org.example.Tries", of: instance))
      let result = try instance.bailey(["run", "Tries", secret, socket])
      #expect(
        result.output == """
          file ENOENT
          missing ENOENT
          system EROFS
          network ENETUNREACH
          network6 ENETUNREACH
          vsock EAFNOSUPPORT
          unix ENOENT
          ptrace ENOSYS
          own allowed

          """)
      let lines = Set(result.errors.split(separator: "\n").map(String.init))
      let nothing = "no entitlement allows it"
      for line in [
        "\(secret): \(nothing)", "the network: com.apple.security.network.client would allow it",
        "socket of family 40: \(nothing)", "socket \(socket): \(nothing)", "system call ptrace: \(nothing)",
      ] {
        #expect(lines.contains("bailey: refused: " + line), "\(result.errors)")
      }
      #expect(!result.errors.contains("/nowhere") && !result.errors.contains("Documents/a"))
    }
  }

  @Test func `An entitled app is told of nothing that it has`() throws {
    try withInstance(environment: ["BAILEY_TRACE": "1"]) { instance in
      try instance.makeDeveloper()
      let key = "<key>com.apple.security.network.client</key><true/>"
      try instance.installSigned(
        TestBundle(
          script: Self.script, named: "Tries", identifier: "org.example.Tries", entitlements: key, of: instance))
      let result = try instance.bailey(["run", "Tries", "/nowhere", "/nowhere"])
      #expect(!result.errors.contains("refused: the network"))
      #expect(
        result.errors.contains(
          "refused: the connection to [2001:db8::1]:9: the network inside has no IPv6: names lead out, and so does the proxy, "
            + "which HTTP_PROXY and ALL_PROXY name"), "\(result.errors)")
      // Packets of IPv4 reach the proxy, which holds them to the answers.
      #expect(!result.errors.contains("192.0.2.1"))
      // It ends as without it.
      #expect(result.exitCode == 0 && result.output.hasSuffix("own allowed\n"))
    }
  }

  @Test func `What a process has of its own is not refused, and what is there is not wanted again`() throws {
    let script = """
      #!/usr/bin/python3
      import os, sys
      for path in ["/proc/self/maps", "/proc/self/exe", "/proc/thread-self/comm", "/proc/self/fd/0", "/proc/self/nothing", sys.argv[1]]:
          try:
              os.close(os.open(path, os.O_RDONLY))
              print("opened", path)
          except OSError:
              print("not", path)
      try:
          open("/etc/resolv.conf")
      except OSError:
          pass
      """
    for entitlements in ["", "<key>com.apple.security.network.client</key><true/>"] {
      try withInstance(.absent, environment: ["BAILEY_TRACE": "1"]) { instance in
        let camera = try TestDevice()
        let settings = instance.home.appending(path: "config")
        let text = try String(contentsOf: settings, encoding: .utf8)
        try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
        let bundle = try TestBundle(
          script: script, named: "Own", identifier: "org.example.Own", entitlements: entitlements, of: instance)
        try bundle.sign("--adhoc")
        try instance.succeed(["app", "install", bundle.path])
        let result = try instance.bailey(["run", "Own", camera.path])
        #expect(result.output.contains("opened /proc/self/maps\n") && result.output.contains("opened /proc/self/exe\n"))
        #expect(!result.errors.contains("/proc/"), "\(result.errors)")
        #expect(
          result.errors.contains(
            "refused: \(camera.path): com.apple.security.device.camera would let it ask the person"))
        let names = result.errors.split(separator: "\n").filter { $0.contains("resolv.conf") }
        #expect(
          names.allSatisfy {
            $0.contains(entitlements.isEmpty ? "would allow it" : "is there: names are looked up by the proxy")
          })
      }
    }
  }
}
