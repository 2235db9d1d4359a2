// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import ConsentModel
import KeychainCoding
import KeychainModel
import PromptModel
import PropertyLists
import ProtectionModel
import WireFormat

extension BrokerRefusal {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: number.rawValue)
    switch self {
    case .malformed(let reason): try buffer.append(integer: reason.rawValue)
    case .locked(let operation): try buffer.append(integer: operation.rawValue)
    case .attest(let failure): try buffer.append(integer: failure.rawValue)
    case .authentication(let refusal): try buffer.append(integer: refusal.rawValue)
    case .bundle(let refusal): try refusal.encode(into: &buffer)
    case .keychain(let status): try buffer.append(integer: UInt32(bitPattern: status.rawValue))
    case .consent(let refusal): try buffer.append(integer: refusal.rawValue)
    case .access(let refusal): try buffer.append(integer: refusal.rawValue)
    case .groupTaken(let group): try buffer.append(text: group, atMost: PropertyListLimits.bytes)
    case .file(let code), .storage(let code), .agentTaken(let code):
      try buffer.append(integer: UInt32(bitPattern: code))
    case .notPermitted, .outOfOrder, .noSharedVersion, .tooManyRequests, .entitlements, .registryDamaged,
      .registryFull, .notRegistered, .script, .served, .registryRefused, .stateChanged:
      break
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .malformed: self = .malformed(try cursor.number(in: message))
    case .notPermitted: self = .notPermitted
    case .outOfOrder: self = .outOfOrder
    case .noSharedVersion: self = .noSharedVersion
    case .keychain:
      guard let status = try cursor.status(in: message) else { throw .badValue }
      self = .keychain(status)
    case .tooManyRequests: self = .tooManyRequests
    case .file: self = .file(code: Int32(bitPattern: try cursor.integer(in: message)))
    case .entitlements: self = .entitlements
    case .storage: self = .storage(code: Int32(bitPattern: try cursor.integer(in: message)))
    case .registryDamaged: self = .registryDamaged
    case .registryFull: self = .registryFull
    case .notRegistered: self = .notRegistered
    case .authentication: self = .authentication(try cursor.number(in: message))
    case .script: self = .script
    case .served: self = .served
    case .consent: self = .consent(try cursor.number(in: message))
    case .access: self = .access(try cursor.number(in: message))
    case .bundle: self = .bundle(try BundleRefusal(decoding: message, &cursor))
    case .registryRefused: self = .registryRefused
    case .agentTaken: self = .agentTaken(Int32(bitPattern: try cursor.integer(in: message)))
    case .stateChanged: self = .stateChanged
    case .locked: self = .locked(try cursor.number(in: message))
    case .attest: self = .attest(try cursor.number(in: message))
    case .groupTaken: self = .groupTaken(try cursor.text(atMost: PropertyListLimits.bytes, in: message))
    }
  }
}
