// What Testing and UIKit have only together, in a module that a file which imports both imports by itself:
// images as attachments, of which nothing is used here.
