// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Foundation
import LocalAuthentication
import Testing

/// The ways in which code for Apple's systems uses contexts, each with exactly its spelling, compiled and run.
@Suite struct ContextIdioms {
  private func asked<Result>(_ answer: AuthenticationRefusal?, _ body: () async throws -> Result) async rethrows
    -> Result
  {
    try await LAContext.$replacement.withValue(Person(answer: answer)) { try await body() }
  }

  @Test func `context.evaluatePolicy(_:localizedReason:) { success, error in }`() async {
    await asked(nil) {
      let context = LAContext()
      let success: Bool = await withCheckedContinuation { continuation in
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why") { success, error in
          continuation.resume(returning: success && error == nil)
        }
      }
      #expect(success)
    }
  }

  @Test func `try await context.evaluatePolicy(_:localizedReason:)`() async throws {
    try await asked(nil) {
      try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
      #expect(try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why"))
    }
  }

  @Test func `var error: NSError?, context.canEvaluatePolicy(_:error: &error)`() async {
    await asked(nil) {
      var error: NSError?
      #expect(LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
      #expect(error?.code == LAError.biometryNotAvailable.rawValue)
    }
  }

  @Test func `error as? LAError, where the error came through a pointer`() async throws {
    try await asked(nil) {
      var error: NSError?
      LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
      #expect((error as? LAError)?.code == .biometryNotAvailable)
      switch (error as? LAError)?.code {
      case .biometryNotAvailable?, .biometryNotEnrolled?: break
      default: Issue.record("another code")
      }
      let refusal = try #require(error)
      do { throw refusal } catch let error as LAError { #expect(error.code == .biometryNotAvailable) }
      do { throw refusal } catch LAError.biometryNotAvailable {}
      do { throw refusal } catch let error as NSError { #expect(error.code == -6) }
    }
  }

  @Test func `error as? LAError, of another domain or with a number that none has`() {
    let others = [NSError(domain: NSPOSIXErrorDomain, code: -2), NSError(domain: LAErrorDomain, code: 0)]
    for error in others as [any Error] {
      #expect(error as? LAError == nil)
      do { throw error } catch LAError.userCancel { Issue.record("\(error)") } catch {}
    }
  }

  @Test func `error.code == Int(kLAErrorBiometryNotAvailable)`() async {
    await asked(nil) {
      var error: NSError?
      LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
      #expect(error?.code == Int(kLAErrorBiometryNotAvailable) && error?.domain == kLAErrorDomain)
    }
  }

  /// The numbers of Apple's `LAPublicDefines.h` are those of the enumerations.
  @Test func `kLAError… and kLAPolicy…`() {
    let errors: [(Int32, LAError.Code)] = [
      (kLAErrorAuthenticationFailed, .authenticationFailed), (kLAErrorUserCancel, .userCancel),
      (kLAErrorUserFallback, .userFallback), (kLAErrorSystemCancel, .systemCancel),
      (kLAErrorPasscodeNotSet, .passcodeNotSet), (kLAErrorBiometryNotAvailable, .biometryNotAvailable),
      (kLAErrorBiometryNotEnrolled, .biometryNotEnrolled), (kLAErrorBiometryLockout, .biometryLockout),
      (kLAErrorAppCancel, .appCancel), (kLAErrorInvalidContext, .invalidContext),
      (kLAErrorCompanionNotAvailable, .companionNotAvailable), (kLAErrorBiometryNotPaired, .biometryNotPaired),
      (kLAErrorBiometryDisconnected, .biometryDisconnected), (kLAErrorInvalidDimensions, .invalidDimensions),
      (kLAErrorNotInteractive, .notInteractive), (kLAErrorTouchIDNotAvailable, .touchIDNotAvailable),
      (kLAErrorTouchIDNotEnrolled, .touchIDNotEnrolled), (kLAErrorTouchIDLockout, .touchIDLockout),
      (kLAErrorWatchNotAvailable, .watchNotAvailable),
    ]
    for (number, code) in errors { #expect(Int(number) == code.rawValue) }
    let policies: [(Int32, LAPolicy)] = [
      (kLAPolicyDeviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometrics),
      (kLAPolicyDeviceOwnerAuthentication, .deviceOwnerAuthentication),
      (kLAPolicyDeviceOwnerAuthenticationWithWatch, .deviceOwnerAuthenticationWithWatch),
      (kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch, .deviceOwnerAuthenticationWithBiometricsOrWatch),
    ]
    for (number, policy) in policies { #expect(Int(number) == policy.rawValue) }
    #expect(Int(kLACredentialTypeApplicationPassword) == LACredentialType.applicationPassword.rawValue)
    #expect(Int(kLACredentialSmartCardPIN) == LACredentialType.smartCardPIN.rawValue)
  }

  @Test func `an error of another domain is no LAError`() {
    let other = NSError(domain: NSOSStatusErrorDomain, code: LAError.userCancel.rawValue)
    #expect(other as? LAError == nil)
    #expect((other as any Error) as? LAError == nil)
    do { throw other } catch LAError.userCancel { Issue.record("another domain's") } catch {}
  }

  @Test func `catch LAError.userCancel`() async {
    await asked(.userCancelled) {
      do {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
        Issue.record("nobody refused")
      } catch LAError.userCancel {
      } catch { Issue.record("another error: \(error)") }
    }
  }

  @Test func `catch let error as LAError, error.code`() async {
    await asked(.failed) {
      do {
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
        Issue.record("nobody failed")
      } catch let error as LAError {
        #expect(error.code == .authenticationFailed)
        #expect(!error.localizedDescription.isEmpty)
      } catch { Issue.record("another error: \(error)") }
    }
  }
}

/// What an app's own tests put in a context's place.
private protocol Authenticating {
  func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, Error?) -> Void)
}

extension LAContext: Authenticating {}

/// Somebody who answers every question alike.
private struct Person: AuthenticationService {
  let answer: AuthenticationRefusal?

  func hasPasscode() throws(AuthenticationRefusal) -> Bool { true }
  func biometry() throws(AuthenticationRefusal) -> BiometryState { .unavailable }
  func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) {
    if let answer { throw answer }
  }
  func invalidate(_ context: ContextToken) {}
}
