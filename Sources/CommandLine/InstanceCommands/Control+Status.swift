// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import CommandLineParsing
import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
import JSONCoding
import KeychainModel
import ProtectionModel
import SupervisorMessages
import TerminalConsole
import WidgetModel

// MARK: - status

extension Control {
  func status(_ form: OutputForm) throws(ControlFailure) {
    guard let running = try running() else {
      if form == .json { console.print(stoppedJSON) }
      throw .notRunning
    }
    let enclave = try status(of: connectToEnclave())
    switch form {
    case .json: console.print(json(enclave, running, BrokerFacts(of: location)))
    case .text:
      console.print(rows(enclave, running, BrokerFacts(of: location)).map { pad($0.0) + $0.1 }.joined(separator: "\n"))
    }
  }

  private var stoppedJSON: JSONValue {
    .members([
      "running": .bool(false), "socket": .string(location.enclaveSocket),
      "version": .string(BaileyVersion.current),
    ])
  }

  private func json(_ enclave: EnclaveStatus, _ running: RunningInstance, _ broker: BrokerFacts) -> JSONValue {
    .members([
      "running": .bool(true),
      "state": .string(enclave.state.name),
      "passcode": .bool(enclave.passcode == .set),
      "root": .string(enclave.root == .tpm ? "tpm" : "file"),
      "mount": .string(running.status.mount),
      "socket": .string(location.enclaveSocket),
      "version": .string(BaileyVersion.current),
      "files": .string(name(of: running.status.files)),
      "lost": .number(Int(enclave.lost)),
      "keychain": .string(name(of: running.status.keychain)),
      "keychainHealth": .string(name(of: running.status.keychainHealth)),
      "keychainLost": .number(running.status.keychainHealth.lost),
      "apps": .string(running.status.register == .inForce ? "inForce" : "refused"),
      "agent": .number(broker.agent.process),
      "answersLost": broker.answersLost.map { .number(Int(clamping: $0)) } ?? .null,
      "failures": .number(Int(enclave.failures)),
      "waitSeconds": .number(Int(enclave.waitSeconds)),
      "eraseAfterTen": .bool(enclave.settings.tenthFailure == .erases),
      "graceSeconds": .number(Int(enclave.settings.graceSeconds)),
      "ignoredSettings": .array((enclave.ignoredLimits + ignored(broker)).map { .string($0) }),
      "surfaces": .string(broker.surfaces?.isInForce == false ? "refused" : "inForce"),
      "keyPages": .string(enclave.keyPages == .secret ? "secret" : "locked"),
      "workingMemory": .string(enclave.workingMemory == .locked ? "locked" : "swappable"),
      "keyFiles": .string(enclave.keyFiles == .whole ? "whole" : "oneCopyUnreadable"),
      "filesKeys": .string(name(of: running.status.filesKeys)),
      "keychainKeys": .string(name(of: running.status.brokerKeys)),
      "processes": .members([
        "bailey": .number(Int(running.supervisor)),
        "bailey-enclave": .number(Int(running.status.enclaveProcess)),
        "bailey-fs": .number(Int(running.status.filesProcess)),
        "baileyd": .number(Int(running.status.brokerProcess)),
      ]),
      "restarts": .number(Int(running.status.restarts)),
      "session": .string(running.status.session.name),
    ])
  }

  /// The lines of a text file that would show more on locked screens than the owner has chosen.
  private func ignored(_ broker: BrokerFacts) -> [String] {
    guard let folder = try? InstanceFolder(existing: location), let surfaces = broker.surfaces else { return [] }
    return surfaces.settings.ignored(of: folder.surfaceLimits).map { change in
      "'\(printable(change.line))' in the file 'widgets' would show more than you chose, and is ignored.\n"
        + "Try: bailey widget settings \(printable(change.line))"
    }
  }

  private func describePasscode(_ enclave: EnclaveStatus) -> String {
    guard enclave.passcode == .set else { return "not set: every file can be read while Bailey runs" }
    guard enclave.root == .file, enclave.verdict == .short else { return "set" }
    return "set, but weak: who has a copy of the disk can guess it (bailey passcode change)"
  }

  private func rows(
    _ enclave: EnclaveStatus, _ running: RunningInstance, _ broker: BrokerFacts
  ) -> [(String, String)] {
    var rows = [
      ("State", describe(enclave)),
      ("Passcode", describePasscode(enclave)),
      ("Root key", enclave.root == .tpm ? "in the TPM" : "in a file: no hardware root"),
      (
        "Mount", running.status.mount + (running.status.files == .mounted ? "" : " (\(name(of: running.status.files)))")
      ),
      ("Keychain", name(of: running.status.keychain) + remark(on: running.status.keychainHealth)),
      ("Agent", broker.agent.words),
      ("Session", running.status.session.sentence),
      ("Socket", location.enclaveSocket),
      ("Version", BaileyVersion.current),
    ]
    if enclave.failures > 0 {
      let wait = Advice.duration(Int(enclave.waitSeconds))
      let next = enclave.waitSeconds > 0 ? "; the next try is possible in \(wait)" : ""
      rows.append(("Wrong tries", "\(enclave.failures)\(next)"))
    }
    if let warning = memoryWarning(enclave, running.status) { rows.append(("Memory", warning)) }
    if enclave.keyFiles == .oneCopyUnreadable {
      rows.append(("Disk", "one of two copies in 'keybag' or 'effaceable' cannot be read: the disk may be failing"))
    }
    if running.status.register == .refused {
      let why = "the register is not the one that was written last, and no program is registered: bailey app register"
      rows.append(("Apps", Style.bad.text("refused", on: console) + ": " + why))
    }
    if broker.surfaces?.isInForce == false {
      let why = "what may be shown while locked is not what was written last, and nothing is: bailey widget settings"
      rows.append(("Surfaces", Style.bad.text("refused", on: console) + ": " + why))
    }
    if broker.answersLost != nil {
      let why = "what you answered to apps was not what was written last, and apps ask anew: bailey privacy list"
      rows.append(("Answers", Style.bad.text("thrown away", on: console) + ": " + why))
    }
    for line in enclave.ignoredLimits + ignored(broker) {
      rows.append(("Ignored", line.split(separator: "\n").joined(separator: " ")))
    }
    if enclave.lost > 0 { rows.append(("Lost", sentence(lost: enclave.lost))) }
    return rows
  }

  /// The warning about secrets that may be swapped out. The enclave's keys never are: without locked memory it does not start.
  private func memoryWarning(_ enclave: EnclaveStatus, _ running: SupervisorStatus) -> String? {
    var swappable: [String] = []
    if running.filesKeys == .swappable { swappable.append("keys of open files") }
    if running.brokerKeys == .swappable { swappable.append("items of the keychain") }
    if enclave.workingMemory == .swappable { swappable.append("what the enclave computes in") }
    guard !swappable.isEmpty else { return nil }
    return
      "the limit of locked memory (RLIMIT_MEMLOCK) is too small: \(swappable.joined(separator: ", ")) may be swapped out; "
      + "raise it: 'memlock' in /etc/security/limits.conf"
  }

  /// The sentence about changes that were lost because a lock could not wait for the disk.
  func sentence(lost: UInt32) -> String {
    "The disk did not take unsaved changes in time: \(lost == 1 ? "a file has" : "\(lost) files have") "
      + "lost some at the latest lock."
  }

  private func describe(_ status: EnclaveStatus) -> String {
    switch status.state {
    // The keys of a class that the state permits: a lock is under way, or cannot be finished.
    case .grace where !status.open.contains(.fileComplete):
      Style.strong.text("grace", on: console) + ": the keys are gone, but \(status.awaited.sentence) yet"
    case .beforeFirstUnlock: Style.strong.text("beforeFirstUnlock", on: console) + ": not unlocked since the start"
    case .unlocked: Style.good.text("unlocked", on: console)
    case .grace: Style.strong.text("grace", on: console) + ": locked, the keys go when the grace period ends"
    case .locked: Style.bad.text("locked", on: console)
    }
  }

  private func name(of memory: KeyMemory) -> String { memory == .locked ? "locked" : "swappable" }

  private func name(of state: KeychainState) -> String {
    switch state {
    case .answering: "answering"
    case .starting: "starting"
    case .away: "away"
    }
  }

  private func name(of health: StoreHealth) -> String {
    switch health {
    case .well: "well"
    case .damaged: "damaged"
    case .newer: "newer"
    }
  }

  private func remark(on health: StoreHealth) -> String {
    switch health {
    case .well: ""
    case .damaged(0, _): "; it is damaged: bailey keychain verify"
    case .damaged(let lost, _): "; \(lost == 1 ? "an item is" : "\(lost) items are") lost: bailey keychain verify"
    case .newer: "; a newer version of Bailey wrote it: it is only read"
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

extension KeyHolders {
  fileprivate var sentence: String {
    switch self {
    case .files: "bailey-fs has not given up all files"
    case .broker: "baileyd has not given up all items"
    default: "bailey-fs and baileyd have not given up all they opened"
    }
  }
}

extension SessionFollowing {
  fileprivate var name: String {
    switch self {
    case .followed: "followed"
    case .noScreen: "noScreen"
    case .noLogind: "noLogind"
    case .away: "away"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .followed: "followed: a locked or idle screen, sleep and the session's end lock Bailey"
    case .noScreen: "none with a screen: sleep locks Bailey"
    case .noLogind: "no logind here, nothing locks by itself: bailey lock --then swaylock"
    case .away: "not followed at this moment: nothing locks by itself"
    }
  }
}

extension StoreHealth {
  fileprivate var lost: Int {
    if case .damaged(let lost, _) = self { Int(lost) } else { 0 }
  }
}

private func pad(_ title: String) -> String { title + String(repeating: " ", count: max(1, 12 - title.count)) }

extension AgentPresence {
  /// The process of the agent; 0 where none is authorised by the owner.
  fileprivate var process: Int { if case .authorised(let process) = self { Int(process) } else { 0 } }

  fileprivate var words: String {
    switch self {
    case .none: "none that answers for you: bailey agent"
    case .waits: "there, and takes your passcode once, before what it asks you counts"
    case .authorised(let process): "process \(process)"
    }
  }
}

/// The facts that `baileyd` alone knows, asked once: where it does not answer the first question, it is not asked
/// another.
private struct BrokerFacts {
  private(set) var agent = AgentPresence.none
  /// What surfaces show, and whether that is in force; nil where nobody knows.
  private(set) var surfaces: (settings: SurfaceSettings, isInForce: Bool)?
  /// The time of the last loss of answers within the last days; nil without one, or where it is unknown.
  private(set) var answersLost: Int64?

  init(of location: InstanceLocation) {
    let client = BrokerClient(socket: location.brokerSocket, .looks)
    do throws(BrokerClientError) {
      agent = try client.agent()
      surfaces = try client.surfaces()
      answersLost = try client.consentLoss()
    } catch {
      // The row of the keychain says that it does not answer.
    }
  }
}
