// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import PromptModel
import SecretServiceModel

/// What programs want unlocked and the person has not decided yet.
struct PromptList {
  struct Prompt {
    let number: UInt64
    let caller: SecretCaller
    /// Collections and items, as the program named them.
    let paths: [String]
    /// The permission for all programs to read what is in a collection, if it was asked for.
    var widening: PromptBatch.Widening?
    /// Whether some of it was not the program's to read when it was asked for.
    var needsPermission = false
  }

  private var prompts: [UInt64: Prompt] = [:]
  /// The prompts that their programs wait for, in the order in which they began to.
  private(set) var waiting: [UInt64] = []
  /// The prompts that the person is asked about now, in one question.
  private(set) var asked: PromptBatch?
  /// A question was taken back by a lock: the next one comes after the lock state has changed.
  var isHeld = false

  func prompt(_ number: UInt64) -> Prompt? { prompts[number] }

  mutating func add(_ prompt: Prompt) throws(SecretFailure) {
    let ofOne = prompts.values.filter { $0.caller.name == prompt.caller.name }
    guard prompts.count < SecretServiceLimits.prompts, ofOne.count < SecretServiceLimits.promptsOfOne,
      Self.paths(of: ofOne) + prompt.paths.count <= SecretServiceLimits.objects,
      Self.paths(of: prompts.values) + prompt.paths.count <= SecretServiceLimits.objectsOfPrompts
    else { throw .limitsExceeded }
    prompts[prompt.number] = prompt
  }

  private static func paths(of prompts: some Sequence<Prompt>) -> Int { prompts.reduce(0) { $0 + $1.paths.count } }

  /// Again is as good as once.
  mutating func show(_ number: UInt64, to owner: String) throws(SecretFailure) {
    guard prompts[number]?.caller.name == owner else { throw .noSuchObject }
    if !waiting.contains(number) { waiting.append(number) }
  }

  mutating func remove(_ number: UInt64, of owner: String) throws(SecretFailure) -> Prompt {
    guard let prompt = prompts[number], prompt.caller.name == owner else { throw .noSuchObject }
    take(number)
    return prompt
  }

  mutating func take(_ number: UInt64) {
    prompts[number] = nil
    waiting.removeAll { $0 == number }
  }

  mutating func forget(_ owner: String) {
    for prompt in prompts.values where prompt.caller.name == owner { take(prompt.number) }
  }

  /// Asks about all that wait for the same as the first one: a yes to one program opens nothing that only another one wants.
  mutating func ask(_ wants: (Prompt) -> PromptBatch.Wanted) -> PromptBatch? {
    guard asked == nil, !isHeld, let first = waiting.first.flatMap({ prompts[$0] }),
      let context = ContextToken(SystemRandom.bytes(ContextToken.size))
    else { return nil }
    let wanted = wants(first)
    let alike = waiting.compactMap { prompts[$0] }.filter { wants($0) == wanted }
    var owners: [SecretCaller] = []
    for prompt in alike where !owners.contains(prompt.caller) { owners.append(prompt.caller) }
    asked = PromptBatch(numbers: alike.map(\.number), owners: owners, wanted: wanted, context: context)
    return asked
  }

  mutating func settled() { asked = nil }

  /// Whether nobody waits any longer for what is asked now.
  var isAskedInVain: Bool { asked.map { $0.numbers.allSatisfy { prompts[$0] == nil } } ?? false }
}

/// Prompts that one question is about.
struct PromptBatch: Sendable, Equatable {
  let numbers: [UInt64]
  /// The programs that wait, in the order in which they asked.
  let owners: [SecretCaller]
  let wanted: Wanted
  let context: ContextToken

  /// What a yes gives. Where it is nothing, the device was locked, and is not any more.
  struct Wanted: Sendable, Equatable {
    /// The collections to be opened, which programs have locked.
    var collections: [Collection] = []
    var reading: Reading?
    var widening: Widening?

    /// What one program stored would be read by others.
    var letsOthersRead: Bool { reading != nil || widening?.access == .open }

    var isNothing: Bool { collections.isEmpty && reading == nil && widening == nil }
  }

  /// The permission for one program to read what others have stored.
  struct Reading: Sendable, Equatable {
    let caller: SecretCaller
    /// The programs that stored the items; nil where it is not known who stored one.
    let owners: [ItemOwner?]
    let labels: [String]
  }

  /// The permission for every program to read what is in a collection, or its end.
  struct Widening: Sendable, Equatable {
    let name: PathElement
    let label: String
    /// Whether programs that name no collection store in it, which says more than its label: every program may change that.
    let isDefault: Bool
    let access: CollectionAccess
  }

  struct Collection: Sendable, Equatable {
    let name: PathElement
    let label: String
  }

  enum Decision: Sendable, Equatable {
    case allowed
    /// What others stored may be read until the program leaves the bus; for all else as `allowed`.
    case allowedOnce
    case refused
    /// Nobody is there to be asked.
    case unasked
    /// A lock came first.
    case postponed

    var isYes: Bool { self == .allowed || self == .allowedOnce }
  }
}
