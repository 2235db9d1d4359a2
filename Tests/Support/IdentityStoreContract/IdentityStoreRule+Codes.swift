// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import Threads

extension IdentityStoreRule {
  static let codes = [
    IdentityStoreRule("A code is taken once, and what it stands for comes with it") { store in
      let sample = try Sample(in: store)
      let grant = sample.grant("c")
      try expect(try store.grant(grant, at: 1) == .first, "the consent is not a first one")
      try expect(try store.takeCode(grant.code, at: 2) == .taken(grant), "it cannot be taken")
      try expect(try store.takeCode(grant.code, at: 3) == .usedBefore(grant), "it can be taken twice")
      try expect(try store.takeCode(TokenDigest(of: "x"), at: 3) == .unknown, "an unknown code is known")
    },
    IdentityStoreRule("A code that comes too late is burnt as well") { store in
      let grant = try Sample(in: store).grant("c", until: 100)
      _ = try store.grant(grant, at: 1)
      try expect(try store.takeCode(grant.code, at: 100) == .expired(grant), "it is good at its end")
      try expect(try store.takeCode(grant.code, at: 99) == .usedBefore(grant), "it comes back when the clock goes back")
    },
    IdentityStoreRule("A code that is brought twice ends the tokens that came from it, and no others") { store in
      let sample = try Sample(in: store)
      let (one, two) = (sample.grant("1"), sample.grant("2"))
      for grant in [one, two] {
        _ = try store.grant(grant, at: 1)
        _ = try store.takeCode(grant.code, at: 2)
      }
      _ = try store.add([sample.token("t1", of: one), sample.token("t2", of: two)])
      _ = try store.takeCode(one.code, at: 9)
      try expect(try store.token(TokenDigest(of: "t1"))?.revokedAt == 9, "its token lives")
      try expect(try store.token(TokenDigest(of: "t2"))?.revokedAt == nil, "another token has ended")
    },
    IdentityStoreRule("A code that is brought twice before its tokens are stored gives none") { store in
      let sample = try Sample(in: store)
      let grant = sample.grant("c")
      _ = try store.grant(grant, at: 1)
      _ = try store.takeCode(grant.code, at: 2)
      _ = try store.takeCode(grant.code, at: 3)
      try expect(try store.add([sample.token("t", of: grant)]) == .gone, "its tokens are stored")
      try expect(try store.token(TokenDigest(of: "t")) == nil, "its token is there")
    },
    IdentityStoreRule("Of many that bring one code at the same time, one has it") { store in
      let grant = try Sample(in: store).grant("c")
      _ = try store.grant(grant, at: 1)
      let taken = Locked(0)
      var threads: [SystemThread] = []
      for _ in 0..<8 {
        threads.append(
          try SystemThread(named: "redeem") {
            if case .taken? = try? store.takeCode(grant.code, at: 2) { taken.withLock { $0 += 1 } }
          })
      }
      for thread in threads { thread.join() }
      let count = taken.withLock { $0 }
      try expect(count == 1, "\(count) have it")
    },
    IdentityStoreRule("A refresh token counts once a day, and not when it is revoked") { store in
      let sample = try Sample(in: store)
      let grant = sample.grant("c")
      _ = try store.grant(grant, at: 1)
      let token = sample.token("t", of: grant)
      _ = try store.add([token])
      let uses = try [10, 10, 11, 10].map { try store.useRefreshToken(token.digest, onDay: $0) }
      try expect(uses == [true, false, true, false], "uses are \(uses)")
      try store.endConsent(primaryApp: grant.primaryApp, account: sample.account, at: 3, notification: "n")
      try expect(try !store.useRefreshToken(token.digest, onDay: 12), "a revoked one counts")
    },
    IdentityStoreRule("What is tidied away is over; a code that was used stays used") { store in
      let sample = try Sample(in: store)
      let (used, unused) = (sample.grant("1", until: 10), sample.grant("2", until: 10))
      for grant in [used, unused] { _ = try store.grant(grant, at: 1) }
      _ = try store.takeCode(used.code, at: 2)
      _ = try store.add([sample.token("t", of: used)])
      try store.removeExpired(at: 200_000_000)
      try expect(try store.takeCode(used.code, at: 5) == .usedBefore(used), "its use is forgotten")
      try expect(try store.takeCode(unused.code, at: 5) == .unknown, "an old code is still there")
    },
  ]

  // MARK: - Consents

  static let consents = [
    IdentityStoreRule("A consent is a first one once, for all clients of its app, until it ends") { store in
      let sample = try Sample(in: store)
      try expect(try store.grant(sample.grant("1"), at: 1) == .first, "the first is none")
      try expect(try store.grant(sample.grant("2", client: Sample.app), at: 2) == .again, "each client has its own")
      try expect(try store.grant(sample.grant("3", client: Sample.other), at: 3) == .first, "all apps share it")
      try store.endConsent(primaryApp: Sample.app, account: sample.account, at: 4, notification: "n")
      try expect(try store.grant(sample.grant("4"), at: 5) == .first, "it is not a first one again")
    },
    IdentityStoreRule("Ending a consent ends its tokens and codes, and nothing of other apps") { store in
      let sample = try Sample(in: store)
      let (one, other) = (sample.grant("1"), sample.grant("2", client: Sample.other))
      for grant in [one, other] { _ = try store.grant(grant, at: 1) }
      _ = try store.add([sample.token("t1", of: one), sample.token("t2", of: other)])
      try store.endConsent(primaryApp: Sample.app, account: sample.account, at: 4, notification: "n")
      try expect(try store.token(TokenDigest(of: "t1"))?.revokedAt == 4, "its token lives")
      try expect(try store.token(TokenDigest(of: "t2"))?.revokedAt == nil, "another app's token has ended")
      try expect(try store.takeCode(one.code, at: 5) == .usedBefore(one), "its code is good")
      try expect(try store.takeCode(other.code, at: 5) == .taken(other), "another app's code is not good")
      try expect(try store.consents(of: sample.account).map(\.primaryApp) == [Sample.other], "the list is another")
    },
    IdentityStoreRule("No token is stored where the consent is gone meanwhile") { store in
      let sample = try Sample(in: store)
      let grant = sample.grant("1")
      _ = try store.grant(grant, at: 1)
      _ = try store.takeCode(grant.code, at: 2)
      try store.endConsent(primaryApp: Sample.app, account: sample.account, at: 3, notification: "n")
      try expect(try store.add([sample.token("t", of: grant)]) == .gone, "it is stored")
      try expect(try store.token(TokenDigest(of: "t")) == nil, "it is there")
    },
    IdentityStoreRule("An address may be shared later; a name is given with the first consent alone") { store in
      let sample = try Sample(in: store)
      func grant(_ code: String, shares: Consent.SharedOrNot) -> CodeGrant {
        CodeGrant(
          code: TokenDigest(of: code), client: Sample.site, primaryApp: Sample.app, account: sample.account,
          redirectURI: "https://a/", nonce: nil, sharesName: shares, sharesMail: shares, signedInAt: 1, expiresAt: 9,
          family: [1])
      }
      _ = try store.grant(grant("1", shares: .notShared), at: 1)
      _ = try store.grant(grant("2", shares: .shared), at: 2)
      let consent = try store.consents(of: sample.account).first
      try expect(consent?.sharesName == .notShared && consent?.sharesMail == .shared, "the list is another")
    },
    IdentityStoreRule("A name or an address that was shared stays in the list when a later request wants less") {
      store in
      let sample = try Sample(in: store)
      _ = try store.grant(sample.grant("1"), at: 1)
      let less = CodeGrant(
        code: TokenDigest(of: "2"), client: Sample.site, primaryApp: Sample.app, account: sample.account,
        redirectURI: "https://a/", nonce: nil, sharesName: .notShared, sharesMail: .shared, signedInAt: 1,
        expiresAt: 9, family: [1])
      _ = try store.grant(less, at: 2)
      let consent = try store.consents(of: sample.account).first
      try expect(consent?.sharesName == .shared && consent?.sharesMail == .shared, "it is forgotten")
      try expect(consent?.grantedAt == 1, "it began anew")
    },
  ]
}
