// SPDX-License-Identifier: Apache-2.0
import Advice
import EnclaveClient
import EnclaveMessages
import Glibc
import Instance
import JSONCoding
import ProtectionModel
import SupervisorMessages
import Testing
import TerminalConsole

@testable import InstanceCommands
import Mounts
import SystemCalls

@Suite struct AdviceTests {
  @Test func `Exit codes tell scripts what happened`() {
    func code(_ refusal: EnclaveRefusal) -> ExitCode { Advice(for: .enclave(.refused(refusal))).exitCode }
    #expect(code(.wrongPasscode(failures: 1, waitSeconds: 0)) == .wrongPasscode)
    #expect(code(.wait(seconds: 9)) == .wait)
    #expect(code(.lockState(.locked)) == .refusedByLockState)
    #expect(code(.noPasscode) == .failed)
    #expect(Advice(for: .protectedFileRefused(path: "x")).exitCode == .refusedByLockState)
    #expect(Advice(for: .notRunning).exitCode == .failed)
  }

  @Test func `Failures become sentences`() {
    func text(_ failure: ControlFailure) -> String { Advice(for: failure).text }
    #expect(text(.notRunning) == "Bailey is not running.\nTry: bailey up")
    #expect(
      text(.enclave(.refused(.wrongPasscode(failures: 5, waitSeconds: 300))))
        == "Wrong passcode. Wrong tries: 5. The next try is possible in 5 min.")
    #expect(
      text(.enclave(.refused(.wait(seconds: 3599))))
        == "Too many wrong passcodes: the next try is possible in 59 min 59 s.")
    let line = InstanceError.configuration(path: "/h/config", line: 3, .unknownKey("muont"))
    #expect(text(.instance(line)).hasPrefix("/h/config, line 3: there is no setting 'muont'.\n"))
    #expect(text(.enclave(.refused(.lockUnfinished(.broker)))).contains(" but baileyd could not be made to give up"))
    #expect(text(.file(path: "x", SystemError(.open, code: ENOSPC))) == "x: the disk is full.")
    #expect(
      text(.start(StartFailure(.ended, code: 1, subject: "bailey-fs"), said: "no fusermount3"))
        == "bailey-fs could not start (1). It said: no fusermount3")
    #expect(
      text(.start(StartFailure(.rootKey, code: 4, subject: "bailey-enclave"), said: nil))
        .contains("no mark says that it was erased: put it back from a copy. This start removed nothing."))
    #expect(
      text(.start(StartFailure(.mountHangs, subject: "/m"), said: nil))
        .hasSuffix("\nTry: sudo umount --force /m, then bailey up"))
    let users = [
      MountUser(process: 7, program: "cat\u{1B}[1m", file: "/a"), MountUser(process: 9, program: "vi", file: "/b"),
    ]
    let readable = text(.stillReadable(users))
    #expect(readable.contains("\n  process 7 (cat?[1m): /a\n  process 9 (vi): /b\nTry: kill 7 9, then"))
    #expect(
      text(.start(StartFailure(.mountInUse, subject: "/m"), said: nil)).hasPrefix("Something else is mounted at /m."))
  }

  @Test(arguments: [(0, "0 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"), (3660, "1 h 1 min"), (86400, "24 h")])
  func `Durations are short`(seconds: Int, text: String) {
    #expect(Advice.duration(seconds) == text)
  }
}

@Suite struct PrintingTests {
  @Test func `Json is escaped`() {
    let value = JSONValue.members(["a": .array([.null, .bool(true), .number(-1)]), "b\"": .string("\\\n\u{1}ä\u{7F}")])
    #expect(value.text == #"{"a":[null,true,-1],"b\"":"\\\n\u0001ä\u007f"}"#)
  }

  @Test func `A bar shows its share`() {
    #expect(ProgressBar.line(15, of: 30, counting: .files) == "[###############...............] 50% 15 of 30 files")
    #expect(ProgressBar.line(0, of: 0, counting: .files) == "[##############################] 100% 0 of 0 files")
    #expect(ProgressBar.line(9, of: 3, counting: .files).hasPrefix("[##############################] 100%"))
    #expect(ProgressBar.line(1 << 20, of: 64 << 20, counting: .bytes).hasSuffix(" 1% 1 of 64 MiB"))
  }
}
