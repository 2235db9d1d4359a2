// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import KeychainModel
package import PromptModel
package import ProtectionModel
import QuestionCoding
package import WireFormat

/// The replies about the person and the lock.
package enum PersonReply: ReplyFamily, Equatable {
  /// Whether there is a passcode.
  case passcode(Bool)
  /// The next question; nil when there was none in the time given.
  case question(PendingQuestion?)
  case lockState(LockState)
  /// All that wait, in their order, and a count that changes whenever they do.
  case questions([AwaitedQuestion], count: UInt64)
  /// The person permits what was asked for.
  case permission(PermissionExtent)
  case biometry(BiometryState)

  package enum Number: UInt16, Sendable, CaseIterable {
    case passcode = 0x0301
    case question = 0x0302
    case questions = 0x0303
    case lockState = 0x0304
    case permission = 0x0305
    case biometry = 0x0306
  }

  package var number: Number {
    switch self {
    case .passcode: .passcode
    case .question: .question
    case .lockState: .lockState
    case .questions: .questions
    case .permission: .permission
    case .biometry: .biometry
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .passcode(let isSet): try buffer.append(integer: UInt8(isSet ? 1 : 0))
    case .question(let question):
      try buffer.append(optional: question) { (buffer, question) throws(WireError) in
        try question.encode(into: &buffer)
      }
    case .lockState(let state): try buffer.append(integer: state.rawValue)
    case .questions(let questions, let count):
      try buffer.append(integer: count)
      try buffer.append(integer: UInt32(questions.count))
      for awaited in questions {
        try buffer.append(integer: awaited.secondsLeft)
        try awaited.question.encode(into: &buffer)
      }
    case .permission(let extent): try buffer.append(integer: extent.rawValue)
    case .biometry(let state): try state.encode(into: &buffer)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .passcode: self = .passcode(try cursor.flag(in: message))
    case .question:
      self = .question(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try PendingQuestion(decoding: message, &cursor)
        })
    case .lockState: self = .lockState(try cursor.number(in: message))
    case .questions:
      let count = try cursor.integer(UInt64.self, in: message)
      let questions = try cursor.list(in: message) { (cursor) throws(WireError) in
        let seconds = try cursor.integer(UInt16.self, in: message)
        return AwaitedQuestion(try PendingQuestion(decoding: message, &cursor), secondsLeft: seconds)
      }
      self = .questions(questions, count: count)
    case .permission: self = .permission(try cursor.number(in: message))
    case .biometry: self = .biometry(try BiometryState(decoding: message, &cursor))
    }
  }
}

// MARK: - Parts

extension BiometryState {
  private enum Number: UInt8, CaseIterable {
    case unavailable = 1
    case notEnrolled = 2
    case lockedOut = 3
    case ready = 4
  }

  /// A number, and the set of fingers where there is one.
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    let number: Number =
      switch self {
      case .unavailable: .unavailable
      case .notEnrolled: .notEnrolled
      case .lockedOut: .lockedOut
      case .ready: .ready
      }
    try buffer.append(integer: number.rawValue)
    if let fingers { try buffer.append(bytes: fingers.bytes.span) }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    func fingers() throws(WireError) -> FingerSet {
      guard let set = FingerSet(try cursor.bytes(FingerSet.size, in: message)) else { throw .badValue }
      return set
    }
    switch try cursor.number(Number.self, in: message) {
    case .unavailable: self = .unavailable
    case .notEnrolled: self = .notEnrolled
    case .lockedOut: self = .lockedOut(try fingers())
    case .ready: self = .ready(try fingers())
    }
  }
}

extension PendingQuestion {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(bytes: number.bytes.span)
    try buffer.append(integer: UInt32(bitPattern: requester.process))
    try buffer.append(optional: requester.program) { (buffer, program) throws(WireError) in
      try buffer.append(text: program, atMost: BrokerProtocol.longestPath)
    }
    try buffer.append(text: reason, atMost: AuthenticationQuestion.longestReason)
    try buffer.append(optional: cancelTitle) { (buffer, title) throws(WireError) in
      try buffer.append(text: title, atMost: AuthenticationQuestion.longestReason)
    }
    if let page {
      try buffer.append(integer: QuestionKind.Number.page.rawValue)
      try page.encode(into: &buffer)
    }
    try kind.encode(into: &buffer)
    try buffer.append(integer: UInt8(isForLater ? 1 : 0))
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let number = try cursor.question(in: message)
    let process = Int32(bitPattern: try cursor.integer(in: message))
    let program = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: BrokerProtocol.longestPath, in: message)
    }
    let reason = try cursor.text(atMost: AuthenticationQuestion.longestReason, in: message)
    let title = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: AuthenticationQuestion.longestReason, in: message)
    }
    var kind = try cursor.number(QuestionKind.Number.self, in: message)
    let page = kind == .page ? try AskingPage(decoding: message, &cursor) : nil
    if page != nil { kind = try cursor.number(QuestionKind.Number.self, in: message) }
    self.init(
      number: number, requester: Requester(process: process, program: program), reason: reason, cancelTitle: title,
      kind: try QuestionKind(kind, decoding: message, &cursor), at: page, isForLater: try cursor.flag(in: message))
  }
}

extension QuestionKind {
  fileprivate enum Number: UInt8, CaseIterable {
    case passcode = 1
    case newPassword = 2
    case password = 3
    case passwordAgain = 4
    case consent = 5
    case path = 6
    case agentAuthorisation = 7
    case makePasskey = 8
    case usePasskey = 9
    case account = 10
    case unlock = 11
    case permission = 12
    /// A page, and after it what it asks for.
    case page = 13
    case presenceOrFinger = 14
    case finger = 15
  }

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    let keychain: String
    let occasion: PasswordOccasion
    switch self {
    case .passcode(.presence): return try buffer.append(integer: Number.passcode.rawValue)
    case .passcode(.presenceOrFinger): return try buffer.append(integer: Number.presenceOrFinger.rawValue)
    case .finger: return try buffer.append(integer: Number.finger.rawValue)
    case .passcode(.permission): return try buffer.append(integer: Number.permission.rawValue)
    case .passcode(.agentAuthorisation): return try buffer.append(integer: Number.agentAuthorisation.rawValue)
    case .passcode(.makePasskey(let subject, let reach)):
      try buffer.append(integer: Number.makePasskey.rawValue)
      try subject.encode(into: &buffer)
      return try buffer.append(integer: reach.rawValue)
    case .passcode(.usePasskey(let subject)):
      try buffer.append(integer: Number.usePasskey.rawValue)
      return try subject.encode(into: &buffer)
    case .consent(let question):
      try buffer.append(integer: Number.consent.rawValue)
      return try question.encode(into: &buffer)
    case .path(let question):
      try buffer.append(integer: Number.path.rawValue)
      return try question.encode(into: &buffer)
    case .account(let question):
      try buffer.append(integer: Number.account.rawValue)
      return try question.encode(into: &buffer)
    case .unlock(let question):
      try buffer.append(integer: Number.unlock.rawValue)
      return try question.encode(into: &buffer)
    case .password(of: let name, let asked): (keychain, occasion) = (name, asked)
    }
    let number: Number =
      switch occasion {
      case .new: .newPassword
      case .unlock: .password
      case .again: .passwordAgain
      }
    try buffer.append(integer: number.rawValue)
    guard let name = KeychainName(keychain), name.text == keychain else { throw .badValue }
    try name.encode(into: &buffer)
  }

  fileprivate init(
    _ number: Number, decoding message: Span<UInt8>, _ cursor: inout WireCursor
  ) throws(WireError) {
    let occasion: PasswordOccasion
    switch number {
    case .page: throw .badValue
    case .passcode:
      self = .passcode(.presence)
      return
    case .presenceOrFinger:
      self = .passcode(.presenceOrFinger)
      return
    case .finger:
      self = .finger
      return
    case .permission:
      self = .passcode(.permission)
      return
    case .agentAuthorisation:
      self = .passcode(.agentAuthorisation)
      return
    case .makePasskey:
      let subject = try PasskeySubject(decoding: message, &cursor)
      self = .passcode(.makePasskey(subject, try cursor.number(in: message)))
      return
    case .usePasskey:
      self = .passcode(.usePasskey(try PasskeySubject(decoding: message, &cursor)))
      return
    case .consent:
      self = .consent(try ConsentQuestion(decoding: message, &cursor))
      return
    case .path:
      self = .path(try FileQuestion(decoding: message, &cursor))
      return
    case .account:
      self = .account(try AccountQuestion(decoding: message, &cursor))
      return
    case .unlock:
      self = .unlock(try UnlockQuestion(decoding: message, &cursor))
      return
    case .newPassword: occasion = .new
    case .password: occasion = .unlock
    case .passwordAgain: occasion = .again
    }
    self = .password(of: try KeychainName(decoding: message, &cursor).text, occasion)
  }
}
