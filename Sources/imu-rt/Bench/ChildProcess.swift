import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// This program once more as a process of its own, without input and output.
struct ChildProcess {
  let id: pid_t

  init(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // SAFETY: each string is copied for the call and freed after it; the list ends with a null pointer.
    let list = (["imu-rt"] + arguments).map { strdup($0) } + [nil]
    defer { for item in list { free(item) } }
    var id = pid_t()
    let code = posix_spawn(&id, "/proc/self/exe", &actions, nil, list, environ)
    guard code == 0 else { throw ToolFault("can't start imu-rt once more: \(errnoText(code))") }
    self.id = id
  }

  /// Ends the process, and waits until it is gone; one that does not heed the polite signal is killed after five seconds.
  func end() {
    kill(id, SIGTERM)
    for _ in 0..<500 {
      if waitpid(id, nil, WNOHANG) != 0 { return }
      usleep(10_000)
    }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }
}
