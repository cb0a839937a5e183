// Who writes a form writes fields and conditions on them.
@_exported public import EkibenExpressions
