#ifndef REPLAY_CPULSE_SHIM_H
#define REPLAY_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>

#endif
