// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import KeychainBackup
package import KeychainModel
package import ProtectionModel

/// What `baileyd` says.
package enum BrokerReply: Sendable {
  /// The first thing on a connection; who answers it with `hello` is the process that is served.
  case challenge(nonce: [UInt8])
  /// To `hello`: the version to speak.
  case welcome(version: UInt8)
  case done
  case added(ItemResult?)
  /// Several may follow each other; the last one says so.
  case items([ItemResult], Part)
  case access(AppAccess)
  case registrations([RegisteredApp], Part)
  /// Whether there is a passcode.
  case passcode(Bool)
  /// Nil when there was none in the time given.
  case question(PendingQuestion?)
  case lockState(LockState)
  case enclaveKey(EnclaveKey)
  /// ECDSA, in DER.
  case signature([UInt8])
  case secret(SecretData)
  case verification(StoreReport)
  case backupPart(BackupPart)
  case restored(RestoreCounts)
  case examined(SearchReport)
  case keychains(KeychainListing)
  /// With the end of a channel to the enclave on which one key signs.
  case signer(HandedSocket)
  case refused(BrokerRefusal)
  /// The connection ends, and no request has been taken since the last answer.
  case goodbye

  package enum Number: UInt8, Sendable, CaseIterable {
    case challenge = 64
    case welcome = 65
    case done = 66
    case added = 67
    case items = 68
    case access = 69
    case registrations = 70
    case refused = 71
    case goodbye = 72
    case passcode = 73
    case question = 74
    case lockState = 75
    case enclaveKey = 76
    case signature = 77
    case secret = 78
    case verification = 79
    case backupPart = 80
    case restored = 81
    case examined = 90
    case keychains = 91
    case signer = 85
  }

  package enum Part: UInt8, Sendable, CaseIterable {
    case more = 1
    case last = 2
  }

  package var number: Number {
    switch self {
    case .challenge: .challenge
    case .welcome: .welcome
    case .done: .done
    case .added: .added
    case .items: .items
    case .access: .access
    case .registrations: .registrations
    case .refused: .refused
    case .goodbye: .goodbye
    case .passcode: .passcode
    case .question: .question
    case .lockState: .lockState
    case .enclaveKey: .enclaveKey
    case .signature: .signature
    case .secret: .secret
    case .verification: .verification
    case .backupPart: .backupPart
    case .restored: .restored
    case .examined: .examined
    case .keychains: .keychains
    case .signer: .signer
    }
  }
}

/// A registration as it is shown.
package struct RegisteredApp: Sendable, Equatable {
  package let path: [UInt8]
  package let digest: [UInt8]
  package let identifier: String?
  package let groups: [String]
  package let condition: Condition

  package enum Condition: UInt8, Sendable, CaseIterable {
    /// The executable is the one that was registered.
    case current = 1
    /// Another executable is at the path: it needs registration again.
    case changed = 2
    /// There is no file at the path, or it cannot be read.
    case missing = 3
  }

  package init(path: [UInt8], digest: [UInt8], identifier: String?, groups: [String], condition: Condition) {
    self.path = path
    self.digest = digest
    self.identifier = identifier
    self.groups = groups
    self.condition = condition
  }
}
