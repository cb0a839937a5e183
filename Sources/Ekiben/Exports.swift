// One import gives the whole engine. The underscore is Swift's; umbrellas of other packages use it too.
@_exported public import EkibenDocuments
@_exported public import EkibenExpressions
@_exported public import EkibenForms
@_exported public import EkibenInterchange
@_exported public import EkibenStore
