// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Instance
import Processes
import ProtectionModel
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - What the command line asks

extension Supervisor {
  func acceptClient() {
    // On any error, assume that the peer may ask nothing, and close the connection.
    guard let socket = try? instance.controlSocket.accept(), let peer = try? socket.peer() else { return }
    guard peer.user == PeerCredentials.ownUser || peer.user == 0 else {
      log("refused a connection of user \(peer.user)")
      return
    }
    clients.append(Client(socket))
  }

  func serve(_ client: Client) {
    var attached: FileDescriptor?
    do throws(SupervisorConnectionError) {
      guard let request = try client.receive(attached: &attached) else { return drop(client) }
      answer(request, of: client, attached.take())
    } catch {
      client.send(.refused(.malformed))
      drop(client)
    }
  }

  private func answer(_ request: SupervisorRequest, of client: Client, _ attached: consuming FileDescriptor?) {
    switch request {
    case .status: client.send(.status(status))
    case .mountUsers: client.send(mountUsers)
    case .stop:
      log("stopping: asked to")
      client.waitsForStop = true
      if goal == .run { goal = .stop }
    case .forgetLockLimits: client.send(forgetLockLimits())
    case .consolePort: lendConsolePort(to: client)
    case .check, .repair:
      guard let attached else { return client.send(.refused(.malformed)) }
      guard check == nil, goal == .run else { return client.send(.refused(.busy)) }
      guard files?.stage == .running else { return client.send(.refused(.notReady)) }
      check = Check(request, for: client, socket: attached)
    }
  }

  /// Forgets the limits of the text file. Only what the file makes stricter than the owner has chosen is lost by it,
  /// and who may ask this may write the file.
  private func forgetLockLimits() -> SupervisorReply {
    do {
      // What else is in the file stays as the person wrote it there.
      var settings = try instance.folder.configuration()
      if settings.saysOfLocking {
        (settings.graceSeconds, settings.eraseAfterTen) = (nil, nil)
        try instance.folder.save(settings)
      }
      (instance.settings.graceSeconds, instance.settings.eraseAfterTen) = (nil, nil)
      try enclaveChannel?.limit(LockLimits())
      return .done
    } catch {
      log("what 'config' says of locking counts on: \(error)")
      return .refused(.settings)
    }
  }

  /// Says who may read on what was locked, where a server of files was killed in the time since.
  private var mountUsers: SupervisorReply {
    for daemon in daemons {
      // How a server that was told to end does end says whether it has left anything: it is waited for.
      let time = daemon.timeToEnd(from: clock.now)
      if (try? Poll.readable([daemon.child.descriptor.raw], within: time)) == [true] { reap(daemon) }
    }
    // What it said before the lock was acknowledged may not have been read yet.
    if let files, let report = files.report?.raw, (try? Poll.readable([report], within: .zero)) == [true] {
      hear(files)
    }
    do throws(SystemError) {
      return .mountUsers(try mountFolder.users(files?.pages ?? .mayRemain))
    } catch {
      log("processes cannot be looked at: \(error)")
      return .refused(.notReady)
    }
  }

  /// A check nobody waits for is ended.
  private func drop(_ client: Client) {
    clients.removeAll { $0 === client }
    takeBackConsolePort(of: client)
    guard let check, check.client === client, check.stage == .running, let files else { return }
    end(files)
  }

  private var status: SupervisorStatus {
    let state: FilesState =
      switch (check?.stage, files?.stage) {
      case (.running, _): .checking
      case (_, .running): .mounted
      case (_, .starting): .starting
      default: .away
      }
    return SupervisorStatus(
      mount: mountFolder.path, files: state, enclaveProcess: enclave?.child.process ?? 0,
      filesProcess: files?.child.process ?? 0, keychain: keychain,
      keychainHealth: keychainHealth, register: register, brokerProcess: broker?.child.process ?? 0,
      filesKeys: files?.keys ?? .locked, brokerKeys: broker?.keys ?? .locked, restarts: restarts,
      session: sessionState)
  }

  private var keychain: KeychainState {
    switch broker?.stage {
    case .running: .answering
    case .starting: .starting
    case .ending, nil: .away
    }
  }
}

extension Configuration {
  fileprivate var saysOfLocking: Bool { graceSeconds != nil || eraseAfterTen != nil }
}
