// What Swift cannot import from FFmpeg's headers: macros with casts, compound literals and tags.
#ifndef REPLAY_CFFMPEG_H
#define REPLAY_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t replay_nopts_value = AV_NOPTS_VALUE;
static const int replay_error_eof = AVERROR_EOF;
static const int replay_error_exit = AVERROR_EXIT;
static const int replay_error_invalid_data = AVERROR_INVALIDDATA;
static const int replay_error_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int replay_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int replay_error_demuxer_not_found = AVERROR_DEMUXER_NOT_FOUND;
static const int replay_error_stream_not_found = AVERROR_STREAM_NOT_FOUND;

static inline int replay_error(int posix_errno) { return AVERROR(posix_errno); }

#endif
