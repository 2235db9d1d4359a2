// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import SQLiteDatabase
import Threads

// MARK: - Finding

extension KeychainStore {
  /// How many rows are read before the first is opened. A search with no more rows than this holds no connection to the
  /// database while it waits for keys.
  private static let fewRows = 8

  /// Finds items, in the order in which they were added.
  func find(
    _ search: ItemSearch, _ state: inout AuthenticationState, _ page: inout ItemPage
  ) throws(KeychainStatus) -> [ItemResult] {
    let selection = RowSelection(search, try digests())
    var opener = RowOpener(search, keys, withData: search.wantsData, state)
    return try find(search, selection, &opener, &state, &page)
  }

  /// The items of a selection that open and match the search; throws `itemNotFound` if there are none. The state then
  /// says which access controls wait for authentication, also where this throws.
  func find<Opener: SelectionOpener>(
    _ search: ItemSearch, _ selection: RowSelection, _ opener: inout Opener, _ state: inout AuthenticationState,
    _ page: inout ItemPage
  ) throws(KeychainStatus) -> [ItemResult] {
    let limit = search.options.mostItems
    guard limit > 0 else { throw .itemNotFound }
    var rows: [Opener.Row] = []
    var found: [ItemResult] = []
    var last: ItemPage.Place?
    func openRows() throws(KeychainStatus) {
      for row in rows where found.count < limit {
        guard let item = try opener.open(row), try accepts(item.examined, search) else { continue }
        found.append(item.result(search.options.returns))
      }
      rows.removeAll(keepingCapacity: true)
    }
    try readers.enter { () throws(KeychainStatus) in
      try database.read { (connection) throws(KeychainStatus) in
        try selection.visit(connection) { (statement) throws(KeychainStatus) in
          let place = try translating { () throws(DatabaseError) in try opener.place(statement) }
          switch page.admit(place, size: opener.size(statement), after: last) {
          case .skipped: return true
          case .full: return false
          case .admitted: last = place
          }
          rows.append(try translating { () throws(DatabaseError) in try opener.row(statement) })
          guard rows.count > Self.fewRows else { return true }
          try openRows()
          return found.count < limit
        }
      }
    }
    if case .needsRoom = page.end { return [] }
    try openRows()
    if found.count >= limit { page.complete() }
    state = opener.state
    remove(opener.unrecoverable)
    guard !found.isEmpty || page.end != .complete || page.start != nil else { throw .itemNotFound }
    return found
  }

  /// Whether a certificate meets the `kSecMatch…` keys that are about certificates.
  func accepts(_ certificate: SecretData?, _ search: ItemSearch) throws(KeychainStatus) -> Bool {
    guard search.looksIntoCertificates else { return true }
    guard let certificate else { return false }
    var isOneLocked = false
    let isAccepted = try certificate.withBytes { (bytes) throws(KeychainStatus) in
      try examiner.accepts(bytes, search.options.match) { (subject) throws(KeychainStatus) in
        try certificates(of: subject, in: search.callersGroups, &isOneLocked)
      }
    }
    // With a locked certificate in the chain it is unknown who issued this one, so the call fails. For the other filters
    // a certificate without a complete chain counts as not trusted.
    if !isAccepted, isOneLocked, search.options.match.issuers != nil { throw .interactionNotAllowed }
    return isAccepted
  }

  /// How many certificates of one subject are read at most, so that a search does bounded work.
  private static let maximumCertificatesOfSubject = 64

  /// The certificates of a subject that open. A locked one is noted and skipped, because it may not be needed.
  private func certificates(
    of subject: [UInt8], in groups: AccessGroupList, _ isOneLocked: inout Bool
  ) throws(KeychainStatus) -> [SecretData] {
    let search = ItemSearch(certificatesOf: subject, groups)
    let selection = RowSelection(search, try digests())
    var opener = RowOpener(search, keys, withData: true, AuthenticationState())
    var rows: [StoredRow] = []
    try database.read { (connection) throws(KeychainStatus) in
      try selection.visit(connection) { (statement) throws(KeychainStatus) in
        rows.append(try translating { () throws(DatabaseError) in try opener.row(statement) })
        return rows.count < Self.maximumCertificatesOfSubject
      }
    }
    var found: [SecretData] = []
    for row in rows {
      do throws(KeychainStatus) {
        if let data = try opener.open(row)?.contents.data { found.append(data) }
      } catch  where error == .interactionNotAllowed {
        isOneLocked = true
      }
    }
    return found
  }
}

extension ItemSearch {
  fileprivate init(certificatesOf subject: [UInt8], _ groups: AccessGroupList) {
    self.init(
      itemClass: .certificate, reference: nil, conditions: [.subject: .data(subject)], groups: groups,
      certificateGroups: groups, callersGroups: groups, synchronizable: .any, isTombstone: false, accessible: nil,
      options: RequestOptions(returns: .data))
  }

  var looksIntoCertificates: Bool {
    (itemClass == .certificate || itemClass == .identity) && options.match.concernsCertificates
  }

  fileprivate var wantsData: Bool { options.returns.wantsData(of: itemClass) || looksIntoCertificates }
}
