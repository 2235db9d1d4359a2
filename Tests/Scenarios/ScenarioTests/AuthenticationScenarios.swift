// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Apps, the person, and the agent that asks them: `LAContext` and the keychain through the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct AuthenticationScenarios {
  /// With an item that only the person can open.
  private func withDiary(_ body: (RunningInstance, ClientProgram) throws -> Void) throws {
    try withInstance { instance throws in
      let app = try ClientProgram("diary", of: instance, copying: "sample-app")
      #expect(try app.answer("add page hunter2 aku presence") == "done")
      try body(instance, app)
    }
  }

  @Test func `An item is opened by the person`() throws {
    try withDiary { instance, app throws in
      try withAgent(of: instance) { agent throws in
        #expect(try app.answer("find page") == "hunter2")
        #expect(agent.questions == 1)
        #expect(agent.told.contains { $0.hasPrefix("SETDESC") && $0.contains("programs/diary") })
        #expect(
          try app.answers("context reason=old%20pages , find page , find page").suffix(2) == [
            "hunter2", "hunter2",
          ])
        #expect(agent.questions == 2)
        #expect(agent.told.contains { $0.hasPrefix("SETDESC") && $0.contains("old") })
        // Without a context every call is on its own.
        #expect(try app.answers("find page , find page") == ["hunter2", "hunter2"])
        #expect(agent.questions == 4)
      }
    }
  }

  @Test func `A context that was evaluated opens items`() throws {
    try withDiary { instance, app throws in
      try withAgent(of: instance) { agent throws in
        #expect(
          try app.answers("context , can , evaluate , find page , change page better , find page") == [
            "done", "yes", "yes", "hunter2", "done", "better",
          ])
        #expect(agent.questions == 1)
        #expect(agent.told.contains { $0.hasPrefix("SETDESC") && $0.contains("see the diary") })
        #expect(
          try app.answers("context , evaluate , invalidate , evaluate , find page , list").suffix(3) == [
            "LAError -10", "-25293", "-25293",
          ])
        #expect(agent.questions == 2)
      }
    }
  }

  @Test func `What may not ask is refused`() throws {
    try withDiary { instance, app throws in
      #expect(try app.answer("add open secret aku none") == "done")
      try withAgent(of: instance) { agent throws in
        #expect(try app.answers("interface fail , find page") == ["done", "-25308"])
        #expect(try app.answers("context quiet , find page") == ["done", "-25308"])
        #expect(try app.answers("context quiet , evaluate") == ["done", "LAError -1004"])
        #expect(try app.answers("interface skip , find page , list") == ["done", "-25300", "open"])
        #expect(try app.answers("interface skip , change page x") == ["done", "-50"])
        // A deletion asks nobody.
        #expect(try app.answer("delete page") == "done")
        #expect(agent.questions == 0)
      }
    }
  }

  @Test func `An answer that is none is said`() throws {
    try withDiary { instance, app throws in
      // Nobody is there to ask.
      #expect(try app.answer("find page") == "-25308")
      #expect(try app.answers("context , evaluate").last == "LAError -1004")
      try withAgent(of: instance, .refuses) { agent throws in
        #expect(try app.answer("find page") == "-128")
        #expect(try app.answers("context , evaluate").last == "LAError -2")
        #expect(agent.questions == 2)
      }
      try withAgent(of: instance, .isMistaken) { agent throws in
        #expect(try app.answer("find page") == "-25293")
        #expect(agent.told.contains { $0.hasPrefix("SETERROR") })
      }
    }
  }

  @Test func `An unlock shortly before is proof enough`() throws {
    try withDiary { instance, app throws in
      try instance.lock()
      try instance.unlock()
      #expect(try app.answers("context reuse=250 , find page , find page") == ["done", "hunter2", "hunter2"])
      #expect(try app.answers("context reuse=250 , evaluate , find page") == ["done", "yes", "hunter2"])
      #expect(try app.answers("context quiet reuse=250 , find page").last == "hunter2")
      #expect(try app.answers("make mine aku use+presence , context reuse=250 , agree mine").last == "agreed")
      #expect(try app.answers("context , find page").last == "-25308")
      #expect(try app.answers("context reuse=1 , find page").count == 2)
      usleep(1_100_000)
      #expect(try app.answers("context reuse=1 , find page").last == "-25308")
    }
  }

  @Test func `There is no biometry`() throws {
    try withDiary { instance, app throws in
      #expect(try app.answers("context , can biometry , evaluate biometry") == ["done", "LAError -6", "LAError -6"])
      #expect(try app.answers("add face secret aku biometry , find face") == ["-25293", "-25300"])
      #expect(try app.answers("make face aku use+biometry , sign face letter") == ["-25293", "-25300"])
      #expect(try app.answers("add code secret aku passcode") == ["done"])
      try withAgent(of: instance) { _ throws in #expect(try app.answer("find code") == "secret") }
    }
  }

  @Test func `Without a passcode nobody can be asked`() throws {
    try withInstance(.absent) { instance throws in
      let app = try ClientProgram("diary", of: instance, copying: "sample-app")
      #expect(try app.answers("context , can , evaluate") == ["done", "LAError -5", "LAError -5"])
      #expect(try app.answer("add page secret akpu none") == "-25291")
    }
  }

  @Test func `A lock takes a question back`() throws {
    try withDiary { instance, app throws in
      try withAgent(of: instance) { agent throws in
        #expect(try app.answers("context , evaluate , find page").last == "hunter2")
        try instance.lock()
        #expect(try app.answers("find page") == ["-25308"])
        #expect(agent.questions == 1)
      }
    }
  }

  /// One connection serves it all the while.
  @Test func `An app that goes on is asked for again after a lock`() throws {
    try withDiary { instance, app throws in
      try withAgent(of: instance) { agent throws in
        let file = instance.home.path + "/go"
        let running = try app.start("find", "page", ",", "until", file, ",", "find", "page", ",", "list")
        defer { running.kill() }
        try running.waitForLine("hunter2")
        try instance.lock()
        try instance.unlock()
        try Data().write(to: URL(fileURLWithPath: file))
        try running.waitForLine("page")
        #expect(running.lines() == ["hunter2", "done", "hunter2", "page"])
        #expect(agent.questions > 1)
      }
    }
  }

  // MARK: - The rules of macOS

  @Test func `A program with the rules of mac OS has a keychain under a password`() throws {
    try withInstance { instance throws in
      let app = try ClientProgram("diary", of: instance, copying: "sample-app")
      func ofMac(_ commands: String) throws -> String {
        try app.answers(commands, environment: ["BAILEY_KEYCHAIN_PROFILE": "macos"]).last ?? ""
      }
      // Nobody is there to choose a password.
      #expect(try ofMac("add page hunter2 aku none") == "-25308")
      try withAgent(of: instance) { agent throws in
        #expect(try ofMac("add page hunter2 aku none") == "done")
        #expect(agent.questions == 2)
        #expect(agent.told.contains { $0.hasPrefix("SETDESC ") && $0.contains("the keychain \"login.keychain\", ") })
        #expect(try ofMac("find page") == "hunter2")
        #expect(agent.questions == 2)
        #expect(try app.answer("find page") == "-25300")
        try instance.lock()
        try instance.unlock()
        #expect(try ofMac("find page") == "hunter2")
        #expect(agent.questions == 3)
        try instance.restart()
        try instance.unlock()
        #expect(try ofMac("find nothing") == "-25300")
        #expect(agent.questions == 3)
      }
      #expect(try ofMac("find page") == "-25308")
      #expect(try ofMac("delete page") == "-25308")
      let found = try Program.run("grep", ["-r", "-l", "-a", "hunter2", instance.home.path + "/broker"])
      #expect(found.output.isEmpty)
    }
  }

  // MARK: - On a terminal

  /// Runs the agent on a terminal of its own, on which somebody types this whenever they are asked.
  private static let terminal = """
    import os, pty, sys
    pid, fd = pty.fork()
    if pid == 0: os.execvp(sys.argv[1], [sys.argv[1], "agent"])
    seen = b""
    while True:
        try: data = os.read(fd, 4096)
        except OSError: break
        os.write(1, data.replace(b"\\r", b""))
        seen += data
        if b"to refuse): " in seen:
            seen = b""
            os.write(fd, sys.argv[2].encode() + b"\\r")
    """

  @Test func `On a terminal the passcode is typed`() throws {
    try withDiary { instance, app throws in
      let bailey = try Program.locate("bailey").path
      let agent = try Background(
        "python3", ["-c", Self.terminal, bailey, RunningInstance.passcode], environment: instance.variables)
      defer { agent.kill() }
      // Nobody is asked before the instance has an agent.
      try eventually { try app.answers("context reason=reading , find page").last == "hunter2" }
      #expect(agent.lines().contains { $0.contains("reading") })
      #expect(!agent.lines().contains { $0.contains(RunningInstance.passcode) })
    }
  }
}
