// Apart from CFFmpeg: libavfilter is linked by nobody, and loaded by FFmpegFilter when something is filtered.
#ifndef REPLAY_CFFMPEG_FILTER_H
#define REPLAY_CFFMPEG_FILTER_H

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavfilter/version.h>

// Whether a source of frames is told their colours: from FFmpeg 7 on, where filters agree on them beforehand.
static inline int replay_source_takes_colours(void) { return LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(9, 16, 100); }

#endif
