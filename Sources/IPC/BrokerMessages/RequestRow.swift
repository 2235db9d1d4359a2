// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// All that is decided about a request before anybody looks into it: a row of its family's table.
///
/// Which items a program reaches is not said here but by its access groups.
package struct RequestRow<Number: RawRepresentable<UInt16> & Sendable>: Sendable {
  package let number: Number
  package let callers: Callers
  package let pace: RequestPace
  package let repetition: RequestRepetition
  /// The operation of the owner that the request carries out, and with that the lock states in which it may; nil for
  /// what programs ask for themselves, which items' keys and answers decide, and for what changes nothing.
  package let operation: OwnerOperation?

  init(
    _ number: Number, _ callers: Callers, _ pace: RequestPace, _ repetition: RequestRepetition,
    operation: OwnerOperation? = nil
  ) {
    self.number = number
    self.callers = callers
    self.pace = pace
    self.repetition = repetition
    self.operation = operation
  }
}

package enum RequestPace: Sendable {
  /// The request may come as often as its process has requests to spare: `BrokerLimits.requestsOfProcess`.
  case often
  /// Requests that read a whole executable or keychain, or rewrite a whole file: `BrokerLimits.rareBurst`.
  case rarely
}

/// The rule whether a request may be sent again where the connection was lost before its answer came.
package enum RequestRepetition: Sendable {
  /// The request changes nothing, or once and twice are the same.
  case again
  case once
  /// The request counts once; the answer comes as soon as the disk has it.
  case onceStored
}

/// The roles of those who may make a request.
package struct Callers: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
  private init(_ roles: CallerRole...) { rawValue = roles.reduce(0) { $0 | 1 << $1.rawValue } }

  package func contains(_ role: CallerRole) -> Bool { rawValue & 1 << role.rawValue != 0 }

  static let commandLine = Callers(.commandLine)
  static let console = Callers(.console)
  static let widgets = Callers(.widgets)
  static let runtime = Callers(.runtime)
  static let browser = Callers(.browser)
  static let secrets = Callers(.secrets)
  static let everyone = Callers(rawValue: CallerRole.allCases.reduce(0) { $0 | 1 << $1.rawValue })
  /// The programs that have items of their own.
  static let programs = Callers(.program, .commandLine)
  /// The same callers, and the service that keeps the items of the desktop's programs.
  static let keepers = Callers(.program, .commandLine, .secrets)
  /// The programs with which the owner acts: the command line and the console.
  static let owners = Callers(.commandLine, .console)
  /// The programs that start apps or extensions.
  static let starters = Callers(.runtime, .widgets)
  static let ownPrograms = Callers(.commandLine, .console, .widgets)
}
