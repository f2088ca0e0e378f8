#ifndef REPLAY_CDBUS_SHIM_H
#define REPLAY_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif
