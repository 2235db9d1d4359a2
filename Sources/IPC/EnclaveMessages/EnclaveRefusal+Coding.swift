// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import WireFormat

extension EnclaveRefusal {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: number.rawValue)
    switch self {
    case .malformed(let reason): try buffer.append(integer: reason.rawValue)
    case .lockState(let state): try buffer.append(integer: state.rawValue)
    case .wrongPasscode(let failures, let waitSeconds):
      try buffer.append(integer: failures)
      try buffer.append(integer: waitSeconds)
    case .wait(let seconds): try buffer.append(integer: seconds)
    case .noSuchKey(let keyClass), .keyLocked(let keyClass): try buffer.append(integer: keyClass.rawValue)
    case .storage(let code), .oldCopyRemains(let code), .inDoubt(let code):
      try buffer.append(integer: UInt32(bitPattern: code))
    case .lockUnfinished(let holders): try buffer.append(integer: holders.rawValue)
    case .notPermitted, .outOfOrder, .noSharedVersion, .noPasscode, .passcodeAlreadySet, .damagedKey, .rootKey,
      .tooManyRequests, .erased, .descriptor, .notProved, .registerForged, .registerOlder,
      .passcodeTooShort, .offerRefused:
      break
    }
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: packet) {
    case .malformed: self = .malformed(try cursor.number(in: packet))
    case .notPermitted: self = .notPermitted
    case .outOfOrder: self = .outOfOrder
    case .noSharedVersion: self = .noSharedVersion
    case .lockState: self = .lockState(try cursor.number(in: packet))
    case .noPasscode: self = .noPasscode
    case .passcodeAlreadySet: self = .passcodeAlreadySet
    case .wrongPasscode:
      let failures = try cursor.integer(UInt32.self, in: packet)
      self = .wrongPasscode(failures: failures, waitSeconds: try cursor.integer(in: packet))
    case .wait: self = .wait(seconds: try cursor.integer(in: packet))
    case .damagedKey: self = .damagedKey
    case .noSuchKey: self = .noSuchKey(try cursor.number(in: packet))
    case .storage: self = .storage(code: Int32(bitPattern: try cursor.integer(in: packet)))
    case .oldCopyRemains: self = .oldCopyRemains(code: Int32(bitPattern: try cursor.integer(in: packet)))
    case .rootKey: self = .rootKey
    case .tooManyRequests: self = .tooManyRequests
    case .erased: self = .erased
    case .descriptor: self = .descriptor
    case .keyLocked: self = .keyLocked(try cursor.number(in: packet))
    case .notProved: self = .notProved
    case .lockUnfinished: self = .lockUnfinished(try cursor.keyHolders(in: packet))
    case .registerForged: self = .registerForged
    case .registerOlder: self = .registerOlder
    case .passcodeTooShort: self = .passcodeTooShort
    case .offerRefused: self = .offerRefused
    case .inDoubt: self = .inDoubt(code: Int32(bitPattern: try cursor.integer(in: packet)))
    }
  }
}
