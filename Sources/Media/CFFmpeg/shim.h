// Parts of FFmpeg's headers that Swift cannot import: macros with casts, compound literals and error tags.
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

// True before FFmpeg 6: the Matroska muxer leaves the encoder's padding at the start of the audio to its caller.
static inline int replay_padding_is_callers(void) { return LIBAVFORMAT_VERSION_MAJOR < 60; }

// From FFmpeg 6.1 on, a stream's display matrix is stored in its codec parameters.
#define REPLAY_SIDE_DATA_IN_PARAMETERS (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100))

// Returns the stream's display matrix, nine 32-bit numbers, or NULL if it has none.
static inline const uint8_t *replay_display_matrix(const AVStream *stream) {
#if REPLAY_SIDE_DATA_IN_PARAMETERS
    const AVPacketSideData *found = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return found && found->size >= 9 * sizeof(int32_t) ? found->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? data : NULL;
#endif
}

// Allocates the stream's display matrix. Returns NULL if there is not enough memory.
static inline uint8_t *replay_new_display_matrix(AVStream *stream) {
#if REPLAY_SIDE_DATA_IN_PARAMETERS
    AVPacketSideData *made = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX,
        9 * sizeof(int32_t), 0);
    return made ? made->data : NULL;
#else
    return av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
#endif
}

// Returns the position of the last parsed frame in display order.
static inline int replay_frame_order(const AVCodecParserContext *parser) { return parser->output_picture_number; }

// Adds a chapter to the output of a muxer; it is freed with the context. Returns a negative error if memory is short.
static inline int replay_add_chapter(
    AVFormatContext *context, AVRational time_base, int64_t start, int64_t end, const char *title) {
    AVChapter **chapters =
        (AVChapter **)av_realloc_array(context->chapters, context->nb_chapters + 1, sizeof(*chapters));
    if (!chapters) return AVERROR(ENOMEM);
    context->chapters = chapters;
    AVChapter *chapter = (AVChapter *)av_mallocz(sizeof(*chapter));
    if (!chapter) return AVERROR(ENOMEM);
    chapter->id = context->nb_chapters + 1;
    chapter->time_base = time_base;
    chapter->start = start;
    chapter->end = end;
    chapters[context->nb_chapters++] = chapter;
    return av_dict_set(&chapter->metadata, "title", title, 0);
}

#endif
