// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The search of a traced call in the keychain.
enum TracedSearch {
  case search(RequestDictionary)
  /// The items that an update or a deletion changes: every match.
  case change(RequestDictionary)
  /// The items that an addition meets: those of the same primary key.
  case addition(RequestDictionary)

  /// The groups, then the rows; or why they are not known.
  func lines(_ examiner: (any SearchExaminer)?) -> [String] {
    guard let examiner else { return [] }
    do throws(KeychainStatus) {
      let groups = try examiner.accessGroups()
      guard let query = query(AccessGroupList(groups).standard) else { return Self.lines(groups) }
      let report = try examiner.examine(query)
      let rows = report.rows.map { $0.words(group: "groups[\($0.group)]") }
      return Self.lines(groups) + (rows.isEmpty ? ["no rows considered"] : rows)
        + (report.unlisted > 0 ? ["and \(report.unlisted) more rows"] : [])
    } catch {
      return ["no rows considered: \(error.rawValue) (\(error.constant))"]
    }
  }

  private static func lines(_ groups: [String]) -> [String] { ["groups: [\(groups.joined(separator: ", "))]"] }

  private func query(_ group: String?) -> ItemQuery? {
    switch self {
    case .search(let request): return Self.silent(request.query())
    case .change(let request):
      var query = Self.silent(request.query())
      query.options.limit = .all
      query.options.match = MatchFilters()
      // A search takes no attributes beside a reference; what a change has there is not looked at.
      if query.persistentReference != nil { query.attributes = [:] }
      return query
    case .addition(let request):
      let addition = request.addition()
      guard let itemClass = addition.itemClass, itemClass != .identity else { return nil }
      return .conflicts(with: itemClass, addition.attributes, group: group)
    }
  }

  /// The query with its questions to the person left out: nobody is asked anything for a trace.
  private static func silent(_ query: ItemQuery) -> ItemQuery {
    var query = query
    query.options.authentication = AuthenticationChoice(prompt: .fail)
    return query
  }
}
