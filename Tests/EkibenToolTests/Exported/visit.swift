// The history of visit, of the form intake, with its 14 entries: ekiben export visit --format swift-test
import EkibenTesting
import Testing

@Test func `the history of visit leads to its table again`() throws {
  let history = #"""
    {"format":"ekiben-history/1","uid":"8b53fdc72cfb62f83f320a04b1ff8a61","document":"visit","form":"intake"}
    {"form":{"ekiben-form":1,"form":"intake","title":"Clinic intake","sections":[{"id":"person","header":"About you","rows":[{"id":"heading","component":"Description","text":"Please answer what you can."},{"id":"name","component":"TextInput","title":"Name","required":true},{"id":"age","component":"TextInput","kind":"integer","title":"Age"},{"id":"readonly","component":"TextInput","title":"Record number","readOnly":true}]},{"id":"study","footer":"You can stop at any time.","rows":[{"id":"consent","component":"Toggle","title":"I agree to take part","states":3},{"id":"opaque","component":"Opaque","title":"A drawing of where it hurts","source":{"ekiben:verbatim":"{\n            \"type\": \"drawing\",\n            \"strokes\": [[0, 0.50], [1e1, 12]],\n            \"note\": \"kept as it was read\"\n          }"}}]}]}}
    {"entry":1,"kind":"create","head":1,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":1,"changes":[]}
    {"entry":2,"kind":"edit","parent":1,"head":2,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":2,"changes":[{"record":"name","field":"value","after":"\"\"\"# \"\"\"\"## \\\#u{23}(name) \\\#u{23}#u{41} #"}]}
    {"entry":3,"kind":"edit","parent":2,"head":3,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":3,"changes":[{"record":"name","field":"value","before":"\"\"\"# \"\"\"\"## \\\#u{23}(name) \\\#u{23}#u{41} #","after":"line\nbreak\r\nand \\n","origin":2}]}
    {"entry":4,"kind":"edit","parent":3,"head":4,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":4,"changes":[{"record":"name","field":"value","before":"line\nbreak\r\nand \\n","after":"\u202Edrow\#u{2028}.","origin":3}]}
    {"entry":5,"kind":"edit","parent":4,"head":5,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":5,"changes":[{"record":"name","field":"value","before":"\u202Edrow\#u{2028}.","after":"ends in a space ","origin":4}]}
    {"entry":6,"kind":"edit","parent":5,"head":6,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":6,"changes":[{"record":"name","field":"value","before":"ends in a space ","after":"é é 駅弁 👩\#u{200D}👩\#u{200D}👧","origin":5}]}
    {"entry":7,"kind":"edit","parent":6,"head":7,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":7,"changes":[{"record":"name","field":"value","before":"é é 駅弁 👩\#u{200D}👩\#u{200D}👧","after":"\"\"\"","origin":6}]}
    {"entry":8,"kind":"edit","parent":7,"head":8,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":8,"changes":[{"record":"name","field":"value","before":"\"\"\"","after":"","origin":7}]}
    {"entry":9,"kind":"edit","parent":8,"head":9,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":9,"changes":[{"record":"age","field":"value","after":36},{"record":"consent","field":"value","after":true}]}
    {"entry":10,"kind":"undo","parent":9,"head":6,"of":[9,8,7],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":10,"changes":[{"record":"age","field":"value","before":36},{"record":"consent","field":"value","before":true},{"record":"name","field":"value","before":"","after":"é é 駅弁 👩\#u{200D}👩\#u{200D}👧"}]}
    {"entry":11,"kind":"edit","parent":6,"head":11,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":11,"changes":[{"record":"consent","field":"value","after":false}]}
    {"entry":12,"kind":"checkout","parent":11,"head":6,"of":[11],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":12,"changes":[{"record":"consent","field":"value","before":false}]}
    {"entry":13,"kind":"mark","parent":6,"head":6,"of":[],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":13,"mark":"sent","changes":[]}
    {"entry":14,"kind":"checkout","parent":6,"head":2,"of":[6,5,4,3],"author":"Ada","time":"2026-11-21T10:00:00.000Z","step":14,"changes":[{"record":"name","field":"value","before":"é é 駅弁 👩\#u{200D}👩\#u{200D}👧","after":"\"\"\"# \"\"\"\"## \\\#u{23}(name) \\\#u{23}#u{41} #"}]}
    """#
  let table = #"""
    About you
      Please answer what you can.
      Name *                        """\#u{23} """"\#u{23}# \\#u{23}(name) \\#u{23}#u{41} #
      Age                           –  (a whole number)
      Record number                 –  (read-only)

      [–] I agree to take part
      A drawing of where it hurts   kept as it came
      ~ You can stop at any time.
    """#
  try expectReplay(history, endsWith: table)
}
