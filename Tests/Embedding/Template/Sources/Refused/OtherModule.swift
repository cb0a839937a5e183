import Ekiben

// EXPECT: cannot find 'ListDifference' in scope
let difference = ListDifference.self
