// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
import PromptModel
package import ProtectionModel
import WidgetMessages

// What the owner does by each request. Each request has a row, so that a new one is not forgotten: nil for what programs ask
// for themselves, which items' keys and answers decide, and for what changes nothing.

extension BrokerRequest {
  package var deed: OwnerDeed? {
    switch self {
    case .hello: nil
    case .keychain(let request): request.deed
    case .apps(let request): request.deed
    case .person(let request): request.deed
    case .consent(let request): request.deed
    case .bundles(let request): request.deed
    case .access(let request): request.deed
    case .widgets(let request): request.deed
    }
  }
}

extension KeychainRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    // Items have the lock state in their keys.
    case .add, .find, .update, .delete, .examine, .enclaveKey: nil
    case .verify: nil
    case .forgetLost: .forgetLostItems
    case .backup(.permit): .backUpItems
    // With a permit, which a lock takes away.
    case .backup: nil
    case .owner(.permit): .seePasswords
    // The same.
    case .owner: nil
    case .file(.setStandard), .file(.setSearched): .arrangeKeychains
    // A file-based keychain has a password of its own.
    case .file: nil
    }
  }
}

extension AppsRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .access, .registrations: nil
    case .register, .registerByOwner: .registerProgram
    case .unregister, .unregisterByOwner: .unregisterProgram
    }
  }
}

extension PersonRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .authentication, .lockState: nil
    case .agent(let request): request.deed
    }
  }
}

extension AgentRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .nextQuestion, .watch: nil
    // That the passcode was given is asked of the enclave.
    case .settle: nil
    case .choose(_, let choice): choice.givesNothing ? .answerNo : .answerYes
    // Of a question for files that is a yes, and of one for a keychain's password it is none: `QuestionQueue` knows.
    case .give: nil
    case .look: .answerYes
    }
  }
}

extension ConsentRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .status, .request, .preciseLocation, .locationButton, .advertisingIdentifier, .changes: nil
    case .agent, .loss, .itemCount, .rows, .policy, .sharedFiles: nil
    // What `bailey-run` asks for the app that it started.
    case .lend, .choosePath, .withdrawPath, .portal: nil
    case .deny, .giveEmpty, .unshare: .denyAccess
    case .grant: .allowAccess
    case .reset, .prune: .forgetAnswers
    case .setPolicy: .setPolicy
    case .share: .shareFiles
    case .erase: .eraseAppData
    }
  }
}

extension BundlesRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .installed, .running, .vendor: nil
    // What the app gets has the lock state in its keys.
    case .launch: nil
    case .trust, .trustByOwner: .trustPublisher
    case .revoke, .revokeByOwner: .revokePublisher
    case .install: .installApp
    case .installByOwner: .widenApp
    case .remove: .removeApp
    }
  }
}

extension AccessRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .state, .note, .records, .location, .locationSource: nil
    case .turn(let isOn): isOn ? .recordAccesses : .stopRecording
    case .setLocationSource(let source): source == nil ? .hideLocation : .tellLocation
    }
  }
}

extension WidgetsRequest {
  fileprivate var deed: OwnerDeed? {
    switch self {
    case .publish, .reload, .shown, .reloadExtension, .follow, .shownExtension, .surfaces: nil
    // Which of the two, what is shown so far decides: `SealedSurfaces`.
    case .chooseSurfaces: .hideWhileLocked
    }
  }
}
