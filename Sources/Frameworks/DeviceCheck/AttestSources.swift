// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Foundation
import Threads

/// The instance that the process's environment names, asked on threads of their own.
package enum AttestSources {
  /// The replacement for tests, for the calls made inside `$replacement.withValue`.
  @TaskLocal package static var replacement: (any AttestSource)?

  private static let broker = BrokerClient.standard()
  static var source: any AttestSource { replacement ?? broker }

  private static let idSize = 32

  static func carryOut<Value: Sendable>(
    _ answer: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable (any AttestSource) throws(BrokerClientError) -> Value
  ) {
    let source = source
    let work: @Sendable () -> Void = {
      do throws(BrokerClientError) { answer(try body(source), nil) } catch { answer(nil, DCError(error)) }
    }
    if (try? SystemThread.start(named: "attest", work)) == nil {
      answer(nil, DCError(.unknownSystemFailure, "No thread could be started."))
    }
  }

  /// Carries out a call on a key. A text that is no identifier is one of no key.
  static func carryOut(
    _ keyID: String, _ hash: Data, _ answer: @escaping @Sendable (Data?, (any Error)?) -> Void,
    _ body: @escaping @Sendable (any AttestSource, [UInt8], [UInt8]) throws(BrokerClientError) -> [UInt8]
  ) {
    let id = Data(base64Encoded: keyID).map { [UInt8]($0) } ?? []
    let known = id.count == idSize ? id : [UInt8](repeating: 0, count: idSize)
    carryOut(answer) { (source) throws(BrokerClientError) in Data(try body(source, known, [UInt8](hash))) }
  }
}
