// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import LockFollowing
import PromptModel
import PromptQueue
import ProtectionModel
import SystemCalls

/// Answers what programs want to know of the person and of the lock, and takes what the agent says that asks the person.
struct PersonHandler {
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard
  let gate: OperationGate
  let fingers: AppFingers

  func answer(_ request: PersonRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .authentication(let request): try answer(request, session)
    case .agent(let request): try answer(request, session)
    case .lockState(let known, let seconds): .person(.lockState(try lockState(otherThan: known, within: seconds)))
    }
  }

  private func answer(
    _ request: AuthenticationRequest, _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    let requester = session.requester
    do throws(AuthenticationRefusal) {
      switch request {
      case .hasPasscode: return .person(.passcode(try authenticator.hasPasscode()))
      case .authenticate(let question):
        try authenticator.authenticate(question, for: requester, since: authenticator.now)
      case .permission(let question):
        let extent = try authenticator.permission(question, for: requester, since: authenticator.now)
        return .person(.permission(extent))
      case .biometry: return .person(.biometry(fingers.state(authenticator.biometry(), for: session.identity)))
      case .invalidate(let context): authenticator.invalidate(context, by: requester)
      }
      return .done
    } catch {
      throw .authentication(error)
    }
  }

  private func answer(_ request: AgentRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    let (queue, caller) = (authenticator.queue, session.caller)
    // The console is believed as whoever started it is: what that leaves open is in THREATS.md.
    let agent = QuestionAgent(
      caller.process, program: session.requester.program, caller.role == .console ? .known : .byPasscode,
      isAlive: { caller.isAlive })
    switch request {
    case .nextQuestion(let seconds):
      do {
        return .person(.question(try queue.nextQuestion(for: agent, within: .seconds(Int(seconds)))))
      } catch .taken(let process) {
        throw .agentTaken(process)
      } catch {
        throw .authentication(.unavailable)
      }
    case .watch(let count, let seconds):
      do {
        let (questions, now) = try queue.questions(
          for: agent, otherThan: count, within: .seconds(Int(seconds)))
        return .person(.questions(questions, count: now))
      } catch {
        throw .authentication(.unavailable)
      }
    case .settle(let question, let outcome): queue.settle(question, outcome, by: agent)
    case .choose(let question, let choice): queue.give(choice, for: question, by: caller.process)
    case .give(let question, let password):
      if queue.waitsForUnlock(question, givenTo: caller.process) { try gate.permit(.answerYes) }
      queue.give(password, for: question, by: caller.process)
    case .pick(let question, let place): queue.give(AccountAnswer(place), for: question, by: caller.process)
    case .look(let question, let folder, let typed):
      queue.give(FileAnswer.look(folder: folder, typed: typed), for: question, by: caller.process)
    }
    return .done
  }

  private func lockState(otherThan known: LockState?, within seconds: UInt16) throws(BrokerRefusal) -> LockState {
    do {
      return try lockStates.state(otherThan: known, within: .seconds(Int(seconds)))
    } catch {
      throw .authentication(.unavailable)
    }
  }
}
