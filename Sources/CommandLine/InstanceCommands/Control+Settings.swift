// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Instance
import JSONCoding
import ProtectionModel
import SupervisorMessages
import TerminalConsole

// MARK: - settings

extension Control {
  func settings(_ changes: [String], _ form: OutputForm) throws(ControlFailure) {
    let enclave = try connectToEnclave()
    var status = try status(of: enclave)
    if !changes.isEmpty {
      var wanted = status.settings
      for change in changes { try wanted.apply(change) }
      try choose(wanted, status, enclave)
      status = try self.status(of: enclave)
    }
    switch form {
    case .json: console.print(status.settings.json)
    case .text: for line in status.settings.lines { console.print(line) }
    }
    for line in status.ignoredLimits { console.note("bailey: " + line) }
  }

  private func choose(
    _ wanted: LockSettings, _ status: EnclaveStatus, _ enclave: OwnerChannel
  ) throws(ControlFailure) {
    let operation = wanted.operation(after: status.settings)
    // Before anybody types anything.
    guard operation.rule.permits(status.state) else { throw .enclave(.refused(.lockState(status.state))) }
    if operation.rule.passcode == .wanted, status.passcode == .set {
      let passcode = try ownersPasscode(enclave)
      do { try enclave.choose(wanted, by: passcode) } catch { throw .enclave(error) }
    } else {
      do { try enclave.choose(wanted) } catch { throw .enclave(error) }
    }
    guard operation == .loosenLocking else { return }
    var supervisor = try connectToSupervisor()
    do { try supervisor.forgetLockLimits() } catch { throw .supervisor(error) }
  }
}

extension LockSettings {
  fileprivate mutating func apply(_ change: String) throws(ControlFailure) {
    let words = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (words[0], words.last) {
    case ("grace-seconds", let text?) where words.count == 2:
      guard let seconds = UInt16(text), seconds <= Self.longestGrace else { throw .graceOutOfRange(text) }
      graceSeconds = seconds
    case ("erase-after-ten", "yes"): tenthFailure = .erases
    case ("erase-after-ten", "no"): tenthFailure = .waits
    default: throw .noSuchSetting(change)
    }
  }

  /// The settings in lines, as they are typed.
  fileprivate var lines: [String] {
    ["grace-seconds=\(graceSeconds)", "erase-after-ten=\(tenthFailure == .erases ? "yes" : "no")"]
  }

  fileprivate var json: JSONValue {
    .members(["graceSeconds": .number(Int(graceSeconds)), "eraseAfterTen": .bool(tenthFailure == .erases)])
  }
}

extension EnclaveStatus {
  /// The lines of the text file that would loosen something: they are ignored, and the owner is told.
  var ignoredLimits: [String] {
    var lines: [String] = []
    func add(_ word: String) {
      lines.append(
        "'\(word)' in the file 'config' would loosen what you chose, and is ignored.\nTry: bailey settings \(word)")
    }
    if let seconds = limits.graceSeconds, seconds > chosenSettings.graceSeconds { add("grace-seconds=\(seconds)") }
    if limits.tenthFailure == .waits, chosenSettings.tenthFailure == .erases { add("erase-after-ten=no") }
    return lines
  }
}
