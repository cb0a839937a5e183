import Ekiben
import Testing

@testable import EkibenTool

/// What the environment decides: the author, the clock, the ids.
@Suite(.timeLimit(.minutes(20))) struct `The environment of a call` {
  private func environment(
    _ variables: [String: String], loginName: String = "login"
  ) -> ToolEnvironment {
    ToolEnvironment(variable: { variables[$0] }, loginName: loginName)
  }

  @Test(
    arguments: [
      ("option", "variable", "login", "option"), (nil, "variable", "login", "variable"),
      ("", "variable", "login", "variable"), (nil, nil, "login", "login"),
      (nil, "", "login", "login"), ("", "", "login", "login"), ("option", nil, "", "option"),
      (nil, nil, "", "unknown"), ("", "", "", "unknown"),
    ] as [(String?, String?, String, String)])
  func `names an author: the option's, the variable's, the login's, or nobody`(
    option: String?, variable: String?, login: String, expected: String
  ) {
    let variables = variable.map { ["EKIBEN_AUTHOR": $0] } ?? [:]
    #expect(environment(variables, loginName: login).author(option) == expected)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01.5Z", 1500),
    ("1970-01-01T01:00:00+01:00", 0),
  ])
  func `fixes the clock`(text: String, time: Int64) throws {
    #expect(try environment(["EKIBEN_NOW": text]).now() == time)
  }

  @Test func `leaves the clock to the system otherwise`() throws {
    let before = SessionEnvironment.systemTime()
    let now = try environment([:]).now()
    #expect(before <= now && now <= SessionEnvironment.systemTime())
  }

  // Rule C7.
  @Test func `gives the same thing the same id, and another one another, with a seed`() {
    let seeded = environment(["EKIBEN_SEED": "1"])
    let id = seeded.uid(for: "a")
    #expect(id.count == 16)
    #expect(seeded.uid(for: "a") == id && environment(["EKIBEN_SEED": "1"]).uid(for: "a") == id)
    #expect(seeded.uid(for: "b") != id)
    #expect(environment(["EKIBEN_SEED": "2"]).uid(for: "a") != id)
    // Where the seed ends and the thing begins makes a difference.
    #expect(environment(["EKIBEN_SEED": "1a"]).uid(for: "") != id)
  }

  @Test func `gives everything an id of its own without a seed`() {
    let free = environment([:])
    let ids = [free.uid(for: "a"), free.uid(for: "a")]
    #expect(ids[0] != ids[1] && ids.allSatisfy { $0.count == 16 })
  }
}
