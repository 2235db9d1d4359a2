// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import CryptoPrimitives
import EnclaveClient
import EnclaveMessages
import KeychainModel
import PasskeyItems
import PasskeyKeys
import PasskeyVault
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel
import SecretMemory

/// Answers what browsers ask for sites, and what the owner does with passkeys.
struct PasskeysHandler {
  let vault: PasskeyVault
  let enclave: SharedClassKeys
  let authenticator: PersonAuthenticator
  let barrier: RequestBarrier
  let questions: PasskeyQuestions

  func answer(_ request: PasskeysRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .make(let making): return .passkeys(try make(making, session))
    case .use(let using): return .passkeys(try use(using, session).map { .used($0) } ?? .elsewhere)
    case .signal(let signal):
      try passing { () throws(KeychainStatus) in try vault.heed(signal) }
      return .done
    case .reach(let chosen):
      return .passkeys(
        .reach(
          try passing { () throws(KeychainStatus) in
            if let chosen { try vault.choose(chosen) }
            return try vault.reachOfNew()
          }))
    case .withdraw(let request):
      authenticator.queue.invalidate(request, by: AskingBrowser.requester(of: session.caller, questions.files))
      return .done
    case .list(let proof):
      try authenticator.checkProof(proof, .showPasskeys, of: session)
      return .passkeys(.passkeys(try list()))
    case .change(let operation, let credential, let name, let proof):
      try authenticator.checkProof(
        proof, .changePasskey(operation: operation.rawValue, credential: credential, name: name), of: session)
      try change(operation, credential, name)
      return .done
    case .fetch(let proof):
      try authenticator.checkProof(proof, .fetchPasskeys, of: session)
      return .passkeys(.stored(try passing { () throws(KeychainStatus) in try vault.all().map(\.passkey) }))
    case .keep(let passkeys, let proof):
      try authenticator.checkProof(proof, .keepPasskeys(StoredPasskey.digest(of: passkeys)), of: session)
      guard passkeys.allSatisfy(\.isConsistent) else { throw .malformed(.badValue) }
      return .passkeys(.kept(try passing { () throws(KeychainStatus) in try vault.keep(passkeys) }))
    }
  }

  // MARK: - For sites

  /// Makes a passkey. An existing one is reported only after the person has been asked, so that no site finds out
  /// without them.
  private func make(_ wish: PasskeyMaking, _ session: BrokerSession) throws(BrokerRefusal) -> PasskeysReply {
    if !questions.isUnlocked { try questions.unlock(to: .make, for: PasskeyAsker(wish), session) }
    let userHash = SHA256.hash(wish.userHandle.span)
    // The stricter one counts, of what is asked for and what the owner has chosen.
    let chosen = try passing { () throws(KeychainStatus) in try vault.reachOfNew() }
    let reach: PasskeyReach = wish.reach == .portable ? chosen : .thisDeviceOnly
    guard
      let creation = PasskeyCreation(
        relyingPartyHash: SHA256.hash(Array(wish.relyingParty.utf8).span), userHash: userHash,
        PasskeyKey.Portability(reach), clientDataHash: wish.clientDataHash, salts: wish.salts),
      let subject = PasskeySubject(
        relyingParty: wish.relyingParty, account: wish.userName, userHash: userHash,
        clientDataHash: wish.clientDataHash, saltsHash: SHA256.hash(wish.salts.joined.span))
    else { throw .malformed(.badValue) }
    let use = PasscodeUse.makePasskey(subject, reach)
    guard let claim = try questions.proof(use, for: PasskeyAsker(wish), session) else { return .elsewhere }
    return try passing { () throws(KeychainStatus) in
      let there = try vault.passkeys(of: wish.relyingParty)
      if there.contains(where: { $0.standing.signsIn && wish.excluded.contains($0.passkey.credential) }) {
        // The entry of the passcode is used up by the answer.
        _ = try? enclave.takeProof(claim)
        throw .duplicateItem
      }
      let new = try proved { () throws(EnclaveClientError) in try enclave.makePasskey(creation, claim) }
      let credential = SystemRandom.bytes(StoredPasskey.credentialSize)
      let stored = StoredPasskey(
        credential: credential, relyingParty: wish.relyingParty, userHandle: wish.userHandle, userName: wish.userName,
        displayName: wish.displayName, key: new.key, created: vault.now)
      guard let stored else { throw .param }
      // Only what is on the disk is answered: nobody registers a passkey that a crash takes back.
      try vault.add(stored)
      // What is left over goes the next time.
      try? vault.removeOld()
      return .made(credential: credential, new.key, outputs: new.outputs.data())
    }
  }

  /// Uses a passkey; nil where there is none for it, or the person wants to use another device.
  private func use(_ wish: PasskeyUsing, _ session: BrokerSession) throws(BrokerRefusal) -> UsedPasskey? {
    guard let standing = try chosen(wish, session) else { return nil }
    let passkey = standing.passkey
    let salts = wish.salts(for: passkey.credential)
    guard let use = PasskeyUse(passkey.key, clientDataHash: wish.clientDataHash, salts: salts),
      let subject = PasskeySubject(
        relyingParty: passkey.relyingParty, account: passkey.userName, userHash: passkey.key.userHash,
        clientDataHash: wish.clientDataHash, saltsHash: SHA256.hash(salts.joined.span))
    else { throw .malformed(.badValue) }
    let asked = PasscodeUse.usePasskey(subject)
    guard let claim = try questions.proof(asked, for: PasskeyAsker(wish), session) else { return nil }
    return try passing { () throws(KeychainStatus) in
      // It may have been deleted while the person was asked.
      guard try usable(wish).contains(where: { $0.passkey.credential == passkey.credential }) else {
        throw .itemNotFound
      }
      let assertion = try proved { () throws(EnclaveClientError) in try enclave.assertion(use, claim) }
      let now = vault.now
      let stored = try vault.change(passkey.credential) { passkey in
        if passkey.firstUsed == 0 { passkey.firstUsed = now }
        passkey.lastUsed = now
        // The site knows it.
        passkey.hidden = 0
        if case .write(let blob) = wish.blob { passkey.largeBlob = blob }
      }
      guard let stored else { throw .itemNotFound }
      return UsedPasskey(
        credential: stored.credential, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
        userHandle: stored.userHandle, outputs: assertion.outputs.data(),
        blob: wish.blob == .read && !stored.largeBlob.isEmpty ? stored.largeBlob : nil,
        isWritten: wish.blob.isWriting ? true : nil)
    }
  }

  /// The passkey that is asked about. Where there are several, the person chooses one, and nobody else is told of them.
  private func chosen(_ wish: PasskeyUsing, _ session: BrokerSession) throws(BrokerRefusal) -> StandingPasskey? {
    var found: [StandingPasskey]? = nil
    do throws(BrokerRefusal) {
      found = try passing { () throws(KeychainStatus) in try usable(wish) }
    } catch {
      // While locked it can be told that there are some, and no more.
      guard case .keychain(.interactionNotAllowed) = error else { throw error }
    }
    if found?.isEmpty == true { return nil }
    if found == nil || !questions.isUnlocked {
      // What is not there now is not waited for.
      guard wish.urgency == .patient else { return nil }
      try questions.unlock(to: .use, for: PasskeyAsker(wish), session)
      found = try passing { () throws(KeychainStatus) in try usable(wish) }
    }
    guard let found, found.count > 1 else { return found?.first }
    return try questions.choice(of: found, for: PasskeyAsker(wish), session)
  }

  /// The usable passkeys: those of an account that are current, or whose newer one has not signed in yet.
  private func usable(_ wish: PasskeyUsing) throws(KeychainStatus) -> [StandingPasskey] {
    try vault.passkeys(of: wish.relyingParty).filter {
      switch $0.standing {
      case .current, .replaced: wish.allows($0.passkey.credential)
      // Of what the site said that it does not know it, only what it names.
      case .hidden: wish.allowed.contains($0.passkey.credential)
      case .deleted: false
      }
    }
  }

  private func proved<Value: ~Copyable>(
    _ body: () throws(EnclaveClientError) -> Value
  ) throws(KeychainStatus) -> Value {
    do throws(EnclaveClientError) {
      return try body()
    } catch .refused(.notProved) {
      throw .authFailed
    } catch .refused(.lockState), .refused(.keyLocked) {
      throw .interactionNotAllowed
    } catch {
      throw .notAvailable
    }
  }

  // MARK: - The owner

  private func list() throws(BrokerRefusal) -> [PasskeyListing] {
    try passing { () throws(KeychainStatus) in
      // What is left over goes the next time.
      try? vault.removeOld()
      return try vault.all().map(PasskeyListing.init)
    }
  }

  private func change(_ operation: PasskeyOperation, _ credential: [UInt8], _ name: String) throws(BrokerRefusal) {
    try passing { () throws(KeychainStatus) in
      let now = vault.now
      let changed = try vault.change(credential) { passkey in
        switch operation {
        case .delete: passkey.deleted = passkey.deleted == 0 ? now : passkey.deleted
        // The newer one is replaced by it once it has signed in again.
        case .restore: (passkey.deleted, passkey.hidden, passkey.restored, passkey.firstUsed) = (0, 0, now, 0)
        case .rename: passkey.label = StoredPasskey.fitting(name)
        }
      }
      guard changed != nil else { throw .itemNotFound }
    }
  }

  /// A lock waits for whoever is inside.
  private func passing<Value>(_ body: () throws(KeychainStatus) -> Value) throws(BrokerRefusal) -> Value {
    do throws(KeychainStatus) { return try barrier.pass(body) } catch { throw .keychain(error) }
  }
}

extension PasskeyKey.Portability {
  fileprivate init(_ reach: PasskeyReach) { self = reach == .portable ? .portable : .thisDeviceOnly }
}

extension PasskeyUsing.BlobWish {
  fileprivate var isWriting: Bool { if case .write = self { true } else { false } }
}

extension PRFOutputs {
  fileprivate borrowing func data() -> SecretData? {
    switch bytes {
    case .some(let bytes): bytes.withBytes { SecretData(copying: $0) }
    case .none: nil
    }
  }
}
