// SPDX-License-Identifier: Apache-2.0
import Glibc
import SoftwareTPM
import SystemCalls
import Testing
import TrustedPlatformModule

@Suite struct TPMInterfaceTests {
  @Test(
    arguments: [
      ("device:/dev/tpmrm0", .device(path: "/dev/tpmrm0")), ("swtpm:path=/tmp/x y:z", .socket(path: "/tmp/x y:z")),
      ("swtpm:port=2321", .loopback(port: 2321)), ("swtpm:host=localhost,port=1", .loopback(port: 1)),
      ("swtpm:host=127.0.0.1", .loopback(port: 2321)),
    ] as [(String, TPMInterface)])
  func `Understands the usual spelling`(text: String, interface: TPMInterface) {
    #expect(TPMInterface(text) == interface)
  }

  @Test(arguments: [
    "", "device", "device:", "/tmp/evil.so", "libevil:x", "pcap:", "cmd:sh", "swtpm:", "swtpm:path", "swtpm:path=",
    "swtpm:host=10.0.0.1,port=2321", "swtpm:port=65536", "swtpm:port=-1", "swtpm:path=/a,port=1",
    "swtpm:port=1,port=2", "swtpm:port=1,x=y", "swtpm:,", "device:/dev/x\0y",
  ])
  func `Refuses what it does not know`(text: String) {
    #expect(TPMInterface(text) == nil)
  }

  @Test func `What is not there cannot be opened`() {
    #expect(throws: SystemError(.open, code: ENOENT)) { _ = try TPMInterface.device(path: "/nonexistent/tpm").open() }
    #expect(throws: SystemError(.connect, code: ENOENT)) { _ = try TPMInterface.socket(path: "/nonexistent/s").open() }
  }

  /// No TPM, but something that answers wrongly, or not at all.
  @Test(arguments: ["/dev/null", "/dev/zero"]) func `A file that is no TPM is refused`(path: String) throws {
    let file = try TPMInterface.device(path: path).open()
    var tpm = try TrustedPlatformModule(file)
    guard case .refused = refusal({ () throws(TPMError) in _ = try tpm.defineCounter() }) else {
      Issue.record("expected a refusal")
      return
    }
  }
}

func connect(_ software: SoftwareTPM) throws -> TrustedPlatformModule {
  let interface = try #require(TPMInterface(software.connection))
  return try TrustedPlatformModule(interface.open())
}
