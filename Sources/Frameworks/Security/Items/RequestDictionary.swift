// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel
import SecurityConstants

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

  /// The context of `kSecUseAuthenticationContext`.
  private var context: (any AuthenticationContextHolder)?

  /// The choices about authentication besides the context. `kSecUseCredentialReference` does not go together with a
  /// context.
  private var asked = AuthenticationChoice()

  /// The authentication of keys that are handed out.
  var authentication: KeyAuthentication { KeyAuthentication(asked, within: context) }

  private let isOfMac = KeychainProfile.current == .macOS

  private mutating func refuse(_ status: KeychainStatus) {
    if options.defect == nil { options.defect = status }
  }

  private mutating func take(_ key: DictionaryValue, _ value: DictionaryValue) {
    guard case .string(let key) = key else { return refuse(key.isNumber ? .noSuchAttribute : .param) }
    if case .null = value, key != QueryKey.matchValidOnDate.rawValue { return }
    switch QueryKeyKind(key) {
    case .attribute: takeAttribute(key, value)
    case .itemClass: takeClass(value)
    case .returns: takeReturn(QueryKey(rawValue: key), value)
    case .value: takeValue(QueryKey(rawValue: key), value)
    case .match: takeMatch(QueryKey(rawValue: key), value)
    case .use: takeUse(QueryKey(rawValue: key), value)
    case .ignored: break
    case .unknown: refuse(.param)
    }
  }
}

// MARK: - What the item is

extension RequestDictionary {
  private mutating func takeAttribute(_ key: String, _ value: DictionaryValue) {
    guard let attribute = ItemAttribute(rawValue: key) else {
      switch QueryKey(rawValue: key) {
      case .useDataProtectionKeychain:
        if case .boolean(let flag) = value { options.routing.usesDataProtection = flag }
      case .attrAccess where isOfMac: options.routing.needsFile = true
      default: refuse(.noSuchAttribute)
      }
      return
    }
    guard let value = value.value(of: attribute) else { return refuse(.param) }
    attributes[attribute] = value
  }

  private mutating func takeClass(_ value: DictionaryValue) {
    guard case .string(let name) = value, let found = ItemClass(rawValue: name) else { return refuse(.noSuchClass) }
    itemClass = found
  }

  private mutating func takeValue(_ key: QueryKey?, _ value: DictionaryValue) {
    switch (key, value) {
    case (.valueData, .data): data = value.secret
    case (.valuePersistentRef, .data(let bytes)): takePersistentReference(bytes)
    case (.valueRef, .object(let object)): takeReference(object)
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

  private mutating func takeReturn(_ key: QueryKey?, _ value: DictionaryValue) {
    guard let selection = ReturnSelection(key: key), case .boolean(let wanted) = value else { return refuse(.param) }
    if wanted { options.returns.insert(selection) }
  }
}

// MARK: - Which items

extension RequestDictionary {
  private mutating func takeMatch(_ key: QueryKey?, _ value: DictionaryValue) {
    switch (key, value) {
    case (.matchLimit, _): takeLimit(value)
    case (.matchValidOnDate, .null): options.match.validOn = .now
    case (.matchValidOnDate, .date(let date)): options.match.validOn = .date(date.timeIntervalSinceReferenceDate)
    case (.matchTrustedOnly, .boolean(let flag)): options.match.trustedOnly = flag
    case (.matchHostOrSubdomainOfHost, .string(let host)): options.match.hostOrSubdomain = host
    case (.matchEmailAddressIfPresent, .string(let address)): options.match.emailAddress = address
    case (.matchIssuers, .array(let names)):
      options.match.issuers = names.compactMap { ($0 as? Data).map { [UInt8]($0) } }
    case (.matchPolicy, .object(let object)): takePolicy(object)
    case (.matchValidOnDate, _), (.matchTrustedOnly, _), (.matchHostOrSubdomainOfHost, _),
      (.matchEmailAddressIfPresent, _),
      (.matchIssuers, _), (.matchPolicy, _):
      refuse(.param)
    default:
      options.match.hasOthers = true
      if let key, QueryKey.matchesOfFiles.contains(key) { options.routing.needsFile = true }
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
  private mutating func takeUse(_ key: QueryKey?, _ value: DictionaryValue) {
    switch (key, value) {
    case (.useAuthenticationUI, .string(let word)):
      guard let prompt = AuthenticationChoice.Prompt(word: word) else { return refuse(.param) }
      if prompt != .allow { asked.prompt = prompt }
    case (.useNoAuthenticationUI, .boolean(let flag)): if flag { asked.prompt = .fail }
    case (.useOperationPrompt, .string(let reason)): asked.reason = reason
    case (.useAuthenticationContext, .object(let object)): takeContext(object)
    case (.useCredentialReference, .data(let bytes)): takeCredential(bytes)
    case (.useTombstones, .boolean(let flag)): options.useTombstones = flag
    case (.useKeychain, _) where isOfMac: options.routing.needsFile = true
    // Accepted without an effect: no keychain of this system looks at the caller's name or at tokens.
    case (.useCallerName, .string), (.useTokenRawItems, .boolean), (.useCertificatesWithMatchIssuers, .boolean): break
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
    guard let name = attributes[.accessible]?.string, let control = self[.accessControl] as? SecAccessControl else {
      return false
    }
    return control.isOfItem && control.control.protection.rawValue == name
  }
}
