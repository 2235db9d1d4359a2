// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Foundation
import LocalAuthentication
import PromptModel
import Testing
import Threads

@Suite struct ContextTests {
  private let agent = AskedAgent()

  private func asking<Result>(_ body: () throws -> Result) rethrows -> Result {
    try LAContext.$replacement.withValue(agent) { try body() }
  }

  private func asking<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await LAContext.$replacement.withValue(agent) { try await body() }
  }

  @Test func `Without a sensor the passcode is the one factor`() {
    asking {
      let context = LAContext()
      var error: NSError?
      #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error == nil)
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.code == LAError.biometryNotAvailable.rawValue)
      #expect(error?.domain == LAErrorDomain)
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithWatch, error: nil))
      #expect(context.biometryType == .none)
      #expect(context.evaluatedPolicyDomainState == nil)
    }
  }

  @Test func `A finger is asked for where biometry is, and its set is told`() async throws {
    let set = try #require(FingerSet([UInt8](repeating: 5, count: FingerSet.size)))
    agent.sensor = .ready(set)
    try await asking {
      let context = LAContext()
      #expect(context.biometryType == .none && context.evaluatedPolicyDomainState == nil)
      #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
      #expect(context.biometryType == .touchID)
      #expect(context.evaluatedPolicyDomainState == Data(set.bytes))
      try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "why")
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      #expect(agent.questions.map(\.factor) == [.biometry, .any])
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithWatch, error: nil))
    }
  }

  @Test(arguments: [
    (BiometryState.unavailable, LAError.Code.biometryNotAvailable, LABiometryType.none),
    (.notEnrolled, .biometryNotEnrolled, .touchID),
  ])
  func `Why no finger can be asked for is told`(state: BiometryState, code: LAError.Code, type: LABiometryType) throws {
    agent.sensor = state
    asking {
      let context = LAContext()
      var error: NSError?
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.code == code.rawValue && context.biometryType == type)
      #expect(context.evaluatedPolicyDomainState == nil)
    }
  }

  @Test func `After too many wrong fingers biometry is locked, and a device without a passcode has none`() throws {
    let set = try #require(FingerSet([UInt8](repeating: 5, count: FingerSet.size)))
    asking {
      var error: NSError?
      agent.sensor = .lockedOut(set)
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.code == LAError.biometryLockout.rawValue)
      agent.sensor = .ready(set)
      agent.passcode = false
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.code == LAError.passcodeNotSet.rawValue)
    }
  }

  @Test func `Without a passcode nobody can be asked`() async {
    agent.passcode = false
    await asking {
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.code == LAError.Code.passcodeNotSet.rawValue)
      await #expect(throws: LAError(.passcodeNotSet, userInfo: [NSLocalizedDescriptionKey: "No passcode is set."])) {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      }
    }
    #expect(agent.questions.isEmpty)
  }

  @Test func `The person is asked with the app's reason and word`() async throws {
    try await asking {
      let context = LAContext()
      context.localizedCancelTitle = "Not now"
      context.touchIDAuthenticationAllowableReuseDuration = 10
      #expect(try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open the diary"))
      let question = try #require(agent.questions.first)
      #expect(question.reason == "open the diary")
      #expect(question.cancelTitle == "Not now")
      #expect(question.reuseSeconds == 10)
      #expect(question.interaction == .allowed)
    }
  }

  @Test func `A reason that nobody would read to its end is cut`() async throws {
    try await asking {
      let reason = String(repeating: "é", count: 600)
      try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
      #expect(agent.questions.first?.reason == String(repeating: "é", count: 512))
    }
  }

  @Test func `An unlock is proof enough for five minutes at most`() async throws {
    try await asking {
      let context = LAContext()
      context.touchIDAuthenticationAllowableReuseDuration = 100_000
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      #expect(agent.questions.first?.reuseSeconds == 300)
    }
  }

  @Test(arguments: [
    (AuthenticationRefusal.failed, LAError.Code.authenticationFailed), (.userCancelled, .userCancel),
    (.systemCancelled, .systemCancel), (.contextInvalidated, .appCancel), (.noPasscode, .passcodeNotSet),
    (.notInteractive, .notInteractive), (.unavailable, .notInteractive), (.noBiometry, .biometryNotAvailable),
    (.notEnrolled, .biometryNotEnrolled), (.biometryLockout, .biometryLockout),
  ])
  func `A refusal is Apple's error`(refusal: AuthenticationRefusal, code: LAError.Code) async throws {
    agent.refusal = refusal
    await asking {
      do {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
        Issue.record("not refused")
      } catch let error as LAError {
        #expect(error.code == code)
        #expect((error as NSError).domain == LAErrorDomain)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `Errors are caught the ways apps catch them`() async {
    agent.refusal = .userCancelled
    await asking {
      do {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      } catch LAError.userCancel {
        return
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `The closure is given the answer`() async {
    agent.refusal = .userCancelled
    let code = await asking {
      await withCheckedContinuation { continuation in
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why") { success, error in
          continuation.resume(returning: success ? 0 : (error as NSError?)?.code)
        }
      }
    }
    #expect(code == LAError.userCancel.rawValue)
  }

  @Test func `A context that forbids interaction says so with the question`() async throws {
    try await asking {
      let context = LAContext()
      context.interactionNotAllowed = true
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      #expect(agent.questions.first?.interaction == .refused)
    }
  }

  @Test func `An invalidated context is of no use`() async throws {
    try await asking {
      let context = LAContext()
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      context.invalidate()
      #expect(agent.invalidated.count == 1)
      await #expect(throws: LAError.self) {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      }
      #expect(agent.questions.count == 1)
    }
  }

  @Test func `An access control says what is asked for`() async throws {
    try await asking {
      func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
      }
      let context = LAContext()
      try await context.evaluateAccessControl(try control([]), operation: .useItem, localizedReason: "why")
      #expect(agent.questions.isEmpty)
      try await context.evaluateAccessControl(
        try control(.userPresence), operation: .useItem, localizedReason: "why")
      try await context.evaluateAccessControl(
        try control([.biometryAny, .or, .devicePasscode]), operation: .useItem, localizedReason: "why")
      #expect(agent.questions.count == 2)
      await #expect(throws: LAError.self) {
        try await context.evaluateAccessControl(
          try control(.biometryCurrentSet), operation: .useItem, localizedReason: "why")
      }
    }
  }

  @Test func `A password of the app is refused, and passes for nothing`() async throws {
    try await asking {
      let context = LAContext()
      #expect(!context.setCredential(Data("secret".utf8), type: .applicationPassword))
      #expect(!context.isCredentialSet(.applicationPassword))
      #expect(!context.setCredential(Data(), type: .smartCardPIN))
      for flags in [.applicationPassword, [.applicationPassword, .userPresence]] as [SecAccessControlCreateFlags] {
        let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
        do {
          try await context.evaluateAccessControl(control, operation: .useItem, localizedReason: "why")
          Issue.record("nobody knows that password")
        } catch LAError.authenticationFailed {}
      }
      #expect(agent.questions.isEmpty)
    }
  }

  @Test func `Where Bailey does not run nobody is asked`() async {
    await LAContext.$replacement.withValue(BrokerClient(socket: "/nowhere/broker.sock")) {
      await #expect(throws: LAError.self) {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      }
    }
  }
}

/// Notes what it is asked and answers what it was told to.
private final class AskedAgent: AuthenticationService {
  private struct State {
    var questions: [AuthenticationQuestion] = []
    var invalidated: [ContextToken] = []
    var passcode = true
    var refusal: AuthenticationRefusal?
    var sensor = BiometryState.unavailable
  }

  private let state = Locked(State())

  var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }
  var invalidated: [ContextToken] { state.withLock { $0.invalidated } }
  var passcode: Bool {
    get { state.withLock { $0.passcode } }
    set { state.withLock { $0.passcode = newValue } }
  }
  var refusal: AuthenticationRefusal? {
    get { state.withLock { $0.refusal } }
    set { state.withLock { $0.refusal = newValue } }
  }

  var sensor: BiometryState {
    get { state.withLock { $0.sensor } }
    set { state.withLock { $0.sensor = newValue } }
  }

  func hasPasscode() throws(AuthenticationRefusal) -> Bool { passcode }

  func biometry() throws(AuthenticationRefusal) -> BiometryState { sensor }

  func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) {
    state.withLock { $0.questions.append(question) }
    if let refusal { throw refusal }
  }

  func invalidate(_ context: ContextToken) { state.withLock { $0.invalidated.append(context) } }
}

/// What app tests put in the place of a context.
private final class MockContext: LAContext {
  override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    reply(true, nil)
  }
}

@Suite @MainActor struct MockTests {
  @Test func `A subclass answers for itself, also where the answer is awaited`() async throws {
    let context: LAContext = MockContext()
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
    #expect(try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "why"))
  }
}
