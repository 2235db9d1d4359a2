// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ProcessIsolation
import RunningInstance
import SystemCalls
import Testing

/// How much of the machine an app can take.
@Suite(
  .serialized,
  .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct LimitScenarios {
  private static let hasGroup =
    ControlGroup(ControlGroup.Bounds(processes: 16, memory: 1 << 28)).kind == .group

  private static let script = """
    #!/usr/bin/python3
    import os, sys, time
    if sys.argv[1] == "forks":
        count = 0
        try:
            while count < 400:
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
                count += 1
        except OSError as error:
            print("refused after", "few" if count < 100 else "many", error.errno, flush=True)
        os._exit(0)
    kept = []
    try:
        while len(kept) < 64:
            kept.append(bytearray(b"x" * (16 << 20)))
        print("all of it")
    except MemoryError:
        print("refused")
    """

  private func bundle(_ instance: RunningInstance) throws -> TestBundle {
    let bundle = try TestBundle(
      "true", named: "Greedy", identifier: "org.example.Greedy",
      info: "<key>BaileyMaximumProcesses</key><integer>40</integer>"
        + "<key>BaileyMaximumMemory</key><integer>134217728</integer>", of: instance)
    try bundle.add("Greedy", Self.script)
    return bundle
  }

  @Test(.enabled(if: hasGroup, "no control group can be had here"))
  func `A fork bomb and a memory hog end at the limits of their app`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try instance.installSigned(bundle(instance))
      #expect(try instance.succeed(["run", "Greedy", "forks"]).output == "refused after few 11\n")
      // The kernel ends it, or refuses the memory.
      let hog = try instance.bailey(["run", "Greedy", "memory"])
      #expect(hog.exitCode == 128 + SIGKILL || hog.output == "refused\n", "\(hog)")
      #expect(try instance.succeed(["app", "ps"]).output == "")
    }
  }

  @Test func `Memory of each process is limited where no group can be had, and it is said`() throws {
    let group = ControlGroup(ControlGroup.Bounds(processes: 40, memory: 1 << 27))
    guard group.kind == .eachProcess else { return }
    try withInstance(environment: ["BAILEY_TRACE": "1"]) { instance in
      try instance.makeDeveloper()
      try instance.installSigned(bundle(instance))
      let hog = try instance.bailey(["run", "Greedy", "memory"])
      #expect(hog.output == "refused\n" && hog.errors.contains("no control group can be had here"))
    }
  }

  /// The kernel counts them for all of a user's programs, and refuses who may have fewer files open than are on their way.
  private static let sending = """
    #!/usr/bin/python3
    import array, os, signal, socket
    files, kept = array.array("i", [os.open("/dev/null", 0)] * 250), []
    try:
        while True:
            near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
            kept += [near, far]
            for _ in range(8):
                near.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    except OSError as error:
        print("refused", error.errno, flush=True)
    signal.pause()
    """

  /// Debian's `games`. Whatever else runs as the user of this would be refused too.
  private static let sender: UInt32 = 5

  @Test(.enabled(if: geteuid() == 0 && Program.isInstalled("setpriv"), "needs a user of its own"))
  func `An app that leaves descriptors on their way keeps no other app from starting`() throws {
    let instance = try RunningInstance(passcode: .absent, of: Self.sender)
    defer { instance.stop() }
    try instance.makeDeveloper()
    for (name, script) in [("Sender", Self.sending), ("Other", "#!/bin/sh\necho started\n")] {
      try instance.installSigned(
        TestBundle(script: script, named: name, identifier: "org.example.\(name)", of: instance))
    }
    let words = try instance.asUser("bailey", ["run", "Sender"])
    let sender = try Background(words[0], Array(words.dropFirst()), environment: instance.variables)
    defer { sender.kill() }
    try sender.waitForLine("refused \(ETOOMANYREFS)")
    #expect(try instance.succeed(["run", "Other"]).output == "started\n")
    try instance.restart()
    #expect(try instance.succeed(["run", "Other"]).output == "started\n")
  }
}
