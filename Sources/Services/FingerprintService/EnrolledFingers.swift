// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import MessageBus
package import PromptModel

/// The fingers that are enrolled at a sensor, by their names: fprintd tells nothing else of them, so that a finger which is enrolled
/// anew under its own name stays the same one here.
package struct EnrolledFingers: Sendable, Equatable {
  /// The most fingers and bytes of a name that are believed.
  private static let (maximum, longest) = (64, 256)
  private static let label = Array("Bailey: enrolled fingers, 1\n".utf8)

  private static let readerLabel = Array("Bailey: fingerprint reader, 1\n".utf8)

  package let enrolment: FingerEnrolment

  /// Takes a sensor without fingers; nil where the sensor's name is not to be believed.
  package init?(noneAt sensor: String) { self.init(.strings([]), at: sensor) }

  /// Reads the answer of fprintd; nil where it is none.
  package init?(_ answer: BusValue, at sensor: String) {
    guard let values = answer.elements, values.count <= Self.maximum, sensor.utf8.count <= Self.longest,
      let reader = FingerReader(SHA256.hash((Self.readerLabel + Array(sensor.utf8)).span))
    else { return nil }
    let names = values.compactMap(\.text)
    guard names.count == values.count, names.allSatisfy({ $0.utf8.count <= Self.longest }) else { return nil }
    // Each part is hashed by itself, so that no two lists have the same bytes.
    let parts = [sensor] + Set(names).sorted()
    let bytes = Self.label + parts.flatMap { SHA256.hash(Array($0.utf8).span) }
    let set = names.isEmpty ? nil : FingerSet(SHA256.hash(bytes.span), at: reader)
    enrolment = set.map { .fingers($0) } ?? .none(at: reader)
  }
}
