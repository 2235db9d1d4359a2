// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import MessageBus
import SecretServiceModel

extension ServiceState {
  mutating func openSession(
    _ algorithm: String, _ input: BusValue, _ caller: String
  ) throws(SecretFailure) -> [BusValue] {
    let ofOne = sessions.values.count { $0.owner == caller }
    guard sessions.count < SecretServiceLimits.sessions, ofOne < SecretServiceLimits.sessionsOfOne else {
      throw .limitsExceeded
    }
    let (cipher, output) = try cipher(algorithm, input)
    let number = nextNumber()
    sessions[number] = Session(owner: caller, cipher: cipher)
    return [.variant(output), .objectPath(SecretObject.session(number).path)]
  }

  private func cipher(_ algorithm: String, _ input: BusValue) throws(SecretFailure) -> (SessionCipher, BusValue) {
    switch (algorithm, input) {
    case (SessionCipher.plainName, .string("")): return (.plain, .string(""))
    case (SessionCipher.agreedName, .bytes(let key)):
      do throws(SessionCipher.Failure) {
        let (cipher, publicKey) = try SessionCipher.agreed(with: key)
        return (cipher, .bytes(publicKey))
      } catch .badKey { throw .invalidArguments } catch { throw .failed }
    case (SessionCipher.plainName, _), (SessionCipher.agreedName, _): throw .invalidArguments
    default: throw .notSupported
    }
  }

  /// A session is its program's alone.
  func session(_ path: String, _ caller: String) throws(SecretFailure) -> Session {
    guard case .session(let number)? = SecretObject(path: path) else { throw .noSession }
    return try session(number, caller)
  }

  func session(_ number: UInt64, _ caller: String) throws(SecretFailure) -> Session {
    guard let session = sessions[number], session.owner == caller else { throw .noSession }
    return session
  }

  // MARK: - Secrets on their way

  func content(_ sent: SecretCall.SentSecret, _ caller: String) throws(SecretFailure) -> SecretContent {
    let session = try session(sent.session, caller)
    let secret: SecretData
    do throws(SessionCipher.Failure) { secret = try session.cipher.open(sent.sealed) } catch { throw .invalidArguments }
    guard let content = SecretContent(secret, type: sent.type) else { throw .invalidArguments }
    return content
  }

  func sent(_ content: SecretContent, _ session: Session, _ path: String) throws(SecretFailure) -> BusValue {
    let sealed: SessionCipher.Sealed
    do throws(SessionCipher.Failure) { sealed = try session.cipher.seal(content.secret) } catch { throw .failed }
    return .structure([
      .objectPath(path), .bytes(sealed.parameters), .bytes(sealed.value), .string(content.type),
    ])
  }

  // MARK: - The end

  /// A program has left the bus: with it go its sessions and prompts.
  mutating func forget(_ owner: String) {
    sessions = sessions.filter { $0.value.owner != owner }
    prompts.forget(owner)
    let (name, gone) = (Array(owner.utf8), SecretCaller.prefix(owner))
    allowedOnce = allowedOnce.filter { !$0.reader.starts(with: gone) }
    refused = refused.filter { $0.reader != name }
    refusedAccess = refusedAccess.filter { $0.asker != name }
  }
}
