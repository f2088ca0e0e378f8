#ifndef REPLAY_CPREVIEWPAGE_H
#define REPLAY_CPREVIEWPAGE_H

#include <stdint.h>

/// A file of the preview's page.
typedef struct {
    const char *name;
    const uint8_t *bytes;
    int64_t count;
} preview_page_file;

/// The files in `Sources/Serve/ReplayPreview/Page`; behind the last is one without a name.
const preview_page_file *preview_page_files(void);

#endif
