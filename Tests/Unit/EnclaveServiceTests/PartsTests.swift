// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import EnclaveService
import ForkedProcess
import Glibc
import ProtectionModel
import SystemCallFilter
import Testing

@testable import EnclaveService
import Clocks

@Suite struct PartsTests {
  private func at(_ milliseconds: UInt64) -> BootInstant { BootInstant(milliseconds: milliseconds) }

  @Test func `A rate limit lets a burst pass and then so many a second`() {
    var limit = RateLimit(burst: 3, perSecond: 2, from: at(0))
    #expect((0..<4).map { _ in limit.take(at: at(0)) } == [.passes, .passes, .passes, .tooMany])
    #expect(limit.take(at: at(499)) == .tooMany)
    #expect(limit.take(at: at(500)) == .passes)
    #expect(limit.take(at: at(500)) == .tooMany)
    #expect((0..<4).map { _ in limit.take(at: at(1 << 60)) } == [.passes, .passes, .passes, .tooMany])
    #expect(limit.take(at: at(0)) == .tooMany)
    #expect(limit.nextPass(at: at(0)) == at((1 << 60) + 500))
    limit.giveBack()
    #expect(limit.nextPass(at: at(0)) == at(0))
    #expect(limit.take(at: at(0)) == .passes)
  }

  /// The page an auditor reads, as text: request, who, in which states, how often.
  @Test func `The table is this`() {
    let table = EnclaveRequest.Number.allCases.map { number in
      let policy = RequestPolicy.of(number)
      let roles = EnclaveRole.allCases.filter { policy.roles.contains($0) }.map { "\($0)" }.joined(separator: ",")
      let states =
        switch policy.states.count {
        case LockState.allCases.count: "any"
        case 3 where !policy.states.contains(.unlocked): "not while unlocked"
        default: policy.states.map(\.name).joined()
        }
      return "\(number) \(roles) \(states) \(policy.rate) \(policy.descriptors)"
    }
    #expect(
      table == [
        "hello supervisor,commandLine,locker,files,broker,events any often 0",
        "status supervisor,commandLine,files,broker any often 0",
        "setPasscode commandLine unlocked seldom 0", "changePasscode commandLine unlocked seldom 0",
        "removePasscode commandLine unlocked seldom 0", "unlock commandLine any seldom 0",
        "lock supervisor,commandLine,locker any always 0", "erase commandLine any often 0",
        "volumeKey files any always 0",
        "makeKeys files,broker any always 0", "unwrapKey files,broker any always 0",
        "rewrapKey files,broker any always 0",
        "acknowledge events any often 0", "adoptEvents supervisor any often 1", "adoptFiles supervisor any often 1",
        "adoptBroker supervisor any often 1", "makeEnclaveKey broker any always 0", "sign broker any always 0",
        "agree broker any always 0",
        "adoptSigner broker any often 1",
        "signHere signer any always 0",
        "dismissSigners broker any often 0", "shareMemoryChannel broker,signer any often 0",
        "look signer any always 0", "prove commandLine unlocked seldom 0", "takeProof broker any often 0",
        "eraseByOwner commandLine any seldom 0", "chooseSettings commandLine any often 0",
        "chooseSettingsByOwner commandLine unlocked seldom 0", "limitSettings supervisor any often 0",
        "registerNumber broker any often 0", "sealRegister broker any often 0", "acceptRegister broker any often 0",
        "takeUnlock broker unlocked often 0", "forgetPresence broker any often 0", "signPresent broker any always 0",
        "agreePresent broker any always 0", "makePasskey broker any always 0", "assertPasskey broker any always 0",
        "offer commandLine not while unlocked seldom 0", "offerChange commandLine unlocked seldom 0",
        "adoptLocker supervisor any often 1",
        "openTransfer commandLine unlocked seldom 0", "takeOutPasskey commandLine unlocked often 0",
        "bringInPasskey commandLine unlocked often 0",
        "makeAppKey broker any always 0", "assertApp broker any always 0",
        "endorsementCertificate commandLine unlocked often 0", "makeMachineKey commandLine unlocked often 0",
        "activateMachine commandLine unlocked often 0",
        "vouchForApp broker any often 0",
      ])
  }

  /// A new request of the command line has no row here, and fails.
  @Test func `What the owner asks has its row in the table of operations, and what changes nothing has none`() {
    let table = EnclaveRequest.Number.allCases.filter { RequestPolicy.of($0).roles.contains(.commandLine) }.map {
      "\($0): \(RequestPolicy.of($0).operation.map { "\($0), \($0.rule.passcode)" } ?? "none")"
    }
    #expect(
      table == [
        "hello: none", "status: none", "setPasscode: setPasscode, notWanted", "changePasscode: changePasscode, wanted",
        "removePasscode: removePasscode, wanted", "unlock: unlock, wanted", "lock: lock, notWanted",
        "erase: eraseWithoutPasscode, notWanted", "prove: prove, wanted", "eraseByOwner: erase, wanted",
        "chooseSettings: tightenLocking, notWanted", "chooseSettingsByOwner: loosenLocking, wanted", "offer: none",
        "offerChange: changePasscode, wanted",
        "openTransfer: movePasskeys, wanted", "takeOutPasskey: movePasskeys, wanted",
        "bringInPasskey: movePasskeys, wanted", "endorsementCertificate: enrolMachine, wanted",
        "makeMachineKey: enrolMachine, wanted",
        "activateMachine: enrolMachine, wanted",
      ])
  }

  // MARK: - The sandbox

  @Test func `Inside the sandbox opening a file kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.enclave)
        _ = unsafe open("/dev/null", O_RDONLY)
      }
    }
  }

  @Test func `Inside the sandbox a socket kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.enclave)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      }
    }
  }

  @Test func `Inside the sandbox starting a program kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.enclave)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        _ = unsafe execv("/bin/true", &arguments)
      }
    }
  }

  @Test func `Inside the sandbox removing a file kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.enclave)
        _ = unsafe unlink("/nowhere")
      }
    }
  }
}
