// SPDX-License-Identifier: Apache-2.0
import CTPM2

// MARK: - Counters

extension TrustedPlatformModule {
  /// Defines a counter where there is none, and counts once: before that it has no value.
  package mutating func defineCounter() throws(TPMError) -> TPMCounter {
    for _ in 0..<16 {
      guard let counter = TPMCounter.atRandom() else { continue }
      do {
        try define(counter)
      } catch .refused(.nvDefineSpace, TPMError.Kind.alreadyDefined) {
        continue
      }
      _ = try increment(counter)
      return counter
    }
    throw .noRoomForCounter
  }

  /// Defines a counter again that somebody has removed; it goes on above the value it had.
  package mutating func restore(_ counter: TPMCounter) throws(TPMError) {
    do {
      _ = try value(of: counter)
    } catch .refused(.nvReadPublic, let code) where TPMError.kind(of: code) == TPMError.Kind.handle {
      try define(counter)
      _ = try increment(counter)
    }
  }

  private func define(_ counter: TPMCounter) throws(TPMError) {
    try withSession { session throws(TPMError) in
      var noAuthorization = TPM2B_AUTH()
      var area = TPM2B_NV_PUBLIC.counter(at: counter.index)
      var handle: ESYS_TR = ESYS_TR_NONE
      try TPMError.check(
        .nvDefineSpace,
        unsafe Esys_NV_DefineSpace(
          esys, ESYS_TR_RH_OWNER, session.encrypting(.command), ESYS_TR_NONE, ESYS_TR_NONE, &noAuthorization, &area,
          &handle))
      unsafe _ = Esys_TR_Close(esys, &handle)
    }
  }

  /// Counts up by one, durably, and says the new value.
  package mutating func increment(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    try withSession { session throws(TPMError) in
      try withHandle(of: counter) { handle throws(TPMError) in
        try TPMError.check(
          .nvIncrement,
          unsafe Esys_NV_Increment(esys, handle, handle, session.encrypting(.none), ESYS_TR_NONE, ESYS_TR_NONE))
        return try read(handle, session)
      }
    }
  }

  package mutating func value(of counter: TPMCounter) throws(TPMError) -> UInt64 {
    try withSession { session throws(TPMError) in
      try withHandle(of: counter) { handle throws(TPMError) in try read(handle, session) }
    }
  }

  /// Removes a counter; one that is not there is no error.
  package mutating func undefine(_ counter: TPMCounter) throws(TPMError) {
    do {
      try withSession { session throws(TPMError) in
        try withHandle(of: counter) { handle throws(TPMError) in
          try TPMError.check(
            .nvUndefineSpace,
            unsafe Esys_NV_UndefineSpace(
              esys, ESYS_TR_RH_OWNER, handle, session.encrypting(.none), ESYS_TR_NONE, ESYS_TR_NONE))
        }
      }
    } catch .refused(.nvReadPublic, let code) where TPMError.kind(of: code) == TPMError.Kind.handle {
      return
    }
  }

  private func withHandle<Result>(
    of counter: TPMCounter, _ body: (ESYS_TR) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    var handle: ESYS_TR = ESYS_TR_NONE
    try TPMError.check(
      .nvReadPublic,
      unsafe Esys_TR_FromTPMPublic(esys, counter.index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle))
    // Refused after the counter was removed, when there is nothing to close.
    defer { unsafe _ = Esys_TR_Close(esys, &handle) }
    return try body(handle)
  }

  private func read(_ handle: ESYS_TR, _ session: TPMSession) throws(TPMError) -> UInt64 {
    var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
    try TPMError.check(
      .nvRead,
      unsafe Esys_NV_Read(
        esys, handle, handle, session.encrypting(.response), ESYS_TR_NONE, ESYS_TR_NONE, 8, 0, &data))
    guard let data = unsafe data else { throw .invalidLength }
    defer { unsafe Esys_Free(data) }
    guard unsafe data.pointee.size == 8 else { throw .invalidLength }
    return unsafe withUnsafeBytes(of: &data.pointee.buffer) { bytes in
      unsafe bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }
}
