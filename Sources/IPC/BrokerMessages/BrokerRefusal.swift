// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import PromptModel
package import ConsentModel
package import KeychainModel
package import ProtectionModel

/// Why `baileyd` did not do what it was asked; nothing has changed then.
package enum BrokerRefusal: Error, Equatable, Sendable {
  case malformed(BrokerMalformation)
  /// The program may never ask that.
  case notPermitted
  /// `hello` must be asked first, and once.
  case outOfOrder
  /// There is no version both sides speak.
  case noSharedVersion
  /// The keychain's status, as an `OSStatus`.
  case keychain(KeychainStatus)
  case tooManyRequests
  /// The file to register cannot be read: the errno.
  case file(code: Int32)
  /// The property list holds no entitlements that can be granted.
  case entitlements
  /// The disk refused: the errno.
  case storage(code: Int32)
  case registryDamaged
  case registryFull
  case notRegistered
  /// The person is not authenticated.
  case authentication(AuthenticationRefusal)
  /// The group is another program's, or something was made or is stored in it: it takes the passcode to give it to a
  /// program, or to give it up.
  case groupTaken(String)
  /// The file to register is a script: what runs is its interpreter, the same program for every script.
  case script
  /// The file to register is on a file system that a program or another machine serves.
  case served
  /// The answers of people to apps cannot be read or changed.
  case consent(ConsentRefusal)
  /// The log of what apps use cannot be written or shown.
  case access(AccessRefusal)
  /// A bundle is not installed or not started.
  case bundle(BundleRefusal)
  /// The register of apps does not count: it is not the one that the enclave sealed last.
  case registryRefused
  /// Another agent is authorised by the owner: the number of its process.
  case agentTaken(Int32)

  /// The process of the agent that has the place of the asking one.
  package var otherAgent: Int32? {
    if case .agentTaken(let process) = self { process } else { nil }
  }
  /// The lock state is not the one that the picture was drawn for.
  case stateChanged
  /// The lock state does not allow the owner to do this: unlock first.
  case locked(OwnerOperation)
  /// An app has no key, attestation or assertion.
  case attest(AppAttestFailure)

  /// The permanent numbers of refusals.
  enum Number: UInt8, CaseIterable {
    case malformed = 1
    case notPermitted = 2
    case outOfOrder = 3
    case noSharedVersion = 4
    case keychain = 5
    case tooManyRequests = 6
    case file = 7
    case entitlements = 8
    case storage = 9
    case registryDamaged = 10
    case registryFull = 11
    case notRegistered = 12
    case authentication = 13
    case groupTaken = 20
    case script = 21
    case served = 22
    case consent = 30
    case access = 55
    case bundle = 25
    case registryRefused = 23
    case agentTaken = 56
    case stateChanged = 45
    case locked = 60
    case attest = 90
  }

  var number: Number {
    switch self {
    case .malformed: .malformed
    case .notPermitted: .notPermitted
    case .outOfOrder: .outOfOrder
    case .noSharedVersion: .noSharedVersion
    case .keychain: .keychain
    case .tooManyRequests: .tooManyRequests
    case .file: .file
    case .entitlements: .entitlements
    case .storage: .storage
    case .registryDamaged: .registryDamaged
    case .registryFull: .registryFull
    case .notRegistered: .notRegistered
    case .authentication: .authentication
    case .groupTaken: .groupTaken
    case .script: .script
    case .served: .served
    case .consent: .consent
    case .access: .access
    case .bundle: .bundle
    case .registryRefused: .registryRefused
    case .agentTaken: .agentTaken
    case .stateChanged: .stateChanged
    case .locked: .locked
    case .attest: .attest
    }
  }
}

/// Why bytes are not a message.
package enum BrokerMalformation: UInt8, Error, Sendable, CaseIterable {
  /// The message ends inside a field.
  case short = 1
  /// The message goes on after the last field, or is larger than any message.
  case long = 2
  /// A field holds what it may not hold.
  case badValue = 3
  case unknownVersion = 4
  case unknownNumber = 5
}
