// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import Instance
import InstanceLayout
import ProtectionModel
import SupervisorMessages

// MARK: - status

extension Control {
  func status(_ form: OutputForm) throws(ControlFailure) {
    guard let running = try running() else {
      if form == .json { console.print(stoppedJSON) }
      throw .notRunning
    }
    let enclave = try status(of: connectToEnclave())
    switch form {
    case .json: console.print(json(enclave, running))
    case .text: console.print(rows(enclave, running).map { pad($0.0) + $0.1 }.joined(separator: "\n"))
    }
  }

  private var stoppedJSON: JSONValue {
    .members([
      "running": .bool(false), "socket": .string(location.enclaveSocket),
      "version": .string(BaileyVersion.current),
    ])
  }

  private func json(_ enclave: EnclaveStatus, _ running: RunningInstance) -> JSONValue {
    .members([
      "running": .bool(true),
      "state": .string(enclave.state.name),
      "passcode": .bool(enclave.passcode == .set),
      "root": .string(enclave.root == .tpm ? "tpm" : "file"),
      "mount": .string(running.status.mount),
      "socket": .string(location.enclaveSocket),
      "version": .string(BaileyVersion.current),
      "files": .string(name(of: running.status.files)),
      "failures": .number(Int(enclave.failures)),
      "waitSeconds": .number(Int(enclave.waitSeconds)),
      "eraseAfterTen": .bool(enclave.tenthFailure == .erases),
      "processes": .members([
        "bailey": .number(Int(running.supervisor)),
        "bailey-enclave": .number(Int(running.status.enclaveProcess)),
        "bailey-fs": .number(Int(running.status.filesProcess)),
      ]),
      "restarts": .number(Int(running.status.restarts)),
    ])
  }

  private func rows(_ enclave: EnclaveStatus, _ running: RunningInstance) -> [(String, String)] {
    var rows = [
      ("State", describe(enclave.state)),
      ("Passcode", enclave.passcode == .set ? "set" : "not set: every file can be read while Bailey runs"),
      ("Root key", enclave.root == .tpm ? "in the TPM" : "in a file: no hardware root"),
      (
        "Mount", running.status.mount + (running.status.files == .mounted ? "" : " (\(name(of: running.status.files)))")
      ),
      ("Socket", location.enclaveSocket),
      ("Version", BaileyVersion.current),
    ]
    if enclave.failures > 0 {
      let wait = enclave.waitSeconds > 0 ? "; the next try is possible in \(duration(Int(enclave.waitSeconds)))" : ""
      rows.append(("Wrong tries", "\(enclave.failures)\(wait)"))
    }
    return rows
  }

  private func describe(_ state: LockState) -> String {
    switch state {
    case .beforeFirstUnlock: Style.strong.text("beforeFirstUnlock", on: console) + ": not unlocked since the start"
    case .unlocked: Style.good.text("unlocked", on: console)
    case .grace: Style.strong.text("grace", on: console) + ": locked, the keys go when the grace period ends"
    case .locked: Style.bad.text("locked", on: console)
    }
  }

  private func name(of state: FilesState) -> String {
    switch state {
    case .mounted: "mounted"
    case .starting: "starting"
    case .checking: "checking"
    case .away: "away"
    }
  }
}

private func pad(_ title: String) -> String { title + String(repeating: " ", count: max(1, 12 - title.count)) }
