// SPDX-License-Identifier: Apache-2.0
import BrokerMessages

/// The whole power of programs over `baileyd`: which request, from whom, how often.
///
/// Which items a program reaches is not said here but by its access groups.
struct RequestPolicy: Equatable {
  let callers: Set<CallerRole>
  let pace: Pace

  enum Pace: Equatable {
    /// As often as its process has requests to spare: `BrokerLimits.requestsOfProcess`.
    case often
    /// Each reads a whole executable or the whole keychain, or writes what is kept of all of it: `BrokerLimits.rareBurst`.
    case rarely
  }

  static func of(_ request: BrokerRequest.Number) -> RequestPolicy {
    switch request {
    case .hello: RequestPolicy(any, .often)
    case .add: RequestPolicy(any, .often)
    case .find: RequestPolicy(any, .often)
    case .update: RequestPolicy(any, .often)
    case .delete: RequestPolicy(any, .often)
    case .access: RequestPolicy(any, .often)
    case .register: RequestPolicy([.commandLine], .rarely)
    case .registerByOwner: RequestPolicy([.commandLine], .rarely)
    case .unregister: RequestPolicy([.commandLine], .rarely)
    case .registrations: RequestPolicy([.commandLine], .rarely)
    case .person: RequestPolicy(any, .often)
    case .agent: RequestPolicy([.commandLine], .often)
    case .lockState: RequestPolicy(any, .often)
    case .enclaveKey: RequestPolicy(any, .often)
    case .verifyKeychain: RequestPolicy([.commandLine], .rarely)
    case .backup: RequestPolicy([.commandLine], .often)
    case .examine: RequestPolicy(any, .often)
    case .keychainFile: RequestPolicy([.commandLine], .often)
    case .forgetLost: RequestPolicy([.commandLine], .rarely)
    }
  }

  private static let any = Set(CallerRole.allCases)

  private init(_ callers: Set<CallerRole>, _ pace: Pace) {
    self.callers = callers
    self.pace = pace
  }
}
