// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
package import PromptModel
package import ProtectionModel
package import WireFormat

/// The requests of programs about the person and the lock, and the messages of the agent that asks the person.
package enum PersonRequest: RequestFamily {
  /// Asks the person.
  case authentication(AuthenticationRequest)
  /// A request from the agent that asks the person.
  case agent(AgentRequest)
  /// The lock state as soon as it is another than this, or when the time is over.
  case lockState(otherThan: LockState?, seconds: UInt16)

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case authentication = 0x0301
    case agent = 0x0302
    case lockState = 0x0303
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // The person is not asked twice.
    case .authentication: RequestRow(.authentication, .keepers, .often, .once)
    case .agent(let request): RequestRow(.agent, .owners, .often, .once, operation: request.operation)
    case .lockState: RequestRow(.lockState, .keepers.union([.console, .widgets, .browser]), .often, .again)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .authentication(let request): try request.encode(into: &buffer)
    case .agent(let request): try request.encode(into: &buffer)
    case .lockState(let state, let seconds):
      try buffer.append(optional: state) { (buffer, state) throws(WireError) in
        try buffer.append(integer: state.rawValue)
      }
      try buffer.append(integer: seconds)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .authentication: self = .authentication(try AuthenticationRequest(decoding: message, &cursor))
    case .agent: self = .agent(try AgentRequest(decoding: message, &cursor))
    case .lockState:
      let state = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.number(LockState.self, in: message)
      }
      self = .lockState(otherThan: state, seconds: try cursor.integer(in: message))
    }
  }
}

/// The requests of a program to authenticate the person in front of the screen.
package enum AuthenticationRequest: Sendable, Equatable {
  case hasPasscode
  /// Has the person show who they are; answered when they have.
  case authenticate(AuthenticationQuestion)
  case invalidate(ContextToken)
  /// The same, with how long what is asked for lasts.
  case permission(AuthenticationQuestion)
  /// What the fingerprint sensor is good for.
  case biometry

  private enum Number: UInt8, CaseIterable {
    case hasPasscode = 1
    case authenticate = 2
    case invalidate = 3
    case permission = 4
    case biometry = 5
    /// The passcode is not enough.
    case authenticateByBiometry = 6
    /// A finger is not enough.
    case authenticateByPasscode = 7

    init(_ factor: AuthenticationQuestion.Factor) {
      self =
        switch factor {
        case .any: .authenticate
        case .biometry: .authenticateByBiometry
        case .passcode: .authenticateByPasscode
        }
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .hasPasscode: try buffer.append(integer: Number.hasPasscode.rawValue)
    case .authenticate(let question):
      try buffer.append(integer: Number(question.factor).rawValue)
      try question.encode(into: &buffer)
    case .biometry: try buffer.append(integer: Number.biometry.rawValue)
    case .invalidate(let context):
      try buffer.append(integer: Number.invalidate.rawValue)
      try buffer.append(bytes: context.bytes.span)
    case .permission(let question):
      try buffer.append(integer: Number.permission.rawValue)
      try question.encode(into: &buffer)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .hasPasscode: self = .hasPasscode
    case .authenticate: self = .authenticate(try AuthenticationQuestion(decoding: message, &cursor))
    case .invalidate: self = .invalidate(try cursor.context(in: message))
    case .permission: self = .permission(try AuthenticationQuestion(decoding: message, &cursor))
    case .biometry: self = .biometry
    case .authenticateByBiometry: self = try Self.authenticate(by: .biometry, message, &cursor)
    case .authenticateByPasscode: self = try Self.authenticate(by: .passcode, message, &cursor)
    }
  }

  private static func authenticate(
    by factor: AuthenticationQuestion.Factor, _ message: Span<UInt8>, _ cursor: inout WireCursor
  ) throws(WireError) -> Self {
    var question = try AuthenticationQuestion(decoding: message, &cursor)
    question.factor = factor
    return .authenticate(question)
  }
}

/// The messages of the agent that asks the person.
package enum AgentRequest: Sendable {
  /// Waits for the next question; answered when there is one, or when the time is over.
  case nextQuestion(seconds: UInt16)
  case settle(QuestionNumber, QuestionOutcome)
  /// The password that a question asks for.
  case give(QuestionNumber, SecretData)
  /// The person's choice of those that a question offers.
  case choose(QuestionNumber, ConsentChoice)
  /// All questions, beside other agents, as soon as they are others than at this count, or when the time is over.
  case watch(otherThan: UInt64, seconds: UInt16)
  /// The account that the person chose, by its place among those that a question offers.
  case pick(QuestionNumber, UInt8)
  /// The person wants to see what is in another folder before they choose a file.
  case look(QuestionNumber, folder: String, typed: String)

  fileprivate var operation: OwnerOperation? {
    switch self {
    case .nextQuestion, .watch: nil
    // That the passcode was given is asked of the enclave.
    case .settle: nil
    case .choose(_, let choice): choice.givesNothing ? .answerNo : .answerYes
    // Of a question for files that is a yes, and of one for a keychain's password it is none: `QuestionQueue` knows.
    case .give: nil
    case .look, .pick: .answerYes
    }
  }

  private enum Number: UInt8, CaseIterable {
    case nextQuestion = 1
    case settle = 2
    case give = 3
    case choose = 4
    case watch = 5
    case look = 6
    case pick = 7
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .nextQuestion(let seconds):
      try buffer.append(integer: Number.nextQuestion.rawValue)
      try buffer.append(integer: seconds)
    case .settle(let question, let outcome):
      try buffer.append(integer: Number.settle.rawValue)
      try buffer.append(bytes: question.bytes.span)
      try buffer.append(integer: outcome.rawValue)
    case .give(let question, let password):
      try buffer.append(integer: Number.give.rawValue)
      try buffer.append(bytes: question.bytes.span)
      try buffer.append(secret: password)
    case .choose(let question, let choice):
      try buffer.append(integer: Number.choose.rawValue)
      try buffer.append(bytes: question.bytes.span)
      try buffer.append(integer: choice.rawValue)
    case .look(let question, let folder, let typed):
      try buffer.append(integer: Number.look.rawValue)
      try buffer.append(bytes: question.bytes.span)
      try buffer.append(text: folder, atMost: ShownFolder.longestPath)
      try buffer.append(text: typed, atMost: FileWish.longestAnswer)
    case .pick(let question, let place):
      try buffer.append(integer: Number.pick.rawValue)
      try buffer.append(bytes: question.bytes.span)
      try buffer.append(integer: place)
    case .watch(let count, let seconds):
      try buffer.append(integer: Number.watch.rawValue)
      try buffer.append(integer: count)
      try buffer.append(integer: seconds)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .nextQuestion: self = .nextQuestion(seconds: try cursor.integer(in: message))
    case .settle:
      let question = try cursor.question(in: message)
      self = .settle(question, try cursor.number(in: message))
    case .give:
      let question = try cursor.question(in: message)
      guard let password = try cursor.secret(in: message) else { throw .badValue }
      self = .give(question, password)
    case .choose:
      let question = try cursor.question(in: message)
      self = .choose(question, try cursor.number(in: message))
    case .look:
      let question = try cursor.question(in: message)
      let folder = try cursor.text(atMost: ShownFolder.longestPath, in: message)
      self = .look(question, folder: folder, typed: try cursor.text(atMost: FileWish.longestAnswer, in: message))
    case .pick:
      let question = try cursor.question(in: message)
      self = .pick(question, try cursor.byte(in: message))
    case .watch:
      let count = try cursor.integer(UInt64.self, in: message)
      self = .watch(otherThan: count, seconds: try cursor.integer(in: message))
    }
  }
}

// MARK: - Parts

extension AuthenticationQuestion {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(bytes: context.bytes.span)
    try buffer.append(text: reason, atMost: Self.longestReason)
    try buffer.append(optional: cancelTitle) { (buffer, title) throws(WireError) in
      try buffer.append(text: title, atMost: Self.longestReason)
    }
    try buffer.append(integer: reuseSeconds)
    try buffer.append(integer: interaction.rawValue)
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let context = try cursor.context(in: message)
    let reason = try cursor.text(atMost: Self.longestReason, in: message)
    let title = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: Self.longestReason, in: message)
    }
    let seconds = try cursor.integer(UInt16.self, in: message)
    guard seconds <= Self.longestReuse else { throw .badValue }
    self.init(
      context: context, reason: reason, cancelTitle: title, reuseSeconds: seconds,
      interaction: try cursor.number(in: message))
  }
}

extension WireCursor {
  fileprivate mutating func context(in message: Span<UInt8>) throws(WireError) -> ContextToken {
    guard let token = ContextToken(try bytes(ContextToken.size, in: message)) else { throw .badValue }
    return token
  }

  mutating func question(in message: Span<UInt8>) throws(WireError) -> QuestionNumber {
    guard let number = QuestionNumber(try bytes(QuestionNumber.size, in: message)) else { throw .badValue }
    return number
  }
}
