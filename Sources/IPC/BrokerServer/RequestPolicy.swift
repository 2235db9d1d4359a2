// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import WidgetMessages

/// Says for each request to `baileyd` who may make it, and how often.
///
/// Which items a program reaches is not said here but by its access groups.
struct RequestPolicy: Equatable {
  let callers: Set<CallerRole>
  let pace: Pace

  enum Pace: Equatable {
    /// As often as its process has requests to spare: `BrokerLimits.requestsOfProcess`.
    case often
    /// Requests that read a whole executable or keychain, or rewrite a whole file: `BrokerLimits.rareBurst`.
    case rarely
  }

  static func of(_ request: BrokerRequest.Number) -> RequestPolicy {
    switch request {
    case .hello: RequestPolicy(Set(CallerRole.allCases), .often)
    case .keychain(let number): of(number)
    case .apps(let number): of(number)
    case .person(let number): of(number)
    case .consent(let number): of(number)
    case .bundles(let number): of(number)
    case .access(let number): of(number)
    case .widgets(let number): of(number)
    }
  }

  private static func of(_ request: KeychainRequest.Number) -> RequestPolicy {
    switch request {
    case .add: RequestPolicy(any.union([.secrets]), .often)
    case .find: RequestPolicy(any.union([.secrets]), .often)
    case .update: RequestPolicy(any.union([.secrets]), .often)
    case .delete: RequestPolicy(any.union([.secrets]), .often)
    case .enclaveKey: RequestPolicy(any, .often)
    case .verify: RequestPolicy([.commandLine], .rarely)
    case .backup: RequestPolicy([.commandLine], .often)
    case .examine: RequestPolicy(any, .often)
    case .file: RequestPolicy([.commandLine], .often)
    case .forgetLost: RequestPolicy([.commandLine], .rarely)
    case .owner: RequestPolicy([.console], .often)
    }
  }

  private static func of(_ request: AppsRequest.Number) -> RequestPolicy {
    switch request {
    case .access: RequestPolicy(any, .often)
    case .register: RequestPolicy([.commandLine], .rarely)
    case .registerByOwner: RequestPolicy([.commandLine], .rarely)
    case .unregister: RequestPolicy([.commandLine], .rarely)
    case .unregisterByOwner: RequestPolicy([.commandLine], .rarely)
    case .registrations: RequestPolicy([.commandLine], .rarely)
    }
  }

  private static func of(_ request: PersonRequest.Number) -> RequestPolicy {
    switch request {
    case .authentication: RequestPolicy(any.union([.secrets]), .often)
    case .agent: RequestPolicy([.commandLine, .console], .often)
    case .lockState: RequestPolicy(any.union([.console, .widgets, .secrets]), .often)
    }
  }

  private static func of(_ request: ConsentRequest.Number) -> RequestPolicy {
    switch request {
    case .status: RequestPolicy(any, .often)
    case .request: RequestPolicy(any, .often)
    case .preciseLocation: RequestPolicy(any, .often)
    case .locationButton: RequestPolicy(any, .often)
    case .advertisingIdentifier: RequestPolicy(any, .often)
    case .agent: RequestPolicy([.commandLine], .often)
    case .itemCount: RequestPolicy([.commandLine], .rarely)
    case .erase: RequestPolicy([.commandLine], .rarely)
    case .changes: RequestPolicy(any.union([.console, .runtime]), .often)
    case .rows: RequestPolicy([.commandLine, .console], .often)
    case .deny: RequestPolicy([.commandLine, .console], .often)
    case .giveEmpty: RequestPolicy([.commandLine, .console], .often)
    // Of what it started itself: `BrokerService`.
    case .lend: RequestPolicy([.runtime, .widgets], .often)
    // With the passcode, which the console gives to the enclave and not to `baileyd`.
    case .grant: RequestPolicy([.commandLine, .console], .often)
    case .reset: RequestPolicy([.commandLine, .console], .often)
    case .prune: RequestPolicy([.commandLine], .rarely)
    case .policy: RequestPolicy([.commandLine, .console], .often)
    case .setPolicy: RequestPolicy([.commandLine], .rarely)
    case .share: RequestPolicy([.commandLine], .often)
    case .unshare: RequestPolicy([.commandLine], .often)
    // A runtime hears of those of its app alone: `BrokerService`.
    case .sharedFiles: RequestPolicy([.commandLine, .runtime], .often)
    case .choosePath: RequestPolicy([.runtime], .often)
    case .portal: RequestPolicy([.runtime], .often)
    // Of what it asked itself.
    case .withdrawPath: RequestPolicy([.runtime], .often)
    }
  }

  private static func of(_ request: BundlesRequest.Number) -> RequestPolicy {
    switch request {
    case .trust: RequestPolicy([.commandLine], .rarely)
    case .trustByOwner: RequestPolicy([.commandLine], .rarely)
    case .install: RequestPolicy([.commandLine], .rarely)
    case .remove: RequestPolicy([.commandLine], .rarely)
    // Known without reading a file, and whoever refuses an app something must learn which one it is.
    case .installed: RequestPolicy([.commandLine, .console, .widgets, .runtime], .often)
    case .launch: RequestPolicy([.runtime], .often)
    case .running: RequestPolicy([.commandLine, .console], .often)
    case .vendor: RequestPolicy(any, .often)
    case .revoke: RequestPolicy([.commandLine], .rarely)
    case .revokeByOwner: RequestPolicy([.commandLine], .rarely)
    }
  }

  private static func of(_ request: AccessRequest.Number) -> RequestPolicy {
    switch request {
    case .state: RequestPolicy([.commandLine, .console], .often)
    case .turn: RequestPolicy([.commandLine, .console], .often)
    case .note: RequestPolicy([.runtime, .widgets], .often)
    case .records: RequestPolicy([.commandLine, .console], .often)
    case .location: RequestPolicy(any, .often)
    case .locationSource: RequestPolicy([.commandLine], .often)
    case .setLocationSource: RequestPolicy([.commandLine], .often)
    }
  }

  private static func of(_ request: WidgetsRequest.Number) -> RequestPolicy {
    switch request {
    case .publish: RequestPolicy([.widgets], .often)
    // Of apps that run in sandboxes, each for itself; how often, `FollowedWidgets` says.
    case .reload: RequestPolicy(any, .often)
    case .shown: RequestPolicy(any, .often)
    case .reloadExtension: RequestPolicy([.widgets], .often)
    case .follow: RequestPolicy([.widgets], .often)
    case .shownExtension: RequestPolicy([.widgets], .often)
    case .surfaces: RequestPolicy([.commandLine, .console, .widgets], .often)
    case .chooseSurfaces: RequestPolicy([.commandLine, .console], .rarely)
    }
  }

  /// Those that have items of their own.
  private static let any: Set<CallerRole> = [.program, .commandLine]

  private init(_ callers: Set<CallerRole>, _ pace: Pace) {
    self.callers = callers
    self.pace = pace
  }
}
