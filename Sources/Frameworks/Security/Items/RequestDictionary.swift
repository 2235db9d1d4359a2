// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel

/// A dictionary of `SecItem`, read: the one place that knows its keys.
///
/// The first thing wrong with it is kept as `options.defect`, for the keychain to answer when its turn comes.
struct RequestDictionary {
  var itemClass: ItemClass?
  var attributes: ItemAttributes = [:]
  var data: SecretData?
  var persistentReference: PersistentReference?
  var options = RequestOptions()
  /// An object whose attributes join those given.
  private(set) var reference: KeychainItemParts?
  /// Whether the access control and the protection class are those of an item that was found.
  private(set) var isProtectedAsReturned = false

  init(_ dictionary: NSDictionary) {
    if dictionary.count > KeychainLimits.keys { refuse(.param) }
    dictionary.visitEntries { take($0, $1) }
    if context != nil && asked.context != nil { refuse(.param) }
    if let choice = asked.within(context) { options.authentication = choice } else { refuse(.authFailed) }
    isProtectedAsReturned = dictionary.isProtectedAsReturned(attributes)
  }

  /// Of `kSecUseAuthenticationContext`.
  private var context: (any AuthenticationContextHolder)?

  /// What else is said of how to ask. `kSecUseCredentialReference` does not go together with a context.
  private var asked = AuthenticationChoice()

  /// Of keys that are handed out.
  var authentication: KeyAuthentication { KeyAuthentication(asked, within: context) }

  private let isOfMac = KeychainProfile.current == .macOS

  private mutating func refuse(_ status: KeychainStatus) {
    if options.defect == nil { options.defect = status }
  }

  private mutating func take(_ key: DictionaryValue, _ value: DictionaryValue) {
    guard case .string(let key) = key else { return refuse(key.isNumber ? .noSuchAttribute : .param) }
    if case .null = value, key != "m_ValidOnDate" { return }
    switch QueryKey(key) {
    case .attribute: takeAttribute(key, value)
    case .itemClass: takeClass(value)
    case .returns: takeReturn(key, value)
    case .value: takeValue(key, value)
    case .match: takeMatch(key, value)
    case .use: takeUse(key, value)
    case .ignored: break
    case .unknown: refuse(.param)
    }
  }
}

// MARK: - What the item is

extension RequestDictionary {
  private mutating func takeAttribute(_ key: String, _ value: DictionaryValue) {
    if key == "nleg" {
      if case .boolean(let flag) = value { options.routing.usesDataProtection = flag }
      return
    }
    if isOfMac, key == "acls" { return options.routing.needsFile = true }
    guard let attribute = ItemAttribute(rawValue: key) else { return refuse(.noSuchAttribute) }
    guard let value = value.value(of: attribute) else { return refuse(.param) }
    attributes[attribute] = value
  }

  private mutating func takeClass(_ value: DictionaryValue) {
    guard case .string(let name) = value, let found = ItemClass(rawValue: name) else { return refuse(.noSuchClass) }
    itemClass = found
  }

  private mutating func takeValue(_ key: String, _ value: DictionaryValue) {
    switch (key, value) {
    case ("v_Data", .data): data = value.secret
    case ("v_PersistentRef", .data(let bytes)): takePersistentReference(bytes)
    case ("v_Ref", .object(let object)): takeReference(object)
    default: refuse(.param)
    }
  }

  private mutating func takePersistentReference(_ bytes: Data) {
    if isOfMac, let reference = FileReference.reference(in: bytes) {
      (persistentReference, options.kind) = (reference, .file)
      return
    }
    do { persistentReference = try PersistentReference(bytes.span) } catch { refuse(error) }
  }

  private mutating func takeReference(_ object: AnyObject) {
    if let item = object as? SecKeychainItem {
      (persistentReference, options.kind) = (item.reference, .file)
      return
    }
    guard let object = object as? any KeychainItemReference else { return refuse(.param) }
    do { reference = try object.itemParts() } catch { refuse(error) }
  }

  private mutating func takeReturn(_ key: String, _ value: DictionaryValue) {
    guard let selection = ReturnSelection(key: key), case .boolean(let wanted) = value else { return refuse(.param) }
    if wanted { options.returns.insert(selection) }
  }
}

// MARK: - Which items

extension RequestDictionary {
  private mutating func takeMatch(_ key: String, _ value: DictionaryValue) {
    switch (key, value) {
    case ("m_Limit", _): takeLimit(value)
    case ("m_ValidOnDate", .null): options.match.validOn = .now
    case ("m_ValidOnDate", .date(let date)): options.match.validOn = .date(date.timeIntervalSinceReferenceDate)
    case ("m_TrustedOnly", .boolean(let flag)): options.match.trustedOnly = flag
    case ("m_HostOrSubdomainOfHost", .string(let host)): options.match.hostOrSubdomain = host
    case ("m_EmailAddressIfPresent", .string(let address)): options.match.emailAddress = address
    case ("m_Issuers", .array(let names)):
      options.match.issuers = names.compactMap { ($0 as? Data).map { [UInt8]($0) } }
    case ("m_Policy", .object(let object)): takePolicy(object)
    case ("m_ValidOnDate", _), ("m_TrustedOnly", _), ("m_HostOrSubdomainOfHost", _), ("m_EmailAddressIfPresent", _),
      ("m_Issuers", _), ("m_Policy", _):
      refuse(.param)
    default:
      options.match.hasOthers = true
      if QueryKey.matchesOfFiles.contains(key) { options.routing.needsFile = true }
    }
  }

  private mutating func takeLimit(_ value: DictionaryValue) {
    switch value {
    case .string(let word):
      guard let limit = MatchLimit(word: word) else { return refuse(.param) }
      options.limit = limit
    case .number(let number):
      guard let limit = MatchLimit(number: number) else { return refuse(.param) }
      options.limit = limit
    default: refuse(.param)
    }
  }

  private mutating func takePolicy(_ object: AnyObject) {
    guard let policy = object as? any MatchPolicyHolder else { return refuse(.param) }
    options.match.policy = policy.matchPolicy
  }
}

// MARK: - How

extension RequestDictionary {
  private mutating func takeUse(_ key: String, _ value: DictionaryValue) {
    switch (key, value) {
    case ("u_AuthUI", .string(let word)):
      guard let prompt = AuthenticationChoice.Prompt(word: word) else { return refuse(.param) }
      if prompt != .allow { asked.prompt = prompt }
    case ("u_NoAuthUI", .boolean(let flag)): if flag { asked.prompt = .fail }
    case ("u_OpPrompt", .string(let reason)): asked.reason = reason
    case ("u_AuthCtx", .object(let object)): takeContext(object)
    case ("u_CredRef", .data(let bytes)): takeCredential(bytes)
    case ("u_Tomb", .boolean(let flag)): options.useTombstones = flag
    // Who asks and how tokens answer concerns no keychain on this system: taken, without an effect.
    case ("u_Keychain", _) where isOfMac: options.routing.needsFile = true
    case ("u_CallerName", .string), ("u_TokenRawItems", .boolean), ("u_CertWithIssuers", .boolean): break
    default: refuse(.param)
    }
  }

  private mutating func takeContext(_ object: AnyObject) {
    guard let holder = object as? any AuthenticationContextHolder else { return refuse(.param) }
    context = holder
  }

  private mutating func takeCredential(_ bytes: Data) {
    guard let credential = AuthenticationContext([UInt8](bytes)) else { return refuse(.param) }
    asked.context = credential
  }
}

extension NSDictionary {
  /// Whether these of its attributes say how an item is protected as a search does: by an access control, and once
  /// more by the protection class in it. Written by anyone else the two contradict each other.
  func isProtectedAsReturned(_ attributes: ItemAttributes) -> Bool {
    guard let name = attributes[.accessible]?.string, let control = self["accc"] as? SecAccessControl else {
      return false
    }
    return control.isOfItem && control.control.protection.rawValue == name
  }
}
