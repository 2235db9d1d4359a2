// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import EnclaveClient
import PromptModel
import ProofModel
import SecretMemory
import SystemCalls

// What apps may have, as the owner sets it.

extension InstanceWatcher {
  func deny(_ service: ConsentService, _ app: ConsentClient.Key) throws(ConsoleFailure) {
    do { try broker.denyConsent(service, to: app) } catch { throw .broker(error) }
  }

  /// The app is told that it may, and gets nothing.
  func giveEmpty(_ service: ConsentService, _ app: ConsentClient.Key) throws(ConsoleFailure) {
    do { try broker.giveEmpty(service, to: app) } catch { throw .broker(error) }
  }

  /// The app asks again.
  func reset(_ service: ConsentService, _ app: ConsentClient.Key) throws(ConsoleFailure) {
    do { _ = try broker.resetConsent(service, of: app) } catch { throw .broker(error) }
  }

  /// Allows an app a service. It takes the passcode, which the enclave checks and tells `baileyd` of.
  func grant(
    _ service: ConsentService, _ app: ConsentClient.Key, _ passcode: consuming SecretBytes?
  ) throws(ConsoleFailure) {
    let number = try ownersProof(.grant(service, to: app), by: passcode)
    do { try broker.grantConsent(service, to: app, provedAs: number) } catch { throw .broker(error) }
  }

  // MARK: - News

  /// Windows are told whenever an answer changes.
  func followAnswers() {
    broker.followConsent(lookingEvery: Self.wait, pausing: Self.pause, while: { !hasStopped }) { news in
      if case .count(let count) = news { state.change { $0.answers = count } }
    }
  }
}
