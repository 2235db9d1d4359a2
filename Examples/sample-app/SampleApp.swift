// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import Foundation
import LocalAuthentication
import Security

/// An app as Apple's systems have it, for tests that need one: it does what its words say, one command after the other
/// with commas between them, and prints a line for each, the status where a call fails.
@main struct SampleApp {
  private var context: LAContext?
  private var interface: CFString?

  static func main() {
    var app = SampleApp()
    for command in CommandLine.arguments.dropFirst().split(separator: ",") { say(app.answer(to: Array(command))) }
  }

  /// At once, for those who wait for it.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private mutating func answer(to words: [String]) -> String {
    do {
      return try run(words[0], Array(words.dropFirst()))
    } catch let error as LAError {
      return "LAError \(error.code.rawValue)"
    } catch {
      return "\((error as NSError).code)"
    }
  }

  private mutating func run(_ command: String, _ words: [String]) throws -> String {
    switch command {
    case "context": context = context(words)
    case "interface": interface = try Self.interface(words[0])
    case "can": return try contextInUse().canEvaluate(Self.policy(words))
    case "evaluate": return try contextInUse().evaluate(Self.policy(words))
    case "domain": return try contextInUse().evaluatedPolicyDomainState?.base64EncodedString() ?? "none"
    case "invalidate": try contextInUse().invalidate()
    case "add": try Passwords(context, interface).add(words[0], words[1], words[2], words[3])
    case "find": return try Passwords(context, interface).find(words[0])
    case "list": return try Passwords(context, interface).list()
    case "change": try Passwords(context, interface).change(words[0], words[1])
    case "delete": try Passwords(context, interface).delete(words[0])
    case "until": while !FileManager.default.fileExists(atPath: words[0]) { usleep(10_000) }
    default: return try EnclaveKeys(context, interface).run(command, words)
    }
    return "done"
  }

  // MARK: - Contexts

  private func context(_ words: [String]) -> LAContext {
    let context = LAContext()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "reason": context.localizedReason = parts[1]
      case "reuse": context.touchIDAuthenticationAllowableReuseDuration = TimeInterval(parts[1]) ?? 0
      case "quiet": context.interactionNotAllowed = true
      default: break
      }
    }
    return context
  }

  private func contextInUse() throws -> LAContext {
    guard let context else { throw CocoaError(.featureUnsupported) }
    return context
  }

  private static func policy(_ words: [String]) -> LAPolicy {
    words.first == "biometry" ? .deviceOwnerAuthenticationWithBiometrics : .deviceOwnerAuthentication
  }

  private static func interface(_ word: String) throws -> CFString {
    switch word {
    case "fail": kSecUseAuthenticationUIFail
    case "skip": kSecUseAuthenticationUISkip
    default: kSecUseAuthenticationUIAllow
    }
  }
}

extension LAContext {
  fileprivate func canEvaluate(_ policy: LAPolicy) throws -> String {
    var error: NSError?
    guard canEvaluatePolicy(policy, error: &error) else { throw error! }
    return "yes"
  }

  /// Waits for the answer, as a command line program has to.
  fileprivate func evaluate(_ policy: LAPolicy) throws -> String {
    let answered = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcome: (Bool, (any Error)?) = (false, nil)
    evaluatePolicy(policy, localizedReason: "see the diary") { success, error in
      outcome = (success, error)
      answered.signal()
    }
    answered.wait()
    if let error = outcome.1 { throw error }
    return outcome.0 ? "yes" : "no"
  }
}
