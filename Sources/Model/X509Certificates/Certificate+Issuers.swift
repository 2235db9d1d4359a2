// SPDX-License-Identifier: Apache-2.0

extension Certificate {
  /// No chain that anybody uses has so many.
  private static let mostIssuers = 64

  /// Those that may stand above this one in a chain, going by names alone, the nearest first. `named` gives the
  /// certificates of a subject, and is asked once for each: circles end.
  package func issuers<Failure: Error>(
    _ named: (DistinguishedName) throws(Failure) -> [Certificate]
  ) throws(Failure) -> [Certificate] {
    var found: [Certificate] = []
    var asked: Set<[UInt8]> = []
    var name: DistinguishedName? = issuer
    var next = 0
    while let wanted = name {
      if asked.insert(wanted.normalized).inserted {
        found += try named(wanted).filter { $0 != self }.prefix(Self.mostIssuers - found.count)
      }
      name = next < found.count ? found[next].issuer : nil
      next += 1
    }
    return found
  }
}
