/// The command `ekiben`: reads the command line, runs one command, ends with its exit code.
@main
enum EkibenCommand {
  static func main() {
    StandardStreams.ignoreSIGPIPE()
    let environment = ToolEnvironment.ofProcess()
    let screen = Screen(
      environment.variable, results: StandardStreams.size(of: StandardStreams.output),
      showsRemarks: StandardStreams.leadsToTerminal(StandardStreams.error))
    let dispatcher = Dispatcher(console: StandardConsole(screen), environment: environment)
    StandardStreams.end(dispatcher.run(StandardStreams.arguments()))
  }
}
