// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import TestCertificates
import Testing

@testable import BrokerService

/// The row of `kSecMatchIssuers`: names are compared as they are normalized, and what is no name is dropped.
@Suite struct StoredCertificatesTests {
  /// CN=MouseCA as UTF8String, C=GB as PrintableString: the issuer of the certificate.
  private static let commonName: [UInt8] =
    [0x31, 0x10, 0x30, 0x0E, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x07] + Array("MouseCA".utf8)

  private func name(country: String) -> [UInt8] {
    let text = Array(country.utf8)
    let size = UInt8(text.count)
    let country = [0x31, size + 9, 0x30, size + 7, 0x06, 0x03, 0x55, 0x04, 0x06, 0x13, size] + text
    return [0x30, UInt8(Self.commonName.count + country.count)] + Self.commonName + country
  }

  private func accepts(_ issuers: [[UInt8]]) -> Bool {
    var filters = MatchFilters()
    filters.issuers = issuers
    let mouse = TestCertificates.mouse
    return StoredCertificates().accepts(mouse.span, filters)
  }

  @Test func anIssuerIsComparedAsItIsNormalized() {
    for country in ["GB", "gb", " gB "] { #expect(accepts([name(country: country)]), "\(country)") }
    for country in ["FR", "G B"] { #expect(!accepts([name(country: country)]), "\(country)") }
  }

  @Test func whatIsNoNameIsDropped() {
    #expect(!accepts([]) && !accepts([[1]]) && !accepts([Array(name(country: "GB").dropLast())]))
    #expect(accepts([[1], name(country: "GB")]))
  }
}
