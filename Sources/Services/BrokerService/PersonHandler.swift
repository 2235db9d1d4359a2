// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import LinuxSystem
import LockFollowing
import PromptModel
import PromptQueue
import ProtectionModel

/// Answers what programs want to know of the person and of the lock, and takes what the agent says that asks the person.
struct PersonHandler {
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard

  func answer(_ request: PersonRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .authentication(let request): try answer(request, session.requester)
    case .agent(let request): try answer(request, session.caller)
    case .lockState(let known, let seconds): .person(.lockState(try lockState(otherThan: known, within: seconds)))
    }
  }

  private func answer(_ request: AuthenticationRequest, _ requester: Requester) throws(BrokerRefusal) -> BrokerReply {
    do throws(AuthenticationRefusal) {
      switch request {
      case .hasPasscode: return .person(.passcode(try authenticator.hasPasscode()))
      case .authenticate(let question):
        try authenticator.authenticate(question, for: requester, since: authenticator.now)
      case .invalidate(let context): authenticator.invalidate(context, by: requester)
      }
      return .done
    } catch {
      throw .authentication(error)
    }
  }

  private func answer(_ request: AgentRequest, _ agent: VerifiedCaller) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .nextQuestion(let seconds):
      do {
        return .person(
          .question(try authenticator.queue.nextQuestion(for: agent.process, within: .seconds(Int(seconds)))))
      } catch {
        throw .authentication(.unavailable)
      }
    case .watch(let count, let seconds):
      do {
        let (questions, now) = try authenticator.queue.questions(
          for: agent.process, otherThan: count, within: .seconds(Int(seconds)))
        return .person(.questions(questions, count: now))
      } catch {
        throw .authentication(.unavailable)
      }
    case .settle(let question, let outcome):
      authenticator.queue.settle(question, outcome)
      return .done
    case .choose(let question, let choice):
      authenticator.queue.give(choice, for: question)
      return .done
    case .give(let question, let password):
      authenticator.queue.give(password, for: question)
      return .done
    }
  }

  private func lockState(otherThan known: LockState?, within seconds: UInt16) throws(BrokerRefusal) -> LockState {
    do {
      return try lockStates.state(otherThan: known, within: .seconds(Int(seconds)))
    } catch {
      throw .authentication(.unavailable)
    }
  }
}
