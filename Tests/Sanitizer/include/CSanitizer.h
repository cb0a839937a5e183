// Tells ThreadSanitizer what it cannot see in the toolchain's libraries. Nothing here is for calling:
// what `mutex.c` defines stands in for functions of a library, in builds with that sanitizer only.
#ifndef CSANITIZER_H
#define CSANITIZER_H
#endif
