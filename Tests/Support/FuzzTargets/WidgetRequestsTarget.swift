// SPDX-License-Identifier: Apache-2.0
import WidgetHost
import WidgetModel

/// What is asked of an extension, and what is kept of when it was asked: read and written as the same bytes.
package enum WidgetRequestsTarget: FuzzTarget {
  package static let name = "WidgetRequests"

  package static func run(_ bytes: [UInt8]) {
    read(WidgetRequest.self, bytes)
    guard let plan = read(TimelinePlan.self, bytes) else { return }
    // Whatever was in the file, a provider is not asked too often from now on.
    var (next, count) = (plan, 0)
    for minute in 0..<1440 where next.mayAsk(at: Double(minute) * 60) {
      next.failed(at: Double(minute) * 60, charged: true)
      count += 1
    }
    precondition(count <= ReloadBudget.timesADay)
  }

  @discardableResult
  private static func read<Value: Archivable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    var reader = ArchiveReader(bytes)
    guard let value = try? reader.value(type), (try? reader.end()) != nil else { return nil }
    var writer = ArchiveWriter()
    writer.append(value)
    precondition(writer.bytes == bytes, "a value has two encodings")
    return value
  }
}
