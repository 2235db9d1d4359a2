// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import TestCertificates
import Testing
import X509Certificates

@testable import KeychainStore

/// The `kSecMatch…` keys about certificates: names are compared as they are normalized, and what is no name is dropped.
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
    return accepts(mouse, filters)
  }

  /// Beside these others in the keychain.
  private func accepts(_ certificate: [UInt8], _ filters: MatchFilters, beside others: [[UInt8]] = []) -> Bool {
    let examiner = StoredCertificates(authorities: [TestCertificates.root])
    do {
      return try examiner.accepts(certificate.span, filters) { subject in
        others.filter { (try? Certificate($0.span))?.subject.normalizedContent == subject }
          .map { SecretData(copying: $0.span) }
      }
    } catch {
      Issue.record(error)
      return false
    }
  }

  private func filters(_ change: (inout MatchFilters) -> Void) -> MatchFilters {
    var filters = MatchFilters()
    change(&filters)
    return filters
  }

  private func subject(_ certificate: [UInt8]) throws -> [UInt8] { try Certificate(certificate.span).subject.encoded }

  @Test func `An issuer is one of the whole chain`() throws {
    let chain = [TestCertificates.intermediate, TestCertificates.root]
    for issuer in chain {
      let issued = filters { $0.issuers = [(try? subject(issuer)) ?? []] }
      #expect(accepts(TestCertificates.leaf, issued, beside: chain))
    }
    let root = filters { $0.issuers = [(try? subject(TestCertificates.root)) ?? []] }
    #expect(accepts(TestCertificates.leaf, root, beside: [TestCertificates.intermediate]))
    #expect(!accepts(TestCertificates.leaf, root), "what lies between is not there")
    #expect(
      !accepts(
        TestCertificates.leaf, filters { $0.issuers = [(try? subject(TestCertificates.other)) ?? []] }, beside: chain))
    #expect(
      !accepts(
        TestCertificates.leaf, filters { $0.issuers = [(try? subject(TestCertificates.leaf)) ?? []] }, beside: chain))
  }

  @Test func `A chain that goes round ends`() throws {
    let loop = Array(repeating: TestCertificates.other, count: 100) + [TestCertificates.mouse]
    let nobody = filters { $0.issuers = [(try? subject(TestCertificates.root)) ?? []] }
    #expect(!accepts(TestCertificates.other, nobody, beside: loop))
    #expect(!accepts(TestCertificates.mouse, nobody, beside: loop))
  }

  @Test func `An address counts where there is one`() {
    for (address, leaf) in [("alt@example.com", true), ("subject@example.com", true), ("you@example.com", false)] {
      let filter = filters { $0.emailAddress = address }
      #expect(accepts(TestCertificates.leaf, filter) == leaf, "\(address)")
      #expect(accepts(TestCertificates.mouse, filter), "for no address at all")
    }
  }

  @Test func `Who is trusted is so by the keychains intermediates`() {
    let trusted = filters { $0.trustedOnly = true }
    #expect(!accepts(TestCertificates.leaf, trusted))
    #expect(accepts(TestCertificates.leaf, trusted, beside: [TestCertificates.intermediate]))
    #expect(!accepts(TestCertificates.mouse, trusted, beside: [TestCertificates.mouse]))
  }

  @Test func `A policy is a servers or a clients`() {
    func policy(_ identifier: String, _ side: MatchPolicy.Side = .server) -> MatchFilters {
      filters { $0.policy = MatchPolicy(identifier: identifier, side: side) }
    }
    let ssl = "1.2.840.113635.100.1.3"
    #expect(accepts(TestCertificates.leaf, policy(ssl)) && !accepts(TestCertificates.client, policy(ssl)))
    #expect(
      !accepts(TestCertificates.leaf, policy(ssl, .client)) && accepts(TestCertificates.client, policy(ssl, .client)))
    #expect(accepts(TestCertificates.client, policy("1.2.840.113635.100.1.2")))
    #expect(!accepts(TestCertificates.client, policy("1.2.840.113635.100.1.21")), "one that nobody can answer")
  }

  @Test func `An issuer is compared as it is normalized`() {
    for country in ["GB", "gb", " gB "] { #expect(accepts([name(country: country)]), "\(country)") }
    for country in ["FR", "G B"] { #expect(!accepts([name(country: country)]), "\(country)") }
  }

  @Test func `What is no name is dropped`() {
    #expect(!accepts([]) && !accepts([[1]]) && !accepts([Array(name(country: "GB").dropLast())]))
    #expect(accepts([[1], name(country: "GB")]))
  }
}
