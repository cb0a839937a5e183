/// The command `ekiben`: reads the command line, runs one command, ends with its exit code.
@main
enum EkibenCommand {
  static func main() {
    StandardStreams.ignoreSIGPIPE()
    let dispatcher = Dispatcher(
      console: StandardConsole(), environment: ToolEnvironment.ofProcess())
    StandardStreams.exit(dispatcher.run(StandardStreams.arguments()))
  }
}
