#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

signal(SIGPIPE, SIG_IGN)
OutputDescriptor.occupyStandard()
exit(await Tool.run(Array(CommandLine.arguments.dropFirst())))
