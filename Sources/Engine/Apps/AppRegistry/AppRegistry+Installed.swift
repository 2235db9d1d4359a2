// SPDX-License-Identifier: Apache-2.0

/// The seal of this register holds the SHA-256 of that of installed apps, so that both are of one time.
extension AppRegistry: InstalledSeals {
  package func knownInstalled() -> KnownInstalled {
    let (register, defect) = current
    guard defect == nil else { return .unknown }
    if let digest = register.installed { return .digest(digest) }
    return register.others == .free ? .none : .unknown
  }

  package func noteInstalled(_ digest: [UInt8], by authority: Authority) throws(AppRegistryError) {
    guard current.register.installed != digest || current.defect != nil else { return }
    try change(authority) { register throws(AppRegistryError) in register.installed = digest }
  }
}
