// Which call fails, and how: one number counts the calls that the armed fault concerns.
#include "drivers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
  int is_armed;
  drivers_fault fault;
  int is_sticky;
  int64_t point, calls, failures;
} state;

static int concerns(drivers_fault fault, drivers_call call) {
  switch (fault) {
    case drivers_io_error: return call == drivers_on_write || call == drivers_on_other;
    case drivers_no_space: return call == drivers_on_write;
    case drivers_short_write: return call == drivers_on_write;
    case drivers_sync_error: return call == drivers_on_sync;
    case drivers_kill: return call != drivers_on_memory;
    case drivers_no_memory: return call == drivers_on_memory;
  }
  return 0;
}

int drivers_fails(drivers_call call) {
  if (!state.is_armed || !concerns(state.fault, call)) return 0;
  state.calls += 1;
  int fails = state.is_sticky ? state.calls >= state.point : state.calls == state.point;
  if (fails) state.failures += 1;
  if (fails && state.fault == drivers_kill) kill(getpid(), SIGKILL);
  return fails;
}

int drivers_errno(void) { return state.fault == drivers_no_space ? ENOSPC : EIO; }

int drivers_is_short(void) { return state.fault == drivers_short_write; }

void drivers_arm(drivers_fault fault, int64_t point, int is_sticky) {
  state.fault = fault;
  state.point = point;
  state.is_sticky = is_sticky;
  state.calls = 0;
  state.failures = 0;
  state.is_armed = 1;
}

int64_t drivers_disarm(void) {
  state.is_armed = 0;
  return state.failures;
}

int64_t drivers_points(void) { return state.calls; }

static int copy(const char *from, const char *to) {
  static char buffer[1 << 16];
  int in = open(from, O_RDONLY | O_CLOEXEC);
  if (in < 0) return errno == ENOENT ? 0 : errno;
  int out = open(to, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (out < 0) return errno;
  ssize_t count;
  while ((count = read(in, buffer, sizeof buffer)) > 0) {
    if (write(out, buffer, (size_t)count) != count) return errno ? errno : EIO;
  }
  return count < 0 ? errno : 0;
}

// A child has no locks of its parent to drop.
int drivers_copy_file(const char *from, const char *to) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(copy(from, to) & 0xff);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

int drivers_write_file(const char *path, const void *bytes, int64_t count) {
  int file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  int64_t at = 0;
  while (at < count) {
    ssize_t part = write(file, (const uint8_t *)bytes + at, (size_t)(count - at));
    if (part < 0) {
      int error = errno;
      close(file);
      return error;
    }
    at += part;
  }
  return close(file) == 0 ? 0 : errno;
}
