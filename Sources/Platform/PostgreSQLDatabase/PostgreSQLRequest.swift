// SPDX-License-Identifier: Apache-2.0
import CPostgreSQL

/// What a server is asked to do.
enum PostgreSQLRequest {
  /// One statement without parameters.
  case command(String)
  /// One that is prepared under a name, with its parameters.
  case statement(String, [PostgreSQLValue])

  /// Sends the request; false where the connection is lost.
  @unsafe func send(as name: String?, to connection: OpaquePointer) -> Bool {
    switch self {
    case .command(let sql): unsafe PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1
    case .statement(_, let values):
      unsafe PostgreSQLValue.withPointers(values) {
        unsafe PQsendQueryPrepared(connection, name ?? "", $0, $1, $2, $3, 1)
      } == 1
    }
  }
}
