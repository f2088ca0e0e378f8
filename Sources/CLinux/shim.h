// What Swift's Glibc module leaves out of Linux.
#ifndef REPLAY_CLINUX_H
#define REPLAY_CLINUX_H

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// A variadic function, which Swift does not import.
static inline int replay_disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

#endif
