// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Apps that run while Bailey stops: their files go, and they are to know of it.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct EndedAppScenarios {
  private static let script = """
    #!/bin/sh
    cd "$HOME/Documents"
    exec 3> open.txt
    case "$1" in
      saves) trap 'echo saved > saved.txt; sync saved.txt; echo told; exit 0' TERM ;;
      stays) trap '' TERM ;;
    esac
    echo started
    while :; do sleep 0.05; done
    """

  private func withApps(_ body: (RunningInstance, _ start: (String) throws -> Background) throws -> Void) throws {
    try withInstance(.absent) { instance in
      let bundle = try TestBundle(script: Self.script, named: "Busy", identifier: "org.example.Busy", of: instance)
      try bundle.sign("--adhoc")
      try instance.succeed(["app", "install", bundle.path])
      let program = try Program.locate("bailey").path
      var running: [Background] = []
      defer { for app in running { app.kill() } }
      try body(instance) { kind in
        let app = try Background(
          "/bin/sh", ["-c", "\"$0\" run Busy \"$1\" 2>&1; echo code $?", program, kind], environment: instance.variables
        )
        running.append(app)
        try app.waitForLine("started")
        return app
      }
    }
  }

  private static let note = "bailey: Busy is ended, because Bailey stops"

  @Test(arguments: ["down", "restart"])
  func `Running apps are told to end, can save, and are ended before their files go`(command: String) throws {
    try withApps { instance, start in
      let saving = try start("saves")
      let staying = try start("stays")
      let answer = try instance.succeed([command])
      #expect(answer.errors.contains("2 apps that were running are ended: Busy"))
      try saving.waitForLine("code 0")
      #expect(saving.lines().contains("told") && saving.lines().contains(Self.note))
      try staying.waitForLine("code 137")
      #expect(staying.lines().contains(Self.note))
      // Nothing had to be killed, or to be cut off: the mount was given up in good order.
      let log = try String(contentsOf: instance.home.appending(path: "log/bailey.log"), encoding: .utf8)
      #expect(!log.contains("killed") && log.contains("bailey-fs ended: exited(0)"), "\(log)")
      if command == "down" { try instance.succeed(["up"]) }
      let saved = instance.mount.appending(path: "Containers/org.example.Busy/Documents/saved.txt")
      #expect(try String(contentsOf: saved, encoding: .utf8) == "saved\n")
      #expect(try instance.succeed(["app", "ps"]).output.isEmpty)
    }
  }

  @Test func `An app is ended when nothing of Bailey is left that could serve it again`() throws {
    try withApps { instance, start in
      let app = try start("plain")
      for name in ["bailey", "baileyd", "bailey-enclave", "bailey-fs"] {
        for process in instance.processes(named: name) where process != app.process { kill(process, SIGKILL) }
      }
      try app.waitForLine(Self.note)
      try eventually { app.lines().contains { $0.hasPrefix("code ") } }
    }
  }
}
