// Separate from CFFmpeg: no program links libavfilter. FFmpegFilter loads it when something is filtered.
#ifndef REPLAY_CFFMPEG_FILTER_H
#define REPLAY_CFFMPEG_FILTER_H

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavfilter/version.h>

// True from FFmpeg 7 on: a buffer source needs the colour properties of its frames, because filters negotiate them.
static inline int replay_source_takes_colours(void) { return LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(9, 16, 100); }

#endif
