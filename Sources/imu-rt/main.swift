import Foundation

signal(SIGPIPE, SIG_IGN)
OutputDescriptor.occupyStandard()
exit(await Tool.run(Array(CommandLine.arguments.dropFirst())))
