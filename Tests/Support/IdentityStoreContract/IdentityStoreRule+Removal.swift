// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel

extension IdentityStoreRule {
  private static func remove(
    _ id: String, _ kind: SignInClient.Kind, _ holdings: HoldingsOfPeople = .refuse, from store: any IdentityStore
  ) throws {
    var number = 0
    try store.removeClient(id, kind, holdings, at: 7) {
      number += 1
      return "n\(number)"
    }
  }

  static let removal = [
    IdentityStoreRule("A client that nobody uses goes with its keys and redirects, and is removed as what it is") {
      store in
      _ = try Sample(in: store)
      try store.add(AppKey(id: "KEY0000001", primaryApp: Sample.app, publicKey: try ECPrivateKey(.p256).publicKey))
      for client in [Sample.app, Sample.site] { try store.addRedirect("https://a/", of: client) }
      try expect(.unknown(Sample.app), from: "an app as a service") { try remove(Sample.app, .service, from: store) }
      try expect(.unknown(Sample.site), from: "a service as an app") { try remove(Sample.site, .app, from: store) }
      try expect(.unknown("com.example.none"), from: "nobody") { try remove("com.example.none", .app, from: store) }
      try expect(.hasServices(Sample.site), from: "an app with a service") {
        try remove(Sample.app, .app, .end, from: store)
      }
      try remove(Sample.site, .service, from: store)
      try remove(Sample.app, .app, from: store)
      try expect(try store.clients().map(\.id) == [Sample.other], "others are left")
      try expect(try store.keys(ofTeam: Sample.team).isEmpty, "its key is left")
      for client in [Sample.app, Sample.site] {
        try expect(try store.redirects(of: client).isEmpty, "a redirect of \(client) is left")
      }
    },
    IdentityStoreRule(
      "An app that people allow something is not removed, or takes all that with it, and its server is told"
    ) {
      store in
      let sample = try Sample(in: store)
      let second = try store.add(try Sample.person("ben@example.org"))
      let (grant, other) = (sample.grant("1"), sample.grant("2", client: Sample.other))
      for grant in [grant, other] { _ = try store.grant(grant, at: 1) }
      _ = try store.add([sample.token("t", of: grant), sample.token("u", of: other)])
      _ = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "subject")
      try store.setEndpoint("https://app.example/", of: Sample.app)
      try remove(Sample.site, .service, .end, from: store)
      try expect(.usedByPeople(1), from: "an app with a consent") { try remove(Sample.app, .app, from: store) }
      try expect(try store.client(Sample.app) != nil, "it is gone all the same")
      try expect(try store.notifications(id: nil, atMost: 9).isEmpty, "it was told all the same")
      try remove(Sample.app, .app, .end, from: store)
      try expect(try store.consents(of: sample.account).map(\.primaryApp) == [Sample.other], "the list is another")
      try expect(try store.consents(of: second).isEmpty, "somebody else has one")
      try expect(try store.token(TokenDigest(of: "t"))?.revokedAt == 7, "its token lives")
      try expect(try store.token(TokenDigest(of: "u"))?.revokedAt == nil, "another app's token has ended")
      try expect(try store.takeCode(grant.code, at: 8) == .usedBefore(grant), "its code is good")
      let told = try store.notifications(id: nil, atMost: 9)
      try expect(told.map(\.id) == ["n1"] && told.first?.primaryApp == Sample.app, "there are \(told.map(\.id))")
      let lease = try store.leaseNotification(for: "h", at: 8, until: 9)
      try expect(lease?.endpoint == "https://app.example/", "nobody can be told")
    },
    IdentityStoreRule("A service with tokens of people is not removed, or ends them; what they allow its app stays") {
      store in
      let sample = try Sample(in: store)
      let (grant, own) = (sample.grant("1"), sample.grant("2", client: Sample.app))
      for grant in [grant, own] { _ = try store.grant(grant, at: 1) }
      _ = try store.add([sample.token("t", of: grant), sample.token("u", of: own)])
      try expect(.usedByPeople(1), from: "a service with a token") { try remove(Sample.site, .service, from: store) }
      try expect(try store.token(TokenDigest(of: "t"))?.revokedAt == nil, "its token has ended all the same")
      try remove(Sample.site, .service, .end, from: store)
      try expect(try store.token(TokenDigest(of: "t"))?.revokedAt == 7, "its token lives")
      try expect(try store.token(TokenDigest(of: "u"))?.revokedAt == nil, "its app's token has ended")
      try expect(try store.takeCode(grant.code, at: 8) == .usedBefore(grant), "its code is good")
      try expect(try store.consents(of: sample.account).map(\.primaryApp) == [Sample.app], "the list is another")
    },
    IdentityStoreRule("An app that has the identifier of a former one tells that one's server nothing") { store in
      _ = try Sample(in: store)
      try store.setEndpoint("https://former.example/", of: Sample.other)
      try remove(Sample.other, .app, from: store)
      try store.add(
        SignInClient(
          id: Sample.other, kind: .app, primaryApp: Sample.other, team: Sample.team, name: "New", stage: .published))
      try expect(try store.endpoints().isEmpty, "it has an endpoint")
    },
    IdentityStoreRule("The server of an app with a former one's identifier is told nothing of that one's people") {
      store in
      let sample = try Sample(in: store)
      _ = try store.grant(sample.grant("1", client: Sample.other), at: 1)
      _ = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "subject")
      try store.setEndpoint("https://former.example/", of: Sample.other)
      try remove(Sample.other, .app, .end, from: store)
      try expect(try store.notifications(id: nil, atMost: 9).count == 1, "its own server is not told")
      try store.add(Team(id: "TEAM000002", name: "Others"))
      try store.add(
        SignInClient(
          id: Sample.other, kind: .app, primaryApp: Sample.other, team: "TEAM000002", name: "New", stage: .published))
      try store.setEndpoint("https://new.example/", of: Sample.other)
      let lease = try store.leaseNotification(for: "h", at: 8, until: 9)
      try expect(lease == nil, "\(lease?.endpoint ?? "") is told of \(lease?.notification.subject ?? "")")
    },
    IdentityStoreRule("What a person is asked about and is removed meanwhile gets nothing of them") { store in
      let sample = try Sample(in: store)
      try remove(Sample.other, .app, from: store)
      try expect(.unknown(Sample.other), from: "a consent to an app that is gone") {
        _ = try store.grant(sample.grant("1", client: Sample.other), at: 1)
      }
      try store.removeAccount(sample.account, at: 2) { "n" }
      try expect(.unknown(Sample.app), from: "a consent of somebody who is gone") {
        _ = try store.grant(sample.grant("2", client: Sample.app), at: 3)
      }
      try expect(try store.consents(of: sample.account).isEmpty, "it is there all the same")
    },
    IdentityStoreRule("What has begun to enrol does not once its machine, or the authority that it named, is removed") {
      store in
      let (known, certified, other): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [3])
      for (id, endorsement) in [("M1", known), ("M3", other)] {
        try store.add(Machine(id: id, name: id, endorsement: endorsement))
      }
      try store.add(EndorsementAuthority(id: "a", certificate: [0]))
      func begin(_ id: String, _ endorsement: [UInt8]) throws {
        let enrolment = PendingEnrolment(
          id: id, endorsement: endorsement, attestationKey: [7], secretHash: [8], expiresAt: 100)
        try expect(try store.begin(enrolment, atMost: 9, ofAll: 9, at: 1), "there is no room")
      }
      func finish(_ id: String) throws -> EnrolmentOutcome {
        try store.finishEnrolment(id, secretHash: [8], proposing: "new", at: 2)
      }
      for (id, endorsement) in [("e1", known), ("e2", certified), ("e3", other)] { try begin(id, endorsement) }
      try store.removeMachine("M1")
      try expect(try finish("e1") == .unknown, "a removed machine has enrolled")
      try store.removeEndorsementAuthority("a")
      try expect(try finish("e2") == .unknown, "a machine of a removed authority has enrolled")
      try expect(try finish("e3") != .unknown, "a machine that is there has not")
      try expect(try store.machines().map(\.id) == ["M3"], "there are others")
    },
  ]
}
