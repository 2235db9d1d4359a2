// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import PromptModel
package import PromptQueue

/// Has the person asked, for one call of a program, for the password of a file-based keychain. The program is not told it.
package struct CallerPasswords: KeychainPasswordSource {
  private let queue: QuestionQueue
  private let requester: Requester
  private let began: QuestionQueue.Moment

  package init(_ queue: QuestionQueue, for requester: Requester, since began: QuestionQueue.Moment) {
    self.queue = queue
    self.requester = requester
    self.began = began
  }

  package func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard requester.mayAsk else { throw KeychainStatus(AuthenticationRefusal.notInteractive) }
    let kind = QuestionKind.password(of: keychain.text, PasswordOccasion(occasion))
    do throws(AuthenticationRefusal) {
      return try password(
        from: queue.ask(PersonQuestion(kind, reason: choice.reason ?? ""), for: requester, since: began))
    } catch {
      throw KeychainStatus(error)
    }
  }

  private func password(from end: QuestionEnd) throws(AuthenticationRefusal) -> SecretData {
    switch end {
    case .answered(let answer as SecretData): return answer
    case .answered, .failed, .proved, .provedOnce, .touched, .lockedOut: throw .failed
    case .cancelled, .elsewhere: throw .userCancelled
    case .unattended: throw .notInteractive
    case .withdrawn, .invalidated: throw .systemCancelled
    }
  }
}

extension PasswordOccasion {
  fileprivate init(_ occasion: KeychainPasswordOccasion) {
    switch occasion {
    case .new: self = .new
    case .unlock: self = .unlock
    case .again: self = .again
    }
  }
}
