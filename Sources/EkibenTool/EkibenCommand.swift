/// The command `ekiben`: reads the command line, runs one command, ends with its exit code.
@main
enum EkibenCommand {
  static func main() {
    let console = StandardConsole()
    let code = Dispatcher(console: console, environment: ToolEnvironment.ofProcess())
      .run(Array(CommandLine.arguments.dropFirst()))
    StandardStreams.exit(code)
  }
}
