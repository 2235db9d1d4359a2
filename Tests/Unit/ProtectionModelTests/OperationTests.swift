// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import Testing

/// When the owner's operations are done.
@Suite struct OperationTests {
  /// The table, as an auditor reads it: which states, and whether the passcode as well.
  @Test func `The table of operations is this`() {
    let table = OwnerOperation.allCases.map { operation in
      let states = operation.rule.states == [.unlocked] ? "unlocked" : "any"
      #expect(operation.rule.states == [.unlocked] || operation.rule.states.count == LockState.allCases.count)
      return "\(operation) \(states) \(operation.rule.passcode)"
    }
    #expect(
      table == [
        "lock any notWanted", "unlock any wanted", "setPasscode unlocked notWanted", "changePasscode unlocked wanted",
        "removePasscode unlocked wanted", "prove unlocked wanted", "loosenLocking unlocked wanted",
        "tightenLocking any notWanted", "erase any wanted", "eraseWithoutPasscode any notWanted",
        "showWhileLocked unlocked wanted", "hideWhileLocked any notWanted", "allowAccess unlocked wanted",
        "denyAccess any notWanted", "forgetAnswers unlocked notWanted", "setPolicy unlocked wanted",
        "shareFiles unlocked wanted", "answerYes unlocked notWanted", "answerNo any notWanted",
        "tellLocation unlocked notWanted", "hideLocation any notWanted", "recordAccesses unlocked notWanted",
        "stopRecording unlocked notWanted", "registerProgram unlocked wantedForOthers",
        "unregisterProgram unlocked wantedForOthers", "trustPublisher unlocked wanted",
        "revokePublisher unlocked wanted", "installApp unlocked notWanted", "removeApp any notWanted",
        "eraseAppData any notWanted", "widenApp unlocked wanted", "enrolMachine unlocked wanted",
        "seePasswords unlocked wanted",
        "backUpItems unlocked wanted",
        "forgetLostItems any notWanted", "arrangeKeychains unlocked notWanted", "seePasskeys unlocked wanted",
        "changePasskeys unlocked wanted", "movePasskeys unlocked wanted", "loosenClass unlocked notWanted",
      ])
  }
}
