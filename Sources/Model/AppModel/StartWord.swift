// SPDX-License-Identifier: Apache-2.0

/// The word of `baileyd` to whoever started an app, on the connection that it is served by. The connection's end says
/// that `baileyd` is gone, or serves this app no more.
package enum StartWord: UInt8, Sendable {
  /// Bailey stops: the files of the app go, and it is to end before that.
  case end = 1
}
