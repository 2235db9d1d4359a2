// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ProcessIsolation
import Processes
import Sockets
import SystemCalls
import Testing

/// Which processes are in a sandbox, by a socket that lies in its network.
@Suite struct SandboxNamespacesTests {
  private static let bubblewrap = "/usr/bin/bwrap"
  private static let sandbox = [
    "--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--cap-drop", "ALL", "--ro-bind", "/", "/",
    "--dev", "/dev", "--proc", "/proc",
  ]

  private static let canConfine: Bool = {
    let child = try? ChildProcess.start(ChildPlan(path: bubblewrap, arguments: sandbox + ["/bin/true"]))
    return (try? child?.wait()) == .exited(0)
  }()

  private func onlyChild(of process: Int32) -> Int32? {
    let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Int32($0) }
  }

  /// The body gets the process that sleeps in the sandbox.
  private func withSandbox(_ body: (borrowing ProcessHandle) throws -> Void) throws {
    let child = try ChildProcess.start(
      ChildPlan(path: Self.bubblewrap, arguments: Self.sandbox + ["/bin/sleep", "60"]))
    defer {
      _ = try? child.send(SIGKILL)
      _ = try? child.wait()
    }
    for _ in 0..<2000 {
      if let first = onlyChild(of: child.process), let number = onlyChild(of: first) {
        let handle = try ProcessHandle(process: number)
        if (try? handle.executablePath())?.suffix(5) == Array("sleep".utf8)[...] { return try body(handle) }
      }
      usleep(1000)
    }
    Issue.record("nothing sleeps in the sandbox")
  }

  @Test(.enabled(if: canConfine)) func `A sandbox is known by a socket of its network`() throws {
    try withSandbox { inside in
      try withSandbox { another in
        let sockets = try ForeignSockets(inNetworkOf: inside.process)
        try sockets.packets.listen(as: "bailey.test")
        let sandbox = try SandboxNamespaces(of: sockets.packets)
        let own = try ProcessHandle(process: getpid())
        let held = try (sandbox.hold(inside), sandbox.hold(another), sandbox.hold(own))
        #expect(held == (true, false, false))
        // Nor does the name lead there from anywhere else.
        #expect(throws: SystemError(.connect, code: ECONNREFUSED)) {
          _ = try PacketSocket.connected(toName: "bailey.test")
        }
      }
    }
  }

  /// Who has entered the network alone, as the owner of its users may, has other process numbers.
  @Test(.enabled(if: canConfine)) func `Who is in the network alone is not in the sandbox`() throws {
    try withSandbox { inside in
      let sandbox = try SandboxNamespaces(of: ForeignSockets(inNetworkOf: inside.process).packets)
      let target = ["--target", "\(inside.process)", "--user", "--net", "--preserve-credentials"]
      let plan = ChildPlan(path: "/usr/bin/nsenter", arguments: target + ["/bin/sleep", "60"])
      let entered = try ChildProcess.start(plan)
      defer {
        _ = try? entered.send(SIGKILL)
        _ = try? entered.wait()
      }
      let handle = try ProcessHandle(process: entered.process)
      while try handle.executablePath().suffix(5) != Array("sleep".utf8)[...] { usleep(1000) }
      let isHeld = try sandbox.hold(handle)
      #expect(!isHeld)
    }
  }

  @Test func `A socket outside of every sandbox says nothing`() throws {
    let pair = try PacketSocket.pair()
    let near = pair.near
    #expect(throws: SystemError(.socket, code: EXDEV)) { _ = try SandboxNamespaces(of: near) }
    let isListening = near.isListening
    #expect(!isListening)
  }
}
