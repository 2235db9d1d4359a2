// SPDX-License-Identifier: Apache-2.0
import MessageBus
import ProtectionModel
import SecretServiceModel

extension ServiceState {
  /// What is unlocked already, and a prompt for the rest. What does not exist is left out.
  mutating func unlock(_ paths: [String], _ caller: SecretCaller) throws(SecretFailure) -> [BusValue] {
    var (open, closed) = ([String](), [String]())
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      switch sight(of: path, caller) {
      case .open: open.append(path)
      case .closed: closed.append(path)
      case .none: continue
      }
    }
    guard !closed.isEmpty else { return [.paths(open), .objectPath(SecretObject.none)] }
    let number = nextNumber()
    var prompt = PromptList.Prompt(number: number, caller: caller, paths: closed)
    prompt.needsPermission = reading(prompt) != nil
    try prompts.add(prompt)
    return [.paths(open), .objectPath(SecretObject.prompt(number).path)]
  }

  private enum Sight { case open, closed, none }

  private func sight(of path: String, _ caller: SecretCaller) -> Sight {
    do throws(SecretFailure) {
      switch try place(path) {
      case .collection(let name): return isLocked(name) ? .closed : .open
      case .item(let number, let name): return isLocked(try record(number, name), name, for: caller) ? .closed : .open
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
    return prompts.ask { state.wanted($0) }
  }

  private func wanted(_ prompt: PromptList.Prompt) -> PromptBatch.Wanted {
    PromptBatch.Wanted(
      collections: lockedCollections(prompt.paths), reading: reading(prompt), widening: prompt.widening)
  }

  /// One about what the person has refused already is dismissed without a question.
  mutating func show(_ number: UInt64, _ caller: SecretCaller) throws(SecretFailure) {
    try prompts.show(number, to: caller.name)
    guard let prompt = prompts.prompt(number), isRefused(prompt) else { return }
    prompts.take(number)
    complete(prompt, isDismissed: true)
  }

  /// The collections among these paths that a program has locked.
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
    if decision.isYes, !decided.isEmpty {
      for collection in batch.wanted.collections { try? set(locked: false, collection.name) }
      if let widening = batch.wanted.widening { try? put(widening.access, widening.name) }
    }
    if decision == .refused, let widening = batch.wanted.widening { refuse(widening, to: decided) }
    if let reading = batch.wanted.reading, !decided.isEmpty { settle(reading, decision) }
    for prompt in decided {
      prompts.take(prompt.number)
      complete(prompt, isDismissed: !decision.isYes)
    }
    completeThoseThatMayReadNow()
  }

  /// Another connection of the same program may have got the permission that they wait for.
  private mutating func completeThoseThatMayReadNow() {
    for prompt in prompts.waiting.compactMap({ prompts.prompt($0) })
    where prompt.needsPermission && prompt.paths.allSatisfy({ sight(of: $0, prompt.caller) == .open }) {
      prompts.take(prompt.number)
      complete(prompt, isDismissed: false)
    }
  }

  mutating func complete(_ prompt: PromptList.Prompt, isDismissed: Bool) {
    let open = isDismissed ? [] : prompt.paths.filter { sight(of: $0, prompt.caller) == .open }
    signals.append(
      BusSignal(
        SecretObject.prompt(prompt.number).path, SecretInterface.prompt.rawValue, "Completed",
        .boolean(isDismissed), .variant(.paths(open)), to: prompt.caller.name))
  }
}
