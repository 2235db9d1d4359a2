// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import PromptModel
import SecretServiceModel

/// What programs want unlocked and the person has not decided yet.
struct PromptList {
  struct Prompt {
    let number: UInt64
    let owner: String
    /// Collections and items, as the program named them.
    let paths: [String]
  }

  private var prompts: [UInt64: Prompt] = [:]
  /// Those that their programs wait for, in the order in which they began to.
  private(set) var waiting: [UInt64] = []
  /// Those that are asked about now, in one question.
  private(set) var asked: PromptBatch?
  /// A question was taken back by a lock: the next one comes after the lock state has changed.
  var isHeld = false

  func prompt(_ number: UInt64) -> Prompt? { prompts[number] }

  mutating func add(_ prompt: Prompt) throws(SecretFailure) {
    let ofOne = prompts.values.count { $0.owner == prompt.owner }
    guard prompts.count < SecretServiceLimits.prompts, ofOne < SecretServiceLimits.promptsOfOne else {
      throw .limitsExceeded
    }
    prompts[prompt.number] = prompt
  }

  /// Again is as good as once.
  mutating func show(_ number: UInt64, to owner: String) throws(SecretFailure) {
    guard prompts[number]?.owner == owner else { throw .noSuchObject }
    if !waiting.contains(number) { waiting.append(number) }
  }

  mutating func remove(_ number: UInt64, of owner: String) throws(SecretFailure) -> Prompt {
    guard let prompt = prompts[number], prompt.owner == owner else { throw .noSuchObject }
    take(number)
    return prompt
  }

  mutating func take(_ number: UInt64) {
    prompts[number] = nil
    waiting.removeAll { $0 == number }
  }

  mutating func forget(_ owner: String) {
    for prompt in prompts.values where prompt.owner == owner { take(prompt.number) }
  }

  /// Asks about all that wait.
  mutating func ask(_ reason: PromptBatch.Reason) -> PromptBatch? {
    guard asked == nil, !waiting.isEmpty, !isHeld,
      let context = ContextToken(SystemRandom.bytes(ContextToken.size))
    else { return nil }
    var owners: [String] = []
    for number in waiting {
      if let owner = prompts[number]?.owner, !owners.contains(owner) { owners.append(owner) }
    }
    asked = PromptBatch(numbers: waiting, owners: owners, reason: reason, context: context)
    return asked
  }

  mutating func settled() { asked = nil }

  /// Whether nobody waits any longer for what is asked now.
  var isAskedInVain: Bool { asked.map { $0.numbers.allSatisfy { prompts[$0] == nil } } ?? false }
}

/// Prompts that one question is about.
struct PromptBatch: Sendable, Equatable {
  let numbers: [UInt64]
  /// Who waits, by their names on the bus; who asked first comes first.
  let owners: [String]
  let reason: Reason
  let context: ContextToken

  enum Reason: Sendable, Equatable {
    /// The device was locked, and is not any more.
    case deviceWasLocked
    /// A program has locked a collection: its label.
    case collectionIsLocked(String)
  }

  enum Decision: Sendable, Equatable {
    case allowed
    case refused
    /// A lock came first.
    case postponed
  }
}
