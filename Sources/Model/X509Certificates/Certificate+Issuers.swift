// SPDX-License-Identifier: Apache-2.0

extension Certificate {
  /// The maximum number of issuers, more than real chains have, so that a search does bounded work.
  private static let maximumIssuers = 64

  /// The certificates that may be above this one in a chain, by their names alone, the nearest first. `named` returns the
  /// certificates of a subject. It is called once for each subject, so that cycles end.
  package func issuers<Failure: Error>(
    _ named: (DistinguishedName) throws(Failure) -> [Certificate]
  ) throws(Failure) -> [Certificate] {
    var found: [Certificate] = []
    var asked: Set<[UInt8]> = []
    var name: DistinguishedName? = issuer
    var next = 0
    while let wanted = name {
      if asked.insert(wanted.normalized).inserted {
        found += try named(wanted).filter { $0 != self }.prefix(Self.maximumIssuers - found.count)
      }
      name = next < found.count ? found[next].issuer : nil
      next += 1
    }
    return found
  }
}
