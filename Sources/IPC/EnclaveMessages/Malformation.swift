// SPDX-License-Identifier: Apache-2.0
import WireFormat

/// Why a packet is not a message.
package enum Malformation: UInt8, Error, Sendable, CaseIterable {
  /// The message ends inside a field.
  case short = 1
  /// The message goes on after the last field, or is larger than any message.
  case long = 2
  /// A field holds what it may not hold.
  case badValue = 3
  case unknownVersion = 4
  case unknownNumber = 5

  init(_ error: WireError) {
    switch error {
    case .short: self = .short
    case .long, .full: self = .long
    case .badValue: self = .badValue
    }
  }
}
