/// The cases of seeds.md §5 that say nothing about plans of tables with unique ids, and why.
let seedsThatDoNotApply: [(names: [String], reason: String)] = [
  (["T-B3", "T-B4", "T-B8", "T-B9"], "a cache of sizes: there are none without a screen"),
  (
    ["T-B10", "T-B11", "T-B12", "T-B14", "T-B15", "T-B16"],
    "components and their lifecycle: of forms, not of plans"
  ),
  (["T-B13"], "operators: there are none, what a builder makes can be written by hand"),
  (["T-B18"], "pictures of views"),
  (
    ["T-S1", "T-S2", "T-S3", "T-S4", "T-S5", "T-S6", "T-S7"],
    "patches that return their inverse: of records, not of tables"
  ),
  (["T-C40", "T-C41", "T-C46", "T-C48"], "styles of cells: not part of a record"),
  (["T-C42"], "equality of sections with closures in them: records have none"),
  (["T-C44", "T-C45", "T-C47"], "looking up rows by path, and actions of rows: of hosts"),
  (["T-R2"], "sections that cannot be compared, only counted: every row has an id here"),
  (["T-R7", "T-R8", "T-R9"], "types of views, heights and handlers: of hosts"),
  (["T-X9"], "a flat list whose ids repeat: a document refuses them"),
  (
    ["T-X15", "T-X16", "T-X17", "T-X18", "T-X20"],
    "renders in a queue, events, rebinding, focus and viewport: of hosts"
  ),
  (["T-X19"], "a render that changes nothing: no plan, and no entry of the journal"),
  (["T-X21"], "ids in two processes: of the store"),
]

// Of §5G, which has no numbers: kitten→sitting, gitten→sitting, Wojtek→Wojciech, [1,2,3,4]→[4,2,3,4]
// and →[1,2,4,4] have an element twice, and so do []→[0:[1,2],1:[1]] and [0:[2],-1:[1,2,3],1:[1]] in
// one document; the batch updates with an index transform are the same moves at other numbers.
