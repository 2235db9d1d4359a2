// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
package import KeychainModel
package import ProtectionModel

/// Everything `baileyd` can be asked.
package enum BrokerRequest: Sendable {
  /// Must come first: the versions the asker speaks, and the nonce of the challenge.
  case hello(lowest: UInt8, highest: UInt8, nonce: [UInt8])
  case add(ItemAddition)
  case find(ItemQuery)
  case update(ItemQuery, ItemChanges)
  case delete(ItemQuery)
  /// What the asking program may reach, and why.
  case access
  /// Says what the executable at a path is entitled to, from an XML property list.
  case register(path: [UInt8], xml: [UInt8])
  /// The same by the owner: the enclave knows that the passcode was given under the number.
  case registerByOwner(QuestionNumber, path: [UInt8], xml: [UInt8])
  case unregister(path: [UInt8])
  case registrations
  /// What the person is to be asked.
  case person(PersonRequest)
  /// From the agent that asks them.
  case agent(AgentRequest)
  /// The lock state as soon as it is another than this, or when the time is over.
  case lockState(otherThan: LockState?, seconds: UInt16)
  /// What is to be done with a key that never leaves the enclave.
  case enclaveKey(EnclaveKeyRequest)
  /// Looks at every item of everyone, in one file-based keychain or in the other one.
  case verifyKeychain(KeychainName?)
  /// Somebody has been told that these are lost there.
  case forgetLost(KeychainName?, [LostItem])
  case backup(BackupRequest)
  /// What a search would look at, without the search.
  case examine(ItemQuery)
  /// What is asked about file-based keychains as a whole.
  case keychainFile(KeychainFileRequest)

  /// What a request is called on the wire.
  package enum Number: UInt8, Sendable, CaseIterable {
    case hello = 1
    case add = 2
    case find = 3
    case update = 4
    case delete = 5
    case access = 6
    case register = 7
    case unregister = 8
    case registrations = 9
    case person = 10
    case agent = 11
    case lockState = 12
    case enclaveKey = 13
    case verifyKeychain = 14
    case backup = 15
    case examine = 20
    case registerByOwner = 21
    case keychainFile = 22
    case forgetLost = 23
  }

  package var number: Number {
    switch self {
    case .hello: .hello
    case .add: .add
    case .find: .find
    case .update: .update
    case .delete: .delete
    case .access: .access
    case .register: .register
    case .unregister: .unregister
    case .registrations: .registrations
    case .person: .person
    case .agent: .agent
    case .lockState: .lockState
    case .enclaveKey: .enclaveKey
    case .verifyKeychain: .verifyKeychain
    case .backup: .backup
    case .examine: .examine
    case .registerByOwner: .registerByOwner
    case .keychainFile: .keychainFile
    case .forgetLost: .forgetLost
    }
  }
}
