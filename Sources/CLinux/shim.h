// What Swift's Glibc module leaves out of Linux.
#ifndef REPLAY_CLINUX_H
#define REPLAY_CLINUX_H

#include <sys/signalfd.h>

#endif
