// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import IdentityService
import JSONCoding

// MARK: - Removing clients, and copying everything

extension Administration {
  func removeClient(_ words: Words, _ now: Int64) throws(StoreOrRefusal) {
    let (id, word) = (try words.needed("id"), try words.needed("kind"))
    guard let kind = SignInClient.Kind(rawValue: word) else {
      throw .refusal(AdministrativeRefusal(.malformed, word))
    }
    let holdings: HoldingsOfPeople = words["holdings"] == "end" ? .end : .refuse
    try stored { () throws(IdentityStoreError) in
      try store.removeClient(id, kind, holdings, at: now) { RandomText.notification }
    }
  }

  /// Copies the database into a file of the folder, which whoever asks has made. A name of another form is nobody's copy.
  func copy(_ words: Words) throws(StoreOrRefusal) -> JSONValue {
    let name = try words.needed("file")
    guard let folder, let store = store as? any CopyingStore, name.hasPrefix(IdentityHome.copyBeginning),
      UInt64(name.dropFirst(IdentityHome.copyBeginning.count)) != nil
    else { throw .refusal(AdministrativeRefusal(.malformed, name)) }
    try stored { () throws(IdentityStoreError) in try store.copy(to: folder + "/" + name) }
    return .string(name)
  }
}
