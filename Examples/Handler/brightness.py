#!/usr/bin/env python3
"""Writes a line for each second of a broadcast: the time, the mean brightness of the screen, and the level of the audio.

    replay broadcast ./brightness.py --setup output=brightness.txt
"""
import array, json, mmap, os, socket

broadcast = socket.socket(fileno=int(os.environ["REPLAY_HANDLER_SOCKET"]))


def send(message):
    broadcast.send(json.dumps(message).encode())


def brightness(frame, descriptor):
    """Returns the mean of every 16th row of the luma plane, 16 (black) to 235 (white)."""
    plane = frame["planes"][0]
    with mmap.mmap(descriptor, frame["size"], prot=mmap.PROT_READ) as memory:
        rows = [plane["offset"] + row * plane["stride"] for row in range(0, plane["height"], 16)]
        return sum(sum(memory[start : start + plane["width"]]) for start in rows) / len(rows) / plane["width"]


output, second, level = None, -1, 0.0
send({"ready": 1})
while packet := socket.recv_fds(broadcast, 65536, 1):
    data, descriptors = packet[:2]
    if not data:
        break  # the broadcast is gone
    header, _, samples = data.partition(b"\n")
    message = json.loads(header)
    event = message["event"]
    if event == "started":
        output = open(message["setup"]["values"].get("output", "brightness.txt"), "w", buffering=1)
        print(message["setup"]["name"], file=output)
    elif event == "sample" and message["kind"] == "video":
        time = message["time"]["value"] / message["time"]["timescale"]
        if int(time) > second:
            second = int(time)
            print(f"{time:.3f} {brightness(message['frame'], descriptors[0]):.1f} {level:.3f}", file=output)
        os.close(descriptors[0])
        send({"release": message["frame"]["buffer"]})
    elif event == "sample":
        level = max(map(abs, array.array("f", samples)), default=0.0)
    elif event == "annotated":
        print("mark", message.get("text", ""), file=output)
    elif event == "finished":
        print("finished", message["reason"], file=output)
        break
    else:
        print(event, file=output)
