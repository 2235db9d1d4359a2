// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import PropertyLists
import WireFormat

/// Why a bundle is not installed or not started.
package struct BundleRefusal: Error, Equatable, Sendable {
  package let cause: Cause
  /// The group or the identifier that it is about; else empty.
  package let subject: String

  package init(_ cause: Cause, _ subject: String = "") {
    self.cause = cause
    self.subject = subject
  }

  /// The permanent numbers of causes.
  package enum Cause: UInt8, Sendable, CaseIterable {
    /// The sealed list cannot be read, or leaves out the papers.
    case seal = 1
    /// The signature is not over the sealed list.
    case signature = 2
    case weakDigest = 3
    case weakKey = 4
    case expired = 5
    case notYetValid = 6
    /// The certificate was issued by nobody who is trusted.
    case foreign = 7
    case revoked = 8
    /// The certificate is not for signing code.
    case wrongUse = 9
    /// `Info.plist` describes no app.
    case description = 10
    case entitlements = 11
    /// A group that does not begin with the publisher's prefix.
    case foreignGroup = 12
    case otherPublisher = 13
    /// A group of apps that another publisher has.
    case groupTaken = 14
    case notInstalled = 15
    /// More apps run than can be served.
    case tooManyRunning = 16
    /// The certificate of an authority cannot be read, or it may not issue any.
    case notAnAuthority = 17
    /// An entitlement that the certificate does not allow.
    case notInProfile = 18
    /// An entitlement of an extension that its app does not have.
    case notOfApp = 19
    /// The identifier is that of an installed app, in other capitals.
    case spelledOtherwise = 20
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: cause.rawValue)
    try buffer.append(text: subject, atMost: PropertyListLimits.bytes)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    cause = try cursor.number(Cause.self, in: message)
    subject = try cursor.text(atMost: PropertyListLimits.bytes, in: message)
  }
}
