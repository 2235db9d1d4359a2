// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Files
import Foundation
import Glibc
import Keybag
import Processes
import PromptModel
import ProofModel
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Sockets
import SystemCalls
import Testing

@Suite struct EnclaveProcessTests {
  private static let fileClasses = ProtectionClass.allCases.map { KeyClass($0) }

  @Test func `The first start makes an instance without a passcode`() throws {
    let enclave = try EnclaveProcess(try EnclaveHome(.nothing))
    let status = try enclave.client().status()
    #expect(status.state == .unlocked)
    #expect(status.passcode == .notSet)
    #expect(status.root == .file)
    #expect(status.open == Set(KeyClass.allCases).subtracting([.keychainWhenPasscodeSetThisDeviceOnly]))
    for name in ["keybag", "effaceable", "root.key"] {
      #expect(try enclave.home.folder.status(of: name).st_mode & 0o7777 == 0o600)
    }
    #expect(throws: EnclaveClientError.refused(.noPasscode)) { try enclave.client().lock(.now) }
    #expect(throws: EnclaveClientError.refused(.noPasscode)) { try enclave.client().unlock(secret("x")) }
  }

  /// What was measured is a matter of the machine; what was measured with, and the least it comes to, is not.
  @Test func `A real instance stretches passcodes at least as recommended`() throws {
    let home = try EnclaveHome(.nothing)
    let enclave = try EnclaveProcess(home)
    try enclave.client().setPasscode(secret("1234"))
    try enclave.stop()
    let found = try home.openKeybag().stretching
    let recommended = Argon2id.Parameters.recommended
    #expect(found.memoryKiB == recommended.memoryKiB && found.lanes == recommended.lanes)
    #expect(found.passes >= recommended.passes)
    // Another passcode, or another start, makes it no cheaper.
    let again = try EnclaveProcess(home)
    try again.client().unlock(secret("1234"))
    try again.client().changePasscode(from: secret("1234"), to: secret("5678"))
    try again.stop()
    #expect(try home.openKeybag().stretching == found)
  }

  @Test func `A passcode locks and unlocks`() throws {
    let enclave = try EnclaveProcess()
    let client = try enclave.client()
    try client.setPasscode(secret("1234"))
    #expect(try client.status().passcode == .set)
    try client.lock(.now)
    #expect(try client.status().state == .locked)
    #expect(throws: EnclaveClientError.refused(.lockState(.locked))) {
      try client.changePasscode(from: secret("1234"), to: secret("x"))
    }
    #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
      try client.unlock(secret("4321"))
    }
    #expect(try client.status().failures == 1)
    try client.unlock(secret("1234"))
    #expect(try client.status().state == .unlocked)
    try client.changePasscode(from: secret("1234"), to: secret("5678"))
    try client.removePasscode(secret("5678"))
    #expect(try client.status().passcode == .notSet)
  }

  @Test func `A passcode given for a question is told once and unlocks nothing`() throws {
    let enclave = try EnclaveProcess()
    let client = try enclave.client()
    try client.setPasscode(secret("1234"))
    let claim = ProofClaim(of: .random(), for: ProofStatement(.showPasswords, by: .owner(in: 7)))
    let digest = claim.statement.digest
    do {
      let broker = try enclave.broker()
      #expect(try !broker.keys.takeProof(claim))
      #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
        try client.prove(PasscodeProof(of: claim.question, for: digest, by: secret("4321")))
      }
      #expect(try !broker.keys.takeProof(claim))
      try client.prove(PasscodeProof(of: claim.question, for: digest, by: secret("1234")))
      #expect(try client.status().failures == 0)
      #expect(try broker.keys.takeProof(claim))
      #expect(try !broker.keys.takeProof(claim))
    }
    try client.lock(.now)
    #expect(throws: EnclaveClientError.refused(.lockState(.locked))) {
      try client.prove(PasscodeProof(of: claim.question, for: digest, by: secret("1234")))
    }
  }

  @Test func `A restart ends before first unlock`() throws {
    let home = try EnclaveHome()
    let first = try EnclaveProcess(home)
    try first.client().setPasscode(secret("1234"))
    #expect(try first.stop() == .exited(0))
    let second = try EnclaveProcess(home)
    let client = try second.client()
    #expect(try client.status().state == .beforeFirstUnlock)
    try client.lock(.now)
    #expect(try client.status().state == .beforeFirstUnlock)
    try client.unlock(secret("1234"))
    #expect(try client.status().state == .unlocked)
  }

  @Test func `Remote class keys keep the contract`() throws {
    let home = try EnclaveHome()
    var enclave = try EnclaveProcess(home)
    try enclave.client().setPasscode(secret("1234"))
    try enclave.client().choose(LockSettings(graceSeconds: 3600, .waits), by: secret("1234"))
    var files = try enclave.files()
    files.obey()
    let contract = ClassKeyContract(classes: Self.fileClasses) { state in
      switch state {
      case .beforeFirstUnlock:
        try enclave.stop()
        enclave = try EnclaveProcess(home)
        files = try enclave.files()
        files.obey()
      case .unlocked: try enclave.client().unlock(secret("1234"))
      case .grace: try enclave.client().lock(.afterGrace)
      case .locked: try enclave.client().lock(.now)
      }
      return files.keys
    }
    #expect(try contract.violations() == [])
  }

  @Test func `The volume key outlives everything but an erase`() throws {
    let home = try EnclaveHome()
    let enclave = try EnclaveProcess(home)
    let files = try enclave.files()
    let first = try files.keys.volumeKey().withBytes { bytes in bytes.indices.map { bytes[$0] } }
    try enclave.client().setPasscode(secret("1234"))
    try enclave.stop()
    let second = try EnclaveProcess(home).files()
    let again = try second.keys.volumeKey()
    #expect(again.withBytes { bytes in bytes.indices.map { bytes[$0] } } == first)
  }

  @Test func `Sixteen keys come in one reply`() throws {
    let files = try EnclaveProcess().files()
    for keyClass in Self.fileClasses {
      let batch = try files.keys.makeKeys(keyClass, count: 16)
      for index in 0..<16 {
        let new = batch.newKey(at: index)
        let key = try files.keys.unwrap(new.wrapped)
        let same = key.withBytes { one in new.key.withBytes { equal(one, $0) } }
        #expect(same)
      }
    }
  }

  @Test func `Erasing ends everything and is told to everyone`() throws {
    let home = try EnclaveHome()
    let enclave = try EnclaveProcess(home)
    let files = try enclave.files()
    let kept = try files.keys.makeKey(.fileNone).wrapped
    try enclave.client().erase()
    #expect(try files.events.next() == .erased)
    #expect(try enclave.supervisor.takeEvents(within: .seconds(60)) == [.erased])
    #expect(throws: ClassKeyError.unavailable) { _ = try files.keys.unwrap(kept) }
    #expect(throws: EnclaveClientError.refused(.erased)) { _ = try enclave.client().status() }
    try enclave.stop()
    #expect(try EnclaveProcess(starting: home).wait() == .exited(5))
  }

  // MARK: - Life and death

  @Test func `It ends when the supervisor is gone`() throws {
    let enclave = try EnclaveProcess()
    shutdown(enclave.supervisorSocket.raw, Int32(SHUT_RDWR))
    #expect(try enclave.wait() == .exited(0))
  }

  @Test func `A kill at any moment leaves the old or the new passcode`() throws {
    let home = try EnclaveHome()
    var current = "round 0"
    do {
      let enclave = try EnclaveProcess(home)
      try enclave.client().setPasscode(secret(current))
      try enclave.stop()
    }
    for round in 1...12 {
      let enclave = try EnclaveProcess(home)
      let client = try enclave.client()
      try client.unlock(secret(current))
      let next = "round \(round)"
      let (old, new) = (current, next)
      let changing = Thread { try? client.changePasscode(from: secret(old), to: secret(new)) }
      changing.start()
      usleep(UInt32.random(in: 0...6000))
      try enclave.stop(SIGKILL)
      let second = try EnclaveProcess(home)
      if (try? second.client().unlock(secret(next))) != nil {
        current = next
      } else {
        try second.client().unlock(secret(current))
      }
    }
  }

  @Test(arguments: [["--grace-seconds"], ["--grace-seconds", "x"], ["--tcti", "nonsense"], ["--unknown"]])
  func `Arguments that mean nothing are usage`(arguments: [String]) throws {
    let enclave = try EnclaveProcess(starting: try EnclaveHome(), arguments)
    #expect(try enclave.wait() == .exited(2))
    #expect(enclave.errors.hasPrefix("bailey-enclave: "))
  }

  @Test func `A damaged keybag is said by the exit code`() throws {
    let home = try EnclaveHome()
    try home.folder.open("keybag", O_RDWR).write([UInt8](repeating: 1, count: 8192).span, at: 0)
    #expect(try EnclaveProcess(starting: home).wait() == .exited(3))
  }

  @Test func `A missing root key is not replaced`() throws {
    let home = try EnclaveHome()
    try home.folder.unlink("root.key")
    #expect(try EnclaveProcess(starting: home).wait() == .exited(4))
    #expect(throws: SystemError.self) { _ = try home.folder.status(of: "root.key") }
  }

  @Test func `Two enclaves do not share a keybag`() throws {
    let home = try EnclaveHome()
    let first = try EnclaveProcess(home)
    #expect(try EnclaveProcess(starting: home).wait() == .exited(1))
    _ = first
  }

  @Test func `An interrupted erase is finished and said by the exit code`() throws {
    let home = try EnclaveHome()
    let others = try ["keybag", "root.key"].map { ($0, try home.bytes(of: $0)) }
    let enclave = try EnclaveProcess(home)
    try enclave.client().erase()
    try enclave.stop()
    for (name, bytes) in others { try home.folder.open(name, O_RDWR).write(bytes.span, at: 0) }
    #expect(try EnclaveProcess(starting: home).wait() == .exited(5))
    for (name, _) in others { #expect(try home.bytes(of: name).allSatisfy { $0 == 0 }) }
  }

  /// Damage, or a copy that was restored in part: nothing may be made or removed, as the file put back saves everything.
  @Test(arguments: ["keybag", "effaceable"], [nil, 0, 8192])
  func `A file that is lost is asked for`(name: String, zeros: Int?) throws {
    let home = try EnclaveHome()
    let first = try EnclaveProcess(home)
    let files = try first.files()
    let made = try files.keys.makeKey(.fileNone).wrapped
    try first.stop()
    let whole = try home.bytes(of: name)
    try home.folder.unlink(name)
    if let zeros {
      let file = try home.folder.open(name, O_RDWR | O_CREAT, mode: 0o600)
      try file.write([UInt8](repeating: 0, count: zeros).span, at: 0)
    }
    let refused = try EnclaveProcess(starting: home)
    #expect(try refused.wait() == .exited(4))
    #expect(refused.errors.contains("'\(name)' is missing"))
    if zeros == nil { #expect(throws: SystemError.self) { _ = try home.folder.status(of: name) } }
    try home.folder.open(name, O_RDWR | O_CREAT, mode: 0o600).write(whole.span, at: 0)
    let again = try EnclaveProcess(home).files()
    _ = try again.keys.unwrap(made)
  }

  /// The starter knows of files that need their keys: new keys would only hide the loss.
  @Test(arguments: [nil, 0, 8192])
  func `Both files lost are no new instance`(zeros: Int?) throws {
    let home = try EnclaveHome()
    let names = ["keybag", "effaceable", "root.key"]
    let whole = try names.map { ($0, try home.bytes(of: $0)) }
    for name in names.prefix(2) {
      try home.folder.unlink(name)
      if let zeros {
        let file = try home.folder.open(name, O_RDWR | O_CREAT, mode: 0o600)
        try file.write([UInt8](repeating: 0, count: zeros).span, at: 0)
      }
    }
    let refused = try EnclaveProcess(starting: home, ["--no-first-keys"])
    #expect(try refused.wait() == .exited(4))
    #expect(refused.errors.contains("'keybag' and 'effaceable' are both missing"))
    #expect(refused.errors.contains("for a new instance, move both folders away"))
    for name in names.prefix(2) {
      if zeros == nil { #expect(throws: SystemError.self) { _ = try home.folder.status(of: name) } }
      if zeros != nil { #expect(try home.bytes(of: name).allSatisfy { $0 == 0 }) }
    }
    #expect(try home.bytes(of: "root.key") == whole[2].1)
    for (name, bytes) in whole {
      try home.folder.open(name, O_RDWR | O_CREAT, mode: 0o600).write(bytes.span, at: 0)
    }
    let again = try EnclaveProcess(home, ["--no-first-keys"])
    try again.client().erase()
    try again.stop()
    #expect(try EnclaveProcess(starting: home, ["--no-first-keys"]).wait() == .exited(5))
  }

  @Test func `It is confined`() throws {
    let enclave = try EnclaveProcess()
    let status = try String(contentsOfFile: "/proc/\(enclave.process)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("NoNewPrivs:\t1"))
    let limits = try String(contentsOfFile: "/proc/\(enclave.process)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size\s+0\s+0/))
  }

  private func equal(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    one.count == other.count && one.indices.allSatisfy { one[$0] == other[$0] }
  }
}
