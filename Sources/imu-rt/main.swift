#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

signal(SIGPIPE, SIG_IGN)
// A file that may not grow any further is told by write, as a full disk is.
signal(SIGXFSZ, SIG_IGN)
OutputDescriptor.occupyStandard()
exit(await Tool.run(Array(CommandLine.arguments.dropFirst())))
