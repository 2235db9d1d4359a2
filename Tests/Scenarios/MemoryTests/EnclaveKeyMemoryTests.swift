// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProcessMemory
import RunningInstance
import Testing

/// Where the private part of a key of the enclave is: in the enclave while it may be used, and then nowhere.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct EnclaveKeyMemoryTests {
  /// As it is sealed, and as the library keeps numbers: whole and in halves, the highest byte first and last.
  private func needles(_ scalar: Data) -> [String: Data] {
    let forms = ["highest byte first": scalar, "lowest byte first": Data(scalar.reversed())]
    return forms.reduce(into: [:]) { needles, form in
      needles[form.key] = form.value
      needles[form.key + ", start"] = Data(form.value.prefix(16))
      needles[form.key + ", end"] = Data(form.value.suffix(16))
    }
  }

  @Test func `The private part is in the enclave alone and after a lock nowhere`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let app = try ClientProgram("diary", of: instance, copying: "sample-app")
      let form = try app.answer("enclave-make")
      let needles = needles(try memory.keys.enclaveScalar(of: #require(Data(base64Encoded: form))))
      #expect(try app.answer("enclave-sign \(form) letter") == "valid")

      let enclave = try #require(instance.processes(named: "bailey-enclave").first)
      #expect(try ProcessMemory.search(enclave, for: needles).isEmpty == false, "the search finds it where it is used")
      for process in try memory.processes() where process != enclave {
        #expect(try ProcessMemory.search(process, for: needles).isEmpty)
      }
      try instance.lock()
      #expect(try memory.search(for: needles) == [])
      #expect(try memory.searchImages(for: needles) == [])
      #expect(try app.answer("enclave-sign \(form) letter") == "-25308")
      #expect(try memory.search(for: needles) == [])

      try instance.unlock()
      #expect(try memory.search(for: needles) == [], "nor before it is used again")
      #expect(try app.answer("enclave-sign \(form) letter") == "valid")
    }
  }

  @Test func `It is in no file of the instance`() throws {
    try withInstance { instance in
      let memory = try InstanceMemory(of: instance)
      let app = try ClientProgram("diary", of: instance, copying: "sample-app")
      let form = try app.answer("enclave-make")
      #expect(try app.answer("make mine ak use") == "done")
      let scalar = try memory.keys.enclaveScalar(of: #require(Data(base64Encoded: form)))
      let files = FileManager.default.enumerator(at: instance.home, includingPropertiesForKeys: [.isRegularFileKey])
      for case let url as URL in try #require(files) {
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
        let found = try ProcessMemory.search(file: url, for: needles(scalar))
        #expect(found.isEmpty, "\(url.path)")
      }
    }
  }
}
