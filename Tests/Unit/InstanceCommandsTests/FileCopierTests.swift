// SPDX-License-Identifier: Apache-2.0
import Glibc
import TemporaryFolder
import Testing

@testable import InstanceCommands
import SystemCalls

@Suite struct FileCopierTests {
  @Test func `What is about to have its name is not taken for something left`() throws {
    try withTemporaryFolder { source in
      try withTemporaryFolder { folder in
        try FileDescriptor.open(source + "/x", O_WRONLY | O_CREAT, mode: 0o600).write([7].span)
        let copier = FileCopier(folder: folder, protectionClass: nil)
        let another = FaultPlan { pending in
          if pending.call == .rename { copier.removeUnfinished() }
          return nil
        }
        let item = try #require(CopyList([source + "/x"], leaving: 0).items.first)
        try FaultPlan.$current.withValue(another) { try copier.copy(item) { _ in } }
        #expect(try FileDescriptor.open(folder + "/x", O_RDONLY).read(count: 9, at: 0) == [7])
      }
    }
  }
}
