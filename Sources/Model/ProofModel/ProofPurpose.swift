// SPDX-License-Identifier: Apache-2.0
package import PromptModel

/// The purposes for which the person gives their passcode.
///
/// A proof of the passcode buys what is said here and nothing else: whoever asks the person hashes the purpose that it
/// shows them (`ProofStatement`), and the enclave compares it with the one that is about to be carried out. So every use
/// of a proof is a case here, with all that distinguishes one such action from another.
///
/// Text and other values without a fixed size count with their SHA-256.
package enum ProofPurpose: Sendable, Equatable {
  /// The person is there, for the asking program and for the reason that it gives.
  case presence(reason: String)
  /// The asking agent answers questions for the person.
  case agentAuthorisation
  /// The groups of a program, or of every program in a folder: its path, and its entitlements as an XML property list.
  case register(path: [UInt8], entitlements: [UInt8])
  case unregister(path: [UInt8])
  /// A certificate, DER.
  case trustAuthority([UInt8])
  /// The SHA-256 of a publisher's key.
  case revokePublisher([UInt8])
  /// A service and an app, by the permanent numbers of the service and of the app's kind.
  case grantAccess(service: UInt8, kind: UInt8, app: String)
  /// The owner sets a policy; nil: none any more.
  case setPolicy([UInt8]?)
  /// Paths, and the permanent number of the right.
  case shareFiles([String], app: String, right: UInt8)
  /// The backup of all programs' items, with the key of this digest.
  case writeBackup(key: [UInt8])
  case restoreBackup(key: [UInt8])
  /// The secrets of all programs' items, in the asking console.
  case showPasswords
  /// A page of the asking console that nobody has used for a while.
  case resumeConsole
  /// The changes of what surfaces show while the screen is locked, as lines.
  case showSurfaces([String])
  /// An app's identifier, and the seal of the version that leads past the answers to it.
  case widenApp(String, seal: [UInt8])
  /// A passkey for a site's account in this ceremony, and whether it may leave the device.
  case makePasskey(PasskeySubject, portability: UInt8)
  /// A sign-in at a site with an account's passkey in this ceremony.
  case usePasskey(PasskeySubject)
  /// The sites and accounts of all passkeys.
  case showPasskeys
  /// The change of a passkey, by the permanent number of the operation; the credential, and the new name or none.
  case changePasskey(operation: UInt8, credential: [UInt8], name: String)
  /// All that is stored of all passkeys, for a backup or a file. What signs is sealed in it.
  case fetchPasskeys
  /// Passkeys that come from a backup or a file: the SHA-256 over all that is stored of them.
  case keepPasskeys([UInt8])
  /// The issuer that is to vouch for keys of apps from now on: the text of the enrolment, with its address and its root. Nil: this
  /// instance itself.
  case chooseIssuer([UInt8]?)
  /// What an issuer wants of this machine's TPM, and the key that is to speak for the machine, in the form in which they are sent.
  case activateMachine([UInt8])

  /// The numbers are part of what is hashed: they are permanent.
  package enum Number: UInt8, Sendable, CaseIterable {
    case presence = 1
    case agentAuthorisation = 2
    case register = 3
    case unregister = 4
    case trustAuthority = 5
    case revokePublisher = 6
    case grantAccess = 7
    case setPolicy = 8
    case shareFiles = 9
    case writeBackup = 10
    case restoreBackup = 11
    case showPasswords = 12
    case resumeConsole = 13
    case showSurfaces = 14
    case widenApp = 15
    case makePasskey = 16
    case usePasskey = 17
    case showPasskeys = 18
    case changePasskey = 19
    case fetchPasskeys = 22
    case keepPasskeys = 23
    case chooseIssuer = 24
    case activateMachine = 25
  }

  package var number: Number {
    switch self {
    case .presence: .presence
    case .agentAuthorisation: .agentAuthorisation
    case .register: .register
    case .unregister: .unregister
    case .trustAuthority: .trustAuthority
    case .revokePublisher: .revokePublisher
    case .grantAccess: .grantAccess
    case .setPolicy: .setPolicy
    case .shareFiles: .shareFiles
    case .writeBackup: .writeBackup
    case .restoreBackup: .restoreBackup
    case .showPasswords: .showPasswords
    case .resumeConsole: .resumeConsole
    case .showSurfaces: .showSurfaces
    case .widenApp: .widenApp
    case .makePasskey: .makePasskey
    case .usePasskey: .usePasskey
    case .showPasskeys: .showPasskeys
    case .changePasskey: .changePasskey
    case .fetchPasskeys: .fetchPasskeys
    case .keepPasskeys: .keepPasskeys
    case .chooseIssuer: .chooseIssuer
    case .activateMachine: .activateMachine
    }
  }

  /// The parameters, field by field, in the order of the case.
  var parameters: ProofParameters {
    switch self {
    case .agentAuthorisation, .showPasswords, .resumeConsole, .showPasskeys, .fetchPasskeys: ProofParameters()
    case .presence(let reason): ProofParameters().adding(reason)
    case .register(let path, let entitlements): ProofParameters().adding(path).adding(entitlements)
    case .unregister(let path): ProofParameters().adding(path)
    case .trustAuthority(let certificate): ProofParameters().adding(certificate)
    case .revokePublisher(let key), .writeBackup(let key), .restoreBackup(let key): ProofParameters().adding(key)
    case .keepPasskeys(let digest): ProofParameters().adding(digest)
    case .activateMachine(let credential): ProofParameters().adding(credential)
    case .grantAccess(let service, let kind, let app): ProofParameters().adding(service).adding(kind).adding(app)
    case .setPolicy(let text), .chooseIssuer(let text): ProofParameters().adding(text)
    case .showSurfaces(let changes): ProofParameters().adding(changes)
    case .widenApp(let app, let seal): ProofParameters().adding(app).adding(seal)
    case .makePasskey(let subject, let portability): ProofParameters().adding(subject).adding(portability)
    case .usePasskey(let subject): ProofParameters().adding(subject)
    case .changePasskey(let operation, let credential, let name):
      ProofParameters().adding(operation).adding(credential).adding(name)
    case .shareFiles(let paths, let app, let right): ProofParameters().adding(paths).adding(app).adding(right)
    }
  }
}

extension ProofPurpose.Number {
  /// The bytes of the parameters: the same for every value of a case.
  var parametersSize: Int {
    switch self {
    case .agentAuthorisation, .showPasswords, .resumeConsole, .showPasskeys, .fetchPasskeys: 0
    case .presence, .unregister, .trustAuthority, .revokePublisher, .writeBackup, .restoreBackup, .showSurfaces,
      .keepPasskeys, .activateMachine:
      ProofParameters.digestSize
    case .register, .widenApp: 2 * ProofParameters.digestSize
    case .grantAccess: 2 + ProofParameters.digestSize
    case .setPolicy, .chooseIssuer: 1 + ProofParameters.digestSize
    case .shareFiles: 2 * ProofParameters.digestSize + 1
    case .makePasskey: 5 * ProofParameters.digestSize + 1
    case .usePasskey: 5 * ProofParameters.digestSize
    case .changePasskey: 1 + 2 * ProofParameters.digestSize
    }
  }
}
