# The material of the export benchmark: a recording of ten minutes. Source it after Scripts/lib.sh.
# shellcheck shell=sh

# make_recording SECONDS FILE: a page that is scrolled sometimes, a video in a window, and a number as a barcode in
# every frame, at 30 frames per second. The audio is music of noise and tones, and a voice of noise, because pure tones
# take another time to encode than real audio. The settings are those of the recorder (VideoEncoderSettings.recording),
# including its parameter sets, but as fast as possible: x264 is given a rate of 90000, and times in ticks of 1/90000 s.
make_recording() {
    fold -s -w 110 README.md | tr -d '\\:%' | head -n 160 >"$private/page.txt"
    ffmpeg -v error -y -nostdin -f lavfi -i color=white:s=1920x5120 -frames:v 1 \
        -vf "drawtext=textfile=$private/page.txt:font=mono:fontsize=26:x=30:y=20:line_spacing=4" "$private/page.png"
    ffmpeg -v error -y -nostdin -framerate 90000 -i "$private/page.png" \
        -f lavfi -i testsrc2=s=480x270:r=90000 \
        -f lavfi -i "color=black:s=320x20:r=90000,format=gray,
            geq=lum='if(bitand(N\,pow(2\,floor(X/20)))\,235\,16)'" \
        -f lavfi -i "anoisesrc=c=pink:a=0.4:r=48000:seed=1:d=$1,tremolo=f=3:d=0.9" \
        -f lavfi -i "aevalsrc='0.3*sin(2*PI*(300+50*mod(floor(t)\,12))*t)|
            0.3*sin(2*PI*(200+40*mod(floor(t/2)\,9))*t)':s=48000:d=$1" \
        -f lavfi -i "anoisesrc=c=brown:a=0.5:r=48000:seed=2:d=$1,tremolo=f=5:d=0.8" \
        -filter_complex "[0]format=yuv420p,loop=-1:1,setpts=N,
                crop=1920:1080:0:'40*floor(mod(n\,18000)/180)+min(40\,mod(n\,180)*2)'[page];
            [1]format=yuv420p[video];[page][video]overlay=1300:600[screen];
            [3]pan=stereo|c0=c0|c1=0.8*c0[beat];[beat][4]amix=2:normalize=0[audio];
            [2]format=yuv420p[number];[screen][number]overlay=0:0,setpts=N*3000,
                setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[video]" \
        -map '[video]' -map '[audio]' -map 5:a -frames:v $(($1 * 30)) -fps_mode passthrough -enc_time_base 1:90000 \
        -c:v libx264 -preset ultrafast -qp 21 -threads 1 -g 1048576 -forced-idr 1 \
        -force_key_frames 'expr:gte(t,n_forced*2)' -x264-params "$(recorder_parameters)" -video_track_timescale 90000 \
        -c:a aac -b:a:0 128k -b:a:1 64k -metadata:s:a:0 handler_name='Application audio' \
        -metadata:s:a:1 handler_name=Microphone "$2"
}

# add_mix FILE RECORDING: adds a mix of both audio tracks as a third track, as `replay record --audio both` writes it.
add_mix() {
    ffmpeg -v error -y -nostdin -i "$1" -filter_complex '[0:a:0][0:a:1]amix=2:normalize=0[mix]' \
        -map 0:v -map 0:a:0 -map 0:a:1 -map '[mix]' -c copy -c:a:2 aac -b:a:2 160k -video_track_timescale 90000 \
        -metadata:s:a:2 handler_name=Mix "$2"
}

# add_pauses FILE RECORDING: makes the voice silent for 20 s of each 30 s, like a muted microphone.
add_pauses() {
    ffmpeg -v error -y -nostdin -i "$1" -map 0 -c copy -filter:a:1 "volume=0:enable='gte(mod(t,30),10)'" -c:a:1 aac -b:a:1 64k \
        -video_track_timescale 90000 -metadata:s:a:0 handler_name='Application audio' \
        -metadata:s:a:1 handler_name=Microphone "$2"
}

# Prints x264's parameters, from the recorder's own source.
recorder_parameters() {
    sed -n 's/.*"\(rc-lookahead=.*level=\)\\(level).*/\140/p' Sources/Media/FFmpeg/Codec/VideoEncoderSettings.swift
}

# The kept ranges, in seconds, one per line: a tenth is trimmed at both ends, and five ranges are removed. The bounds
# are on frames, so that all programs agree on the exact result, and not on keyframes.
few_ranges() {
    printf '%s\n' '60.1 101.3' '115.7 200.5' '213.3 270.1' '285.3 365.9' '373.5 450.1' '469.3 540.1'
}
# The kept ranges with a hundred ranges removed.
many_ranges() {
    awk 'BEGIN {
        from = 601
        for (n = 0; n < 100; n++) { printf "%.1f %.1f\n", from / 10, (621 + 47 * n) / 10; from = 640 + 47 * n }
        printf "%.1f 540.1\n", from / 10
    }'
}
