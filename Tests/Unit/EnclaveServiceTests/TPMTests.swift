// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Foundation
import Glibc
import Processes
import ProtectionModel
import SecretMemory
import SoftwareTPM
import SystemCalls
import Testing

/// The real process with a root key that a TPM has sealed: the TPM is reached from inside the sandbox.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) struct TPMTests {
  @Test func `Everything works with a TPM`() throws {
    try SoftwareTPM.run { tpm in
      let home = try EnclaveHome(.nothing)
      let arguments = ["--tcti", tpm.connection]
      let first = try EnclaveProcess(home, arguments)
      #expect(try first.client().status().root == .tpm)
      try first.client().setPasscode(secret("1234"))
      let files = try first.files()
      let made = try files.keys.makeKey(.fileComplete).wrapped
      try first.stop()
      let second = try EnclaveProcess(home, arguments)
      let client = try second.client()
      #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
        try client.unlock(secret("4321"))
      }
      try client.unlock(secret("1234"))
      let again = try second.files()
      _ = try again.keys.unwrap(made)
      try client.erase()
      #expect(try second.stop() == .exited(0))
    }
  }

  @Test func `Restoring the files does not reset the attempts`() throws {
    try SoftwareTPM.run { tpm in
      let home = try EnclaveHome(.nothing)
      let arguments = ["--tcti", tpm.connection]
      let first = try EnclaveProcess(home, arguments)
      try first.client().setPasscode(secret("1234"))
      try first.stop()
      let names = ["keybag", "effaceable"]
      let old = try names.map { name in try Data(contentsOf: URL(filePath: "\(home.path)/enclave/\(name)")) }
      let second = try EnclaveProcess(home, arguments)
      for guess in ["a", "b", "c", "d"] { try? second.client().unlock(secret(guess)) }
      #expect(try second.client().status().waitSeconds > 0)
      try second.stop()
      for (name, bytes) in zip(names, old) {
        try bytes.write(to: URL(filePath: "\(home.path)/enclave/\(name)"))
      }
      let third = try EnclaveProcess(home, arguments)
      let status = try third.client().status()
      #expect(status.failures == 4)
      #expect((1...60).contains(status.waitSeconds))
    }
  }

  /// Without a resource manager a TPM has room for three keys and three sessions.
  @Test func `Enclaves that are killed while they use the TPM leave room in it for the next one`() throws {
    try SoftwareTPM.run { tpm in
      let home = try EnclaveHome(.nothing)
      let arguments = ["--tcti", tpm.connection]
      for round in 0..<8 {
        let enclave = try EnclaveProcess(home, arguments)
        let client = try enclave.client()
        let asking = Thread {
          while (try? client.makeMachineKey(round % 2 == 0 ? .rsa2048 : .p256)) != nil {}
        }
        asking.start()
        usleep(UInt32(5000 + round * 7000))
        try enclave.stop(SIGKILL)
      }
      let last = try EnclaveProcess(home, arguments)
      #expect(try last.client().status().root == .tpm)
      _ = try last.client().makeMachineKey()
    }
  }

  /// An erase destroys what is on this disk, not what was copied from it.
  @Test func `A copy from before an erase opens on the same machine and with the passcode alone`() throws {
    try SoftwareTPM.run { tpm in
      let home = try EnclaveHome(.nothing)
      let arguments = ["--tcti", tpm.connection]
      let first = try EnclaveProcess(home, arguments)
      try first.client().setPasscode(secret("1234"))
      try first.stop()
      let copies = try ["keybag", "effaceable", "root.tpm"].map { ($0, try home.bytes(of: $0)) }
      let second = try EnclaveProcess(home, arguments)
      try second.client().erase()
      try second.stop()
      #expect(try EnclaveProcess(starting: home, arguments).wait() == .exited(5))
      for (name, bytes) in copies { try home.folder.open(name, O_RDWR).write(bytes.span, at: 0) }
      let third = try EnclaveProcess(home, arguments)
      #expect(try third.client().status().state == .beforeFirstUnlock)
      #expect(throws: EnclaveClientError.self) { try third.client().unlock(secret("4321")) }
      try third.client().unlock(secret("1234"))
    }
  }

  @Test func `Without the TPM nothing starts`() throws {
    let home = try EnclaveHome(.nothing)
    try SoftwareTPM.run { tpm in
      _ = try EnclaveProcess(home, ["--tcti", tpm.connection]).stop()
    }
    try SoftwareTPM.run { another in
      let end = try EnclaveProcess(starting: home, ["--tcti", another.connection]).wait()
      #expect(end == .exited(4))
    }
    #expect(try EnclaveProcess(starting: home, ["--tcti", "swtpm:path=/nowhere"]).wait() == .exited(4))
    #expect(try EnclaveProcess(starting: home).wait() == .exited(4))
  }

  @Test func `A TPM that is pulled out stops passcodes`() throws {
    try SoftwareTPM.run { tpm in
      let enclave = try EnclaveProcess(try EnclaveHome(.nothing), ["--tcti", tpm.connection])
      let client = try enclave.client()
      try client.setPasscode(secret("1234"))
      try client.lock(.now)
      tpm.stop()
      #expect(throws: EnclaveClientError.refused(.rootKey)) { try client.unlock(secret("1234")) }
      #expect(try client.status().state == .locked)
    }
  }
}
