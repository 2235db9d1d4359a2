// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The dictionary of a call as the keychain reads it, with its pitfalls.
struct ReadDictionary {
  private(set) var itemClass: ItemClass?
  private(set) var attributes: ItemAttributes = [:]
  private(set) var reference: PersistentReference?
  private(set) var options = RequestOptions()
  private(set) var hasData = false
  private(set) var hasObject = false
  /// The keys in the order of the dictionary.
  private(set) var keys: [String] = []
  private(set) var pitfalls: [Pitfall] = []

  init(_ members: [WrittenValue.Member]) {
    if members.count > KeychainLimits.keys { pitfalls.append(.tooManyKeys) }
    for member in members { take(ConstantName.value(of: member.name) ?? member.name, Self.resolved(member.value)) }
    findContradictions()
  }

  /// Constants for what they stand for.
  private static func resolved(_ value: WrittenValue) -> WrittenValue {
    guard case .string(let text) = value else { return value }
    switch text {
    case "kCFBooleanTrue": return .boolean(true)
    case "kCFBooleanFalse": return .boolean(false)
    case "kCFNull": return .null
    default: return .string(ConstantName.value(of: text) ?? text)
    }
  }

  private mutating func take(_ key: String, _ value: WrittenValue) {
    keys.append(key)
    if value == .null, key != QueryKey.matchValidOnDate.rawValue { return }
    switch QueryKeyKind(key) {
    case .attribute: takeAttribute(key, value)
    case .itemClass: takeClass(value)
    case .returns: takeReturn(key, value)
    case .value: takeValue(key, value)
    case .match: takeMatch(key, value)
    case .use: takeUse(key, value)
    case .ignored: break
    case .unknown: pitfalls.append(.unknownKey(key, .param))
    }
  }

  private mutating func wrongValue(_ key: String) { pitfalls.append(.wrongValue(key: key)) }

  // MARK: - What the item is

  private mutating func takeAttribute(_ key: String, _ value: WrittenValue) {
    if key == QueryKey.useDataProtectionKeychain.rawValue { return }
    guard let attribute = ItemAttribute(rawValue: key) else {
      return pitfalls.append(.unknownKey(key, .noSuchAttribute))
    }
    guard let value = value.attribute else { return wrongValue(key) }
    attributes[attribute] = value
  }

  private mutating func takeClass(_ value: WrittenValue) {
    guard case .string(let name) = value, let found = ItemClass(rawValue: name) else {
      return pitfalls.append(.unknownClass(value.string ?? ""))
    }
    itemClass = found
  }

  /// JSON has no data: a string stands for it as a value to store.
  private mutating func takeValue(_ key: String, _ value: WrittenValue) {
    switch (QueryKey(rawValue: key), value) {
    case (.valueData, .data), (.valueData, .string): hasData = true
    case (.valueRef, _):
      hasObject = true
      pitfalls.append(.objectNotWritten)
    case (.valuePersistentRef, .data(let bytes)):
      reference = try? PersistentReference(bytes.span)
      if reference == nil { wrongValue(key) }
    case (.valueData, _), (.valuePersistentRef, _): wrongValue(key)
    default: pitfalls.append(.unknownKey(key, .param))
    }
  }

  private mutating func takeReturn(_ key: String, _ value: WrittenValue) {
    guard let selection = ReturnSelection(key: QueryKey(rawValue: key)) else {
      return pitfalls.append(.unknownKey(key, .param))
    }
    guard case .boolean(let wanted) = value else { return wrongValue(key) }
    if wanted { options.returns.insert(selection) }
  }

  // MARK: - Which items, and how

  private mutating func takeMatch(_ key: String, _ value: WrittenValue) {
    switch (QueryKey(rawValue: key), value) {
    case (.matchLimit, .string(let word)):
      options.limit = MatchLimit(word: word)
      if options.limit == nil { wrongValue(key) }
    case (.matchLimit, .number(let number)):
      options.limit = MatchLimit(number: number)
      if options.limit == nil { wrongValue(key) }
    // Truncated, as `CFNumber` converts a fraction to an integer.
    case (.matchLimit, .fraction(let number)):
      options.limit = Int64(exactly: number.rounded(.towardZero)).flatMap { MatchLimit(number: $0) }
      if options.limit == nil { wrongValue(key) }
    case (.matchValidOnDate, .null): options.match.validOn = .now
    case (.matchValidOnDate, .date(let seconds)): options.match.validOn = .date(seconds)
    case (.matchTrustedOnly, .boolean(let flag)): options.match.trustedOnly = flag
    case (.matchHostOrSubdomainOfHost, .string(let host)): options.match.hostOrSubdomain = host
    case (.matchEmailAddressIfPresent, .string(let address)): options.match.emailAddress = address
    case (.matchIssuers, .array(let names)): options.match.issuers = names.compactMap { $0.bytes }
    case (.matchPolicy, _):
      options.match.policy = MatchPolicy(identifier: "")
      pitfalls.append(.objectNotWritten)
    case (.matchLimit, _), (.matchValidOnDate, _), (.matchTrustedOnly, _), (.matchHostOrSubdomainOfHost, _),
      (.matchEmailAddressIfPresent, _), (.matchIssuers, _):
      wrongValue(key)
    default:
      options.match.hasOthers = true
      pitfalls.append(.noEffect(key: key))
    }
  }

  private mutating func takeUse(_ key: String, _ value: WrittenValue) {
    switch (QueryKey(rawValue: key), value) {
    case (.useAuthenticationUI, .string(let word)):
      guard let prompt = AuthenticationChoice.Prompt(word: word) else { return wrongValue(key) }
      if prompt != .allow { options.authentication.prompt = prompt }
    case (.useNoAuthenticationUI, .boolean(let flag)): if flag { options.authentication.prompt = .fail }
    case (.useOperationPrompt, .string), (.useCredentialReference, .data): break
    case (.useAuthenticationContext, _): pitfalls.append(.objectNotWritten)
    case (.useTombstones, .boolean(let flag)): options.useTombstones = flag
    case (.useCallerName, .string), (.useTokenRawItems, .boolean), (.useCertificatesWithMatchIssuers, .boolean):
      pitfalls.append(.noEffect(key: key))
    case (.useItemList, _), (.useKeychain, _), (nil, _): pitfalls.append(.unknownKey(key, .param))
    default: wrongValue(key)
    }
  }

  // MARK: - Together

  private mutating func findContradictions() {
    if let named = reference?.itemClass, let itemClass, named != itemClass { pitfalls.append(.contradictoryClass) }
    guard let itemClass = itemClass ?? reference?.itemClass else {
      if !hasObject, !pitfalls.contains(where: { $0.name == "unknownClass" }) { pitfalls.append(.noClass) }
      return
    }
    for (attribute, value) in attributes {
      pitfalls += Self.pitfalls(attribute, value, itemClass)
    }
    if attributes[.sharingGroup] != nil, attributes[.synchronizable] != nil {
      pitfalls.append(.refusedAttribute(.sharingGroup))
    }
    pitfalls += protection
  }

  static func pitfalls(_ attribute: ItemAttribute, _ value: AttributeValue, _ itemClass: ItemClass) -> [Pitfall] {
    guard let column = ItemSchema.of(itemClass)[attribute] else {
      let others = ItemClass.stored.filter { ItemSchema.of($0)[attribute] != nil }
      return [.otherClass(attribute, of: others)]
    }
    if column.role == .refused { return [.refusedAttribute(attribute)] }
    if column.role == .entitled { return [.entitledAttribute(attribute)] }
    if attribute == .synchronizable {
      return SynchronizableFilter(value) == nil ? [.wrongValue(key: ItemAttribute.synchronizable.rawValue)] : []
    }
    // An access control is an object, which a text shows only by what it is called.
    if attribute == .accessControl { return [] }
    guard let converted = column.type.converting(value), converted.comparedBytes.count <= KeychainLimits.attribute
    else {
      return [.wrongValue(key: attribute.rawValue)]
    }
    return []
  }

  private var protection: [Pitfall] {
    guard let name = attributes[.accessible] else { return [] }
    guard name.string.flatMap(Accessibility.init(rawValue:)) != nil else { return [.unknownAccessible] }
    return attributes[.accessControl] == nil ? [] : [.contradictoryProtection]
  }
}

extension WrittenValue {
  /// The value in the type of an attribute; nil for what none has.
  var attribute: AttributeValue? {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    // Truncated, as `CFNumber` converts a fraction to an integer.
    case .fraction(let number): Int64(exactly: number.rounded(.towardZero)).map { .number($0) }
    case .string(let text): .string(text)
    case .data(let bytes): .data(bytes)
    case .date(let seconds): .date(seconds)
    case .null, .array, .dictionary: nil
    }
  }

  fileprivate var bytes: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
}
