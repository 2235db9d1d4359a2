// SPDX-License-Identifier: Apache-2.0
package import EnclaveClient
import EnclaveMessages
import ProtectionModel
import SystemCalls
import TerminalConsole

extension Advice {
  package static let noPasscode = "There is no passcode yet: without one there is no lock."
  package static let passcodeIsSet = "There is a passcode already."

  /// The advice where the enclave refused, or did not answer.
  package init(for error: EnclaveClientError) {
    switch error {
    case .refused(let refusal): self.init(for: refusal)
    case .unreachable: self.init("Bailey is not running.", try: "bailey up")
    case .closed:
      self.init(
        "The enclave ended the connection before it answered: it stopped, or too many programs ask it at this moment. A "
          + "lock that it had received is carried out all the same.",
        try: "bailey status, and the command again if it was not carried out")
    case .timedOut:
      self.init(
        "The enclave did not answer in time.", try: "bailey status, and the command again if it was not carried out")
    case .unexpectedReply: self.init("The running Bailey is of another version.", try: "bailey restart")
    case .passcodeLength: self.init("A passcode has 1 to 256 bytes.")
    }
  }

  private init(for refusal: EnclaveRefusal) {
    switch refusal {
    case .wrongPasscode(let failures, let seconds):
      let next = seconds == 0 ? "" : " The next try is possible in \(Self.duration(Int(seconds)))."
      let count = failures == 1 ? "" : " Wrong tries: \(failures)."
      self.init("Wrong passcode.\(count)\(next)", .wrongPasscode)
    case .wait(let seconds):
      self.init("Too many wrong passcodes: the next try is possible in \(Self.duration(Int(seconds))).", .wait)
    case .lockState(let state): self.init(refusedIn: state)
    case .noPasscode: self.init(Self.noPasscode, try: "bailey passcode set")
    case .passcodeAlreadySet: self.init(Self.passcodeIsSet, try: "bailey passcode change")
    case .passcodeTooShort:
      self.init("A new passcode has \(PasscodeStrength.fewestCharacters) characters at least. Nothing was changed.")
    case .storage(let code): self.init("The keybag cannot be written: \(Self.explain(code)) Nothing was changed.")
    case .oldCopyRemains(let code):
      self.init(
        "It is done, but the disk refused to remove the copy of what was before: \(Self.explain(code))",
        try: "the command again, when the disk is well")
    case .inDoubt(let code):
      self.init(
        "The disk failed in the middle of the change, and again when it was taken back: \(Self.explain(code)) What was before "
          + "is in force; should Bailey stop before the disk is well, the change may be found in force instead.",
        try: "the command again, when the disk is well")
    case .lockUnfinished(let holders): self.init(unfinishedBecauseOf: holders)
    case .rootKey: self.init("The TPM or the key file failed. Nothing was changed.")
    case .erased:
      self.init("The keys have been erased: nothing can be read any more.", try: "bailey up, for a new instance")
    case .malformed, .notPermitted, .outOfOrder, .noSharedVersion, .descriptor:
      self.init("The running Bailey is of another version.", try: "bailey restart")
    case .tooManyRequests:
      self.init(
        "Too many passcodes are being tried, or too much is asked, at this moment.", try: "the command again, later")
    case .damagedKey, .noSuchKey, .keyLocked, .notProved, .registerForged, .registerOlder, .offerRefused:
      self.init("The enclave refused: \(refusal).")
    }
  }

  private init(unfinishedBecauseOf holders: KeyHolders) {
    let who =
      switch holders {
      case .files: "bailey-fs"
      case .broker: "baileyd"
      default: "bailey-fs and baileyd"
      }
    self.init(
      "The keys are gone, but \(who) could not be made to give up what they opened: the disk does not answer.",
      try: "bailey status, until it says locked")
  }

  private init(refusedIn state: LockState) {
    let text =
      switch state {
      case .beforeFirstUnlock: "Bailey has not been unlocked since it started."
      case .grace, .locked: "Bailey is locked."
      case .unlocked: "Bailey is unlocked."
      }
    self.init(text, try: state == .unlocked ? "bailey lock" : "bailey unlock", .refusedByLockState)
  }
}
