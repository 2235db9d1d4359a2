// SPDX-License-Identifier: Apache-2.0
import PromptModel
import CoreFoundation
import Foundation
import KeychainModel
import LocalAuthentication
import ProtectionModel
import ProtectionModelTesting
import Security
import Testing

/// `kSecAttrTokenIDSecureEnclave`: keys of the enclave behind Apple's functions.
@Suite struct SecureEnclaveKeyTests {
  private let items = RecordingKeychain()
  private let keychain: EnclaveKeychain

  init() { keychain = EnclaveKeychain(items) }

  private func generate(
    _ changes: [CFString: Any] = [:], privateAttributes: [CFString: Any] = [kSecAttrIsPermanent: false]
  ) -> Result<SecKey, CFError> {
    let parameters: NSMutableDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs: privateAttributes as NSDictionary,
    ]
    for (key, value) in changes { parameters[key] = value }
    return Keychain.$replacement.withValue(keychain) {
      var error: Unmanaged<CFError>?
      let key = unsafe SecKeyCreateRandomKey(parameters, &error)
      return key.map { .success($0) } ?? .failure(unsafe error?.takeRetainedValue() ?? NSError())
    }
  }

  private func code(_ result: Result<SecKey, CFError>) -> Int {
    if case .failure(let error) = result { error.code } else { 0 }
  }

  private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    return try #require(control)
  }

  private func sign(_ key: SecKey, _ algorithm: SecKeyAlgorithm = .ecdsaSignatureMessageX962SHA256) -> Result<
    Data, CFError
  > {
    Keychain.$replacement.withValue(keychain) {
      var error: Unmanaged<CFError>?
      let signature = unsafe SecKeyCreateSignature(key, algorithm, Data("message".utf8) as NSData, &error)
      return signature.map { .success($0 as Data) } ?? .failure(unsafe error?.takeRetainedValue() ?? NSError())
    }
  }

  @Test func `Signs what its public key verifies, with every digest and in both forms`() throws {
    let key = try generate().get()
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    for algorithm in [
      SecKeyAlgorithm.ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA256,
      .ecdsaSignatureMessageX962SHA512, .ecdsaSignatureMessageRFC4754SHA384,
    ] {
      #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
      let signature = try sign(key, algorithm).get() as NSData
      let valid = SecKeyVerifySignature(publicKey, algorithm, Data("message".utf8) as NSData, signature, nil)
      #expect(valid)
    }
    #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePKCS1v15SHA256))
  }

  @Test func `Decrypts what is encrypted to its public key`() throws {
    let key = try generate().get()
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    let sealed = SecKeyCreateEncryptedData(publicKey, algorithm, Data("message".utf8) as NSData, nil)
    let ciphertext = try #require(sealed)
    let opened = Keychain.$replacement.withValue(keychain) {
      SecKeyCreateDecryptedData(key, algorithm, ciphertext, nil)
    }
    #expect(opened as Data? == Data("message".utf8))
    let changed = NSData(data: (ciphertext as Data).dropLast() + [0])
    let none = Keychain.$replacement.withValue(keychain) { SecKeyCreateDecryptedData(key, algorithm, changed, nil) }
    #expect(none == nil || changed == ciphertext)
  }

  @Test func `Agrees with another key`() throws {
    let key = try generate().get()
    let parameters: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    let made = SecKeyCreateRandomKey(parameters, nil)
    let other = try #require(made)
    let otherPublic = try #require(SecKeyCopyPublicKey(other))
    let own = try #require(SecKeyCopyPublicKey(key))
    let one = Keychain.$replacement.withValue(keychain) {
      SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, otherPublic, [:], nil)
    }
    let two = SecKeyCopyKeyExchangeResult(other, .ecdhKeyExchangeStandard, own, [:], nil)
    #expect(one != nil && one == two)
  }

  @Test func `CopyExternalRepresentation: nil, -4`() throws {
    let key = try generate().get()
    var error: Unmanaged<CFError>?
    let data = unsafe SecKeyCopyExternalRepresentation(key, &error)
    #expect(data == nil)
    #expect(unsafe error?.takeRetainedValue().code == -4)
  }

  @Test func `Its attributes say where it is`() throws {
    let key = try generate().get()
    let attributes = try #require(SecKeyCopyAttributes(key))
    #expect(attributes[kSecAttrTokenID] as? String == kSecAttrTokenIDSecureEnclave as String)
    #expect(attributes[kSecAttrIsExtractable] as? Bool == false)
    #expect(attributes[kSecAttrKeySizeInBits] as? Int == 256)
  }

  @Test func `P-256 only`() {
    #expect(code(generate([kSecAttrKeySizeInBits: 384])) == -25311)
    #expect(code(generate([kSecAttrKeyType: kSecAttrKeyTypeRSA])) == -50)
    #expect(code(generate([kSecAttrTokenID: "com.example.token"])) == -50)
  }

  @Test func `Constraints must be for the use of keys`() throws {
    let without = [kSecAttrAccessControl: try control(.userPresence), kSecAttrIsPermanent: false] as [CFString: Any]
    #expect(code(generate(privateAttributes: without)) == -50)
    let with =
      [kSecAttrAccessControl: try control([.privateKeyUsage, .userPresence]), kSecAttrIsPermanent: false]
      as [CFString: Any]
    let key = try generate(privateAttributes: with).get()
    guard case .failure(let error) = sign(key) else { return #expect(Bool(false), "nobody authenticated") }
    #expect(error.domain == LAErrorDomain && error.code == -1004)
  }

  @Test(arguments: [
    (AuthenticationRefusal.userCancelled, LAError.Code.userCancel, errSecUserCanceled),
    (.notInteractive, .notInteractive, errSecInteractionNotAllowed),
    (.failed, .authenticationFailed, errSecAuthFailed), (.noPasscode, .passcodeNotSet, errSecAuthFailed),
  ])
  func `Who is not authenticated gets LocalAuthentication's error`(
    refusal: AuthenticationRefusal, code: LAError.Code, status: OSStatus
  ) throws {
    let attributes =
      [kSecAttrAccessControl: try control([.privateKeyUsage, .userPresence]), kSecAttrIsPermanent: false]
      as [CFString: Any]
    let key = try generate(privateAttributes: attributes).get()
    keychain.refusal = refusal
    guard case .failure(let error) = sign(key) else { return #expect(Bool(false), "signed") }
    #expect(error.domain == LAErrorDomain && (error as? LAError)?.code == code)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    Keychain.$replacement.withValue(keychain) {
      var failure: Unmanaged<CFError>?
      let secret = unsafe SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, publicKey, [:], &failure)
      #expect(secret == nil)
      #expect(unsafe (failure?.takeRetainedValue() as? LAError)?.code == code)
      var signature = [UInt8](repeating: 0, count: 128)
      var count = signature.count
      let digest = [UInt8](repeating: 7, count: 32)
      #expect(unsafe SecKeyRawSign(key, .PKCS1SHA256, digest, digest.count, &signature, &count) == status)
    }
  }

  @Test func `Permanent by default: the keychain has its sealed form, found without authentication`() throws {
    let attributes =
      [kSecAttrAccessControl: try control([.privateKeyUsage, .userPresence]), kSecAttrApplicationTag: "tag"]
      as [CFString: Any]
    let key = try generate(privateAttributes: attributes).get()
    let added = try #require(items.addition)
    #expect(added.attributes[.tokenID] == .string("com.apple.setoken"))
    #expect(added.attributes[.applicationTag] == .string("tag"))
    #expect(added.attributes[.accessControl] == nil)
    #expect(added.attributes[.accessible] == .string("aku"))
    let item = ItemResult(.key, attributes: added.attributes, data: added.data)
    let query: NSDictionary = [kSecClass: kSecClassKey, kSecReturnRef: true]
    let found = Calls(keychain: RecordingKeychain(.success([item]))).find(query).result as? SecKey
    #expect(found == key)
    #expect(SecKeyCopyAttributes(try #require(found))?[kSecAttrTokenID] != nil)
  }

  /// What was proved in a context is given up with it: the key has to keep it for as long as there is the key.
  @Test func `The context that a key was found with stays as long as the key`() throws {
    let stored = try #require(try generate().get().enclaveKey)
    let data = SecretData(copying: stored.encoded.span)
    let item = ItemResult(.key, attributes: [.tokenID: "com.apple.setoken"], data: data)
    let calls = Calls(keychain: RecordingKeychain(.success([item])))
    var context: SomeContext? = SomeContext()
    let isThere = { [weak context] in context != nil }
    let query: NSMutableDictionary = [kSecClass: kSecClassKey, kSecReturnRef: true]
    query[kSecUseAuthenticationContext] = context
    var found = calls.find(query).result as? SecKey
    #expect(found?.enclaveKey == stored)
    query.removeAllObjects()
    context = nil
    #expect(isThere())
    found = nil
    #expect(!isThere())
  }

  @Test func `A key that is made with a context is used in it`() throws {
    let attributes =
      [kSecAttrAccessControl: try control([.privateKeyUsage, .userPresence]), kSecAttrIsPermanent: false]
      as [CFString: Any]
    var context: SomeContext? = SomeContext()
    let isThere = { [weak context] in context != nil }
    var key: SecKey? = try generate(
      [kSecUseAuthenticationContext: try #require(context)], privateAttributes: attributes
    )
    .get()
    context = nil
    #expect(try isThere() && !sign(#require(key)).get().isEmpty)
    key = nil
    #expect(!isThere())
  }

  @Test func `A key follows its context: what that says last counts`() throws {
    let context = SomeContext()
    let key = try generate([kSecUseAuthenticationContext: context]).get()
    #expect(try !sign(key).get().isEmpty)
    #expect(keychain.choice == AuthenticationChoice(context: AuthenticationContext([7])))
    context.localizedReason = "sign the letter"
    context.interactionNotAllowed = true
    #expect(try !sign(key).get().isEmpty)
    let said = AuthenticationChoice(prompt: .fail, context: AuthenticationContext([7]), reason: "sign the letter")
    #expect(keychain.choice == said)
    context.isInvalidated = true
    guard case .failure(let error) = sign(key) else { return #expect(Bool(false), "signed") }
    #expect((error as? LAError)?.code == .invalidContext)
  }

  @Test func `While locked it signs nothing: -25308`() throws {
    let key = try generate().get()
    keychain.classKeys.move(to: .locked)
    guard case .failure(let error) = sign(key) else { return #expect(Bool(false), "signed") }
    #expect(error.domain == NSOSStatusErrorDomain && error.code == -25308)
    #expect(code(generate()) == -25308)
  }

  @Test func `Without a daemon there is no enclave: -25291`() throws {
    let key = try generate().get()
    var error: Unmanaged<CFError>?
    let signature = Keychain.$replacement.withValue(RecordingKeychain()) {
      unsafe SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, Data() as NSData, &error)
    }
    #expect(signature == nil)
    #expect(unsafe error?.takeRetainedValue().code == -25291)
  }
}

private final class SomeContext: NSObject, AuthenticationContextHolder {
  var interactionNotAllowed = false
  var localizedReason = ""
  let reuseSeconds: UInt16 = 0
  var isInvalidated = false
  var authenticationContext: AuthenticationContext? { isInvalidated ? nil : AuthenticationContext([7]) }
}
