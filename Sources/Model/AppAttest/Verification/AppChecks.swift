// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The checks that attestations and assertions share, and the refusals so far.
struct AppChecks {
  let policy: AppAttestPolicy
  private(set) var found: [AppAttestRefusal] = []

  init(_ policy: AppAttestPolicy) { self.policy = policy }

  mutating func refuse(_ reason: AppAttestRefusal.Reason, _ detail: AppAttestRefusal.Detail? = nil) {
    found.append(AppAttestRefusal(reason, detail))
  }

  mutating func checkApp(_ data: AppAuthenticatorData) {
    let expected = SHA256.hash(Array(policy.appID.utf8).span)
    if !equalInConstantTime(data.appIDHash.span, expected.span) { refuse(.appId) }
    if data.trailing > 0 { refuse(.trailingData, .found("\(data.trailing)")) }
  }

  /// Category, version and code, where the policy asks for them. What is there and cannot be read is refused even where
  /// nobody asks.
  mutating func checkLaunch(_ launch: LaunchData?) {
    check(launch?.category ?? .unstated, in: policy.categories, .category)
    check(launch?.bundleVersion ?? .unstated, in: policy.bundleVersions, .bundleVersion)
    // A hash that was cut stands for every one that begins so, and is compared in its length.
    let codeHash = launch?.codeHash ?? .unstated
    let allowed = policy.codeHashes.map { Set($0.map { Array($0.prefix(codeHash.value?.count ?? 0)) }) }
    check(codeHash, in: allowed, .codeHash)
  }

  private mutating func check<Value: Hashable & Sendable>(
    _ stated: LaunchData.Stated<Value>, in allowed: Set<Value>?, _ reason: AppAttestRefusal.Reason
  ) {
    switch stated {
    case .unreadable: refuse(reason, .member(reason.rawValue))
    case .unstated: if allowed != nil, policy.unstated == .refused { refuse(reason, .unstated) }
    case .stated(let value): if let allowed, !allowed.contains(value) { refuse(reason, .found("\(value)")) }
    }
  }
}
