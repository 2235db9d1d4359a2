// SPDX-License-Identifier: Apache-2.0

/// An attribute of an item, under the four-character name that Apple's `kSecAttr` constants have as their value.
package enum ItemAttribute: String, Sendable, CaseIterable {
  // MARK: Of every class
  case creationDate = "cdat"
  case modificationDate = "mdat"
  case label = "labl"
  case accessGroup = "agrp"
  case accessible = "pdmn"
  case accessControl = "accc"
  case synchronizable = "sync"
  case tombstone = "tomb"
  case syncViewHint = "vwht"
  case tokenID = "tkid"
  case multiUser = "musr"
  case appClip = "clip"
  case sharingGroup = "ggrp"
  // MARK: Of several classes
  case alias = "alis"
  case creator = "crtr"
  /// `kSecAttrType` of passwords, `kSecAttrKeyType` of keys.
  case type = "type"
  // MARK: Of passwords
  case account = "acct"
  case description = "desc"
  case comment = "icmt"
  case scriptCode = "scrp"
  case isInvisible = "invi"
  case isNegative = "nega"
  case hasCustomIcon = "cusi"
  case protectedData = "prot"
  // MARK: Of generic passwords
  case service = "svce"
  case generic = "gena"
  // MARK: Of internet passwords
  case securityDomain = "sdmn"
  case server = "srvr"
  case networkProtocol = "ptcl"
  case authenticationType = "atyp"
  case port = "port"
  case path = "path"
  // MARK: Of certificates
  case certificateType = "ctyp"
  case certificateEncoding = "cenc"
  case subject = "subj"
  case issuer = "issr"
  case serialNumber = "slnr"
  case subjectKeyID = "skid"
  case publicKeyHash = "pkhh"
  // MARK: Of keys
  case keyClass = "kcls"
  case isPermanent = "perm"
  case isPrivate = "priv"
  case isModifiable = "modi"
  case applicationLabel = "klbl"
  case applicationTag = "atag"
  case keySizeInBits = "bsiz"
  case effectiveKeySize = "esiz"
  case startDate = "sdat"
  case endDate = "edat"
  case isSensitive = "sens"
  case wasAlwaysSensitive = "asen"
  case isExtractable = "extr"
  case wasNeverExtractable = "next"
  case canEncrypt = "encr"
  case canDecrypt = "decr"
  case canDerive = "drve"
  case canSign = "sign"
  case canVerify = "vrfy"
  case canSignRecover = "snrc"
  case canVerifyRecover = "vyrc"
  case canWrap = "wrap"
  case canUnwrap = "unwp"
}

// MARK: - As a number

extension ItemAttribute {
  private static let codes = Dictionary(uniqueKeysWithValues: allCases.map { ($0.code, $0) })

  /// The four characters as a big-endian number. It is permanent, and orders attributes as their names do.
  package var code: UInt32 { Self.code(of: rawValue) }

  package init?(code: UInt32) {
    guard let found = Self.codes[code] else { return nil }
    self = found
  }

  /// Looks a name up by its number. The compiler's own initialiser compares one string after the other.
  package init?(rawValue: String) {
    guard rawValue.utf8.count == 4 else { return nil }
    self.init(code: Self.code(of: rawValue))
  }

  private static func code(of name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Hashes the number, which is faster than hashing the four characters.
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
