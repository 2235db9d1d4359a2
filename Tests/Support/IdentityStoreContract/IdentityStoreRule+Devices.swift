// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SystemCalls
import Threads

extension IdentityStoreRule {
  static let devices = [
    IdentityStoreRule("The bits of a team about a machine are its own, and the later of two updates holds") { store in
      try expect(try store.deviceBits(ofTeam: "T", on: [1]) == nil, "there are some before they are set")
      try store.set(DeviceBits(bit0: true, bit1: false, month: "2026-11"), ofTeam: "T", on: [1])
      try store.set(DeviceBits(bit0: false, bit1: true, month: "2026-12"), ofTeam: "T", on: [1])
      try store.set(DeviceBits(bit0: true, bit1: true, month: "2026-01"), ofTeam: "U", on: [1])
      let bits = try store.deviceBits(ofTeam: "T", on: [1])
      try expect(bits == DeviceBits(bit0: false, bit1: true, month: "2026-12"), "the earlier ones hold")
      try expect(try store.deviceBits(ofTeam: "T", on: [2]) == nil, "another machine has them")
      // A machine that is removed and comes again is the same device.
      try store.add(Machine(id: "M1", name: "M1", endorsement: [1]))
      try store.removeMachine("M1")
      try expect(try store.deviceBits(ofTeam: "T", on: [1]) == bits, "they go with the machine")
    },
    IdentityStoreRule("A key is kept as long as a receipt of it can be exchanged, and no longer") { store in
      try store.add(Machine(id: "M1", name: "M1", endorsement: [1], attestationKey: [2]))
      for (id, time) in [(UInt8(1), Int64(10)), (2, 20), (3, 30)] {
        let key = IssuedKey(id: [id], machine: "M1", appID: "T.a", request: [9], issuedAt: time)
        try expect(try store.add(key, atMost: 9, within: 5) == .added, "it is not added")
      }
      try store.note([1], exchangeableUntil: 100)
      try store.note([1], exchangeableUntil: 90)
      try store.note([7], exchangeableUntil: 100)
      try expect(try store.tidyKeys(issuedBefore: 30, at: 99) == 1, "others are removed than that without a receipt")
      try expect(try store.issuedKey([1]) != nil && store.issuedKey([2]) == nil, "the other one is removed")
      try expect(try store.tidyKeys(issuedBefore: 30, at: 100) == 1, "one is kept too long")
      try expect(try store.issuedKey([3]) != nil && store.issuedKey([1]) == nil, "a young one is removed")
    },
    IdentityStoreRule("No number of enrolments that have begun keeps the machine out") { store in
      func begin(_ id: String, _ endorsement: [UInt8], until time: Int64, ofAll all: Int = 9) throws -> Bool {
        let enrolment = PendingEnrolment(
          id: id, endorsement: endorsement, attestationKey: [7], secretHash: [8], expiresAt: time)
        return try store.begin(enrolment, atMost: 2, ofAll: all, at: 1)
      }
      for (id, time) in [("e1", Int64(10)), ("e2", 11), ("e3", 12)] {
        try expect(try begin(id, [1], until: time), "there is no room")
      }
      try expect(try !begin("e4", [2], until: 10, ofAll: 2), "there are more than there may be")
      try expect(try begin("e5", [1], until: 13, ofAll: 2), "it does not take the place of one of its own")
      func finish(_ id: String) throws -> EnrolmentOutcome {
        try store.finishEnrolment(id, secretHash: [8], proposing: "M1", at: 2)
      }
      for id in ["e1", "e2"] { try expect(try finish(id) == .unknown, "\(id) is kept") }
      try expect(try finish("e3") != .unknown, "a later one went")
    },
    IdentityStoreRule("Keys that a machine had before are there until its own speaks, and go with it") { store in
      func enrol(_ key: UInt8, at time: Int64) throws {
        let enrolment = PendingEnrolment(
          id: "e\(key)", endorsement: [1], attestationKey: [key], secretHash: [8], expiresAt: 100)
        try expect(try store.begin(enrolment, atMost: 9, ofAll: 9, at: time), "there is no room")
        guard case .enrolled = try store.finishEnrolment("e\(key)", secretHash: [8], proposing: "M1", at: time) else {
          return try expect(false, "it has not enrolled")
        }
      }
      for key in UInt8(1)...3 { try enrol(key, at: Int64(key)) }
      try enrol(3, at: 4)
      try expect(try store.formerKeys(of: "M1") == [[2], [1]], "there are others")
      try expect(try store.formerKeys(of: "M2").isEmpty, "they are another machine's")
      try store.forgetFormerKeys(of: "M1", replacedBy: [2])
      try expect(try store.formerKeys(of: "M1").count == 2, "a key that is not the machine's own has removed them")
      for key in UInt8(4)...7 { try enrol(key, at: Int64(key) + 1) }
      try expect(try store.formerKeys(of: "M1") == [[6], [5], [4], [3]], "there are more than four")
      try store.forgetFormerKeys(of: "M1", replacedBy: [7])
      try expect(try store.formerKeys(of: "M1").isEmpty, "they are there when it has spoken")
      try enrol(8, at: 9)
      try store.removeMachine("M1")
      try expect(try store.formerKeys(of: "M1").isEmpty, "they are there without it")
    },
  ]
}
