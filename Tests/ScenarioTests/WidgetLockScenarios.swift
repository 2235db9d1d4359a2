// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProcessMemory
import RunningInstance
import Testing

/// Locks that come while pictures are drawn, and pictures whose owner is gone when the lock comes.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetLockScenarios {
  private static let secret = "4,821.37"

  private func shows(_ file: URL) -> Bool {
    ((try? Data(contentsOf: file)) ?? Data()).range(of: Data(Self.secret.utf8)) != nil
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    for _ in 0..<1500 {
      if condition() { return }
      usleep(10_000)
    }
    Issue.record("\(what) did not come")
  }

  /// `BAILEY_WIDGET_INTERLEAVINGS` says how many; the whole test is a thousand.
  private static let interleavings = Environment.value("BAILEY_WIDGET_INTERLEAVINGS").flatMap { Int($0) } ?? 24

  @Test func `No picture shows a secret from when a lock is acknowledged until the next unlock`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let files = (0..<2).map { stage.folder.appending(path: "widget-\($0).txt") }
      let ending = stage.folder.appending(path: "end")
      // Two that draw as fast as they can, without looking at anything.
      let loop = """
        while [ ! -e '\(ending.path)' ]; do
          "$0" widget render --executable '\(stage.path)' --family systemSmall --until-lock --format list --output "$1"
          [ "$(($(od -An -N1 -tu1 /dev/urandom) % 4))" = 0 ] && "$0" widget reload --executable '\(stage.path)'
        done
        """
      let program = try Program.locate("bailey").path
      let painters = try files.map {
        try Background("/bin/sh", ["-c", loop, program, $0.path], environment: stage.instance.variables)
      }
      defer {
        try? Data().write(to: ending)
        for painter in painters { try? painter.wait() }
      }
      var seen = 0
      for _ in 0..<Self.interleavings {
        usleep(UInt32.random(in: 0...400_000))
        seen += files.filter(shows).count
        try stage.instance.lock()
        for _ in 0..<Int.random(in: 1...12) {
          for file in files { #expect(!shows(file)) }
          usleep(UInt32.random(in: 0...30_000))
        }
        for file in files { #expect(!shows(file)) }
        try stage.instance.unlock()
      }
      // Something was there to hide.
      try wait("a picture with the secret") { shows(files[0]) }
      #expect(seen > 0 || Self.interleavings < 10)
    }
  }

  @Test func `A lock hides the picture of a watcher that was killed, and a watcher remembers nothing it drew`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let file = stage.folder.appending(path: "watched.txt")
      let words = [
        "watch", "--executable", stage.path, "--family", "systemSmall", "--output", file.path,
      ]
      let program = try Program.locate("bailey-widgets").path
      let watcher = try Background(program, words, environment: stage.instance.variables)
      try wait("the first picture") { shows(file) }
      let hits = try ProcessMemory.search(watcher.process, for: ["secret": Data(Self.secret.utf8)])
      #expect(hits.isEmpty)
      watcher.kill()
      try stage.instance.lock()
      #expect(!shows(file))
      let hidden = try String(contentsOf: file, encoding: .utf8)
      #expect(try stage.list("--family", "systemSmall") == hidden)
      // One that begins while locked shows the same, and the secret again after the unlock.
      let second = try Background(program, words, environment: stage.instance.variables)
      defer { second.kill() }
      try wait("the hidden picture") { (try? String(contentsOf: file, encoding: .utf8)) == hidden }
      try stage.instance.unlock()
      try wait("the picture after the unlock") { shows(file) }
      try stage.instance.lock()
      #expect(!shows(file))
    }
  }

  @Test func `After a lock no daemon has the secret of a picture in its memory`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      // What was kept of it is a file that a lock closes, then.
      try stage.protect("NSFileProtectionComplete")
      _ = try stage.draw("--until-lock")
      try stage.instance.lock()
      _ = try stage.draw()
      let processes = ["baileyd", "bailey-enclave", "bailey-fs", "bailey-widgets"].flatMap {
        stage.instance.processes(named: $0)
      }
      for process in processes {
        let hits = try ProcessMemory.search(process, for: ["secret": Data(Self.secret.utf8)])
        #expect(hits.isEmpty)
      }
    }
  }

  @Test func `A lock screen is hidden before the lock, and lock --then starts what shows it`() throws {
    try WidgetStage.run("BankWidget") { stage throws in
      let picture = stage.folder.appending(path: "lock.png")
      let words = ["lockscreen", stage.path, "--output", picture.path, "--width", "1280", "--height", "720"]
      try stage.instance.succeed(words)
      let open = try Data(contentsOf: picture)
      try stage.instance.succeed(words + ["--for-lock"])
      #expect(try Data(contentsOf: picture) != open)
      // Where there are no installed apps the picture has the clock alone: a program gets it by its path.
      let locker = stage.folder.appending(path: "locker")
      let answer = stage.folder.appending(path: "answer")
      try Data("#!/bin/sh\necho \"$1\" > '\(answer.path)'\n".utf8).write(to: locker)
      try Program.run("chmod", ["+x", locker.path])
      try stage.instance.succeed(["lock", "--now", "--then", locker.path])
      try wait("the locker") { ((try? Data(contentsOf: answer)) ?? Data()).count > 1 }
      let shown = try String(contentsOf: answer, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try Data(contentsOf: URL(fileURLWithPath: shown)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }
}
