// SPDX-License-Identifier: Apache-2.0
import MessageBus
import ProtectionModel
import SecretServiceModel

extension ServiceState {
  /// What is unlocked already, and a prompt for the rest. What does not exist is left out.
  mutating func unlock(_ paths: [String], _ caller: String) throws(SecretFailure) -> [BusValue] {
    var (open, closed) = ([String](), [String]())
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      switch access(path) {
      case .open: open.append(path)
      case .closed: closed.append(path)
      case .none: continue
      }
    }
    guard !closed.isEmpty else { return [.paths(open), .objectPath(SecretObject.none)] }
    let number = nextNumber()
    try prompts.add(PromptList.Prompt(number: number, owner: caller, paths: closed))
    return [.paths(open), .objectPath(SecretObject.prompt(number).path)]
  }

  private enum Access { case open, closed, none }

  private func access(_ path: String) -> Access {
    do throws(SecretFailure) {
      switch try place(path) {
      case .collection(let name): return isLocked(name) ? .closed : .open
      case .item(let number, let name): return isLocked(name, try record(number, name).secretClass) ? .closed : .open
      case .service, .session, .prompt: return .none
      }
    } catch {
      return error == .isLocked ? .closed : .none
    }
  }

  // MARK: - Questions

  /// What the person is to be asked next; nil while they are being asked, while the device is locked, and while nobody waits.
  mutating func nextBatch() -> PromptBatch? {
    guard isKnown, device == .unlocked || device == .grace else { return nil }
    let state = self
    return prompts.ask { state.lockedCollections($0.paths) }
  }

  /// Those that a program has locked.
  private func lockedCollections(_ paths: [String]) -> [PromptBatch.Collection] {
    Set(paths.compactMap { collection(at: $0) }).sorted { $0.text < $1.text }.compactMap { name in
      guard let record = collections[name], record.isLocked else { return nil }
      return PromptBatch.Collection(name: name, label: record.label)
    }
  }

  mutating func settle(_ batch: PromptBatch, _ decision: PromptBatch.Decision, asOf changes: Int, now: Int) {
    prompts.settled()
    guard decision != .postponed else {
      // Where the state has changed meanwhile, what is waited for has come already.
      prompts.isHeld = changes == now
      return
    }
    let decided = batch.numbers.compactMap { prompts.prompt($0) }
    // What was locked since the person was asked is not what they have said yes to.
    if decision == .allowed, !decided.isEmpty {
      for collection in batch.collections { try? set(locked: false, collection.name) }
    }
    for prompt in decided {
      prompts.take(prompt.number)
      complete(prompt, isDismissed: decision == .refused)
    }
  }

  mutating func complete(_ prompt: PromptList.Prompt, isDismissed: Bool) {
    let open = isDismissed ? [] : prompt.paths.filter { access($0) == .open }
    signals.append(
      BusSignal(
        SecretObject.prompt(prompt.number).path, SecretInterface.prompt.rawValue, "Completed",
        .boolean(isDismissed), .variant(.paths(open)), to: prompt.owner))
  }
}
