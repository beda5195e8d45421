import Foundation

signal(SIGPIPE, SIG_IGN)
exit(await Tool.run(Array(CommandLine.arguments.dropFirst())))
