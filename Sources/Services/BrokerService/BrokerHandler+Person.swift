// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import BrokerMessages
import LinuxSystem
import PersonAuthentication
import ProtectionModel

// What programs want to know of the person and of the lock, and what the agent says that asks the person.

extension BrokerHandler {
  func person(_ request: PersonRequest, _ asker: Asker) throws(BrokerRefusal) -> BrokerReply {
    do throws(AuthenticationRefusal) {
      switch request {
      case .hasPasscode: return .passcode(try authenticator.hasPasscode())
      case .authenticate(let question):
        try authenticator.authenticate(question, for: asker, since: authenticator.now)
      case .invalidate(let context): authenticator.invalidate(context, by: asker)
      }
      return .done
    } catch {
      throw .authentication(error)
    }
  }

  func agent(_ request: AgentRequest, _ process: Int32) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .nextQuestion(let seconds):
      do {
        return .question(try authenticator.nextQuestion(for: process, within: .seconds(Int(seconds))))
      } catch {
        throw .authentication(.unavailable)
      }
    case .settle(let question, let outcome):
      authenticator.settle(question, outcome)
      return .done
    case .give(let question, let password):
      authenticator.give(password, for: question)
      return .done
    }
  }

  func lockState(otherThan known: LockState?, within seconds: UInt16) throws(BrokerRefusal) -> LockState {
    do {
      return try lockStates.state(otherThan: known, within: .seconds(Int(seconds)))
    } catch {
      throw .authentication(.unavailable)
    }
  }
}
