// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import COSEKeys
import Clocks
import CryptoPrimitives
import JSONCoding
import KeyFormats
import TerminalConsole

extension AttestTool {
  /// The fewest octets of client data that `attestKey` takes.
  private static let shortestHash = 16

  func makeIssuer(_ path: String) throws(CommandFailure) {
    let folder = try IssuerFolder(path, .make)
    let authority: DevelopmentAuthority
    do { authority = try DevelopmentAuthority(at: WallClock.seconds) } catch { throw IssuerFolder.failure }
    console.print(String(try folder.keep(authority).dropLast()))
  }

  func attest(_ path: String, _ request: AttestRequest) throws(CommandFailure) {
    let clientDataHash = try Self.hash(request.clientDataHash)
    try Self.check(request)
    let folder = try IssuerFolder(path, .open)
    let authority = try folder.authority()
    let attestation: [UInt8]
    let state: IssuedKey
    do {
      let key = try ECPrivateKey(.p256)
      let statement = AppKeyStatement(
        appID: request.appID, .development, try COSEKey(.es256, .ec(key.publicKey)), clientDataHash: clientDataHash,
        LaunchData(category: UInt32(request.category), bundleVersion: request.bundleVersion), systemVersion: "1.0",
        platform: "linux")
      attestation = try authority.attestation(statement, at: WallClock.seconds)
      state = IssuedKey(
        id: statement.keyID, appID: request.appID, category: UInt32(request.category),
        bundleVersion: request.bundleVersion)
      try folder.keep(key, state)
    } catch let error as CommandFailure { throw error } catch { throw IssuerFolder.failure }
    print(attestation, state, clientDataHash, root: authority.root)
  }

  static func check(_ request: AttestRequest) throws(CommandFailure) {
    guard AppIdentifierForm.isAppID(request.appID) else {
      throw .particular("An App ID is TEAM.bundle.identifier, in letters, digits, hyphens and dots.", .usage)
    }
  }

  /// Prints an attestation as `verify` reads it.
  func print(_ attestation: [UInt8], _ state: IssuedKey, _ clientDataHash: [UInt8], root: [UInt8]) {
    console.print(
      JSONValue.members([
        "attestation": .string(attestation.base64), "keyId": .string(state.id.base64),
        "clientDataHash": .string(clientDataHash.base64), "appId": .string(state.appID),
        "environment": .string(AppEnvironment.development.rawValue), "anchors": .strings([root.base64]),
      ]))
  }

  func assert(_ path: String, keyID: String, _ hash: String) throws(CommandFailure) {
    let clientDataHash = try Self.hash(hash)
    guard let id = [UInt8](anyBase64: keyID), id.count == AttestedAppKey.idSize else {
      throw .particular("A key's identifier is 32 bytes in base64.", .usage)
    }
    let folder = try IssuerFolder(path, .open)
    var (key, state) = try folder.key(id)
    guard state.counter < UInt32.max else { throw .particular("The key's counter is used up.", .failed) }
    state.counter += 1
    try folder.keep(state)
    let assertion: AppAssertionObject
    do {
      assertion = try AppAssertionObject(
        appID: state.appID, counter: state.counter, state.launch, clientDataHash: clientDataHash
      ) { (digest) throws(CryptoError) in try key.signature(ofDigest: digest.span) }
    } catch { throw IssuerFolder.failure }
    console.print(
      JSONValue.members([
        "assertion": .string(assertion.encoded.base64), "clientDataHash": .string(clientDataHash.base64),
        "appId": .string(state.appID), "environment": .string(AppEnvironment.development.rawValue),
      ]))
  }

  static func hash(_ text: String) throws(CommandFailure) -> [UInt8] {
    guard let hash = [UInt8](anyBase64: text), hash.count >= shortestHash else {
      throw .particular("--client-data-hash is \(shortestHash) bytes or more, in base64.", .usage)
    }
    return hash
  }
}
