// Apart from CFFmpeg so that `replayd`, which filters nothing, does not link libavfilter.
#ifndef REPLAY_CFFMPEG_FILTER_H
#define REPLAY_CFFMPEG_FILTER_H

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>

#endif
