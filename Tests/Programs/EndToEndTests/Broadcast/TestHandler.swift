/// A handler program for tests, in Python. It writes all that it receives to files, and misbehaves if asked to.
///
/// `--setup` values: `slow` (seconds for each frame), and `fault` (the misbehaviour after ten frames).
enum TestHandler {
    /// The faults, each with a part of the sentence about it.
    static let faults: [(fault: String, reason: String)] = [
        ("crash", "it was ended by signal 11 (Segmentation fault); its last output was “crashing now”"),
        ("exit", "it ended early, with exit code 3"),
        ("memory", "its limit is 50 MB (--handler-memory)"),
        ("childMemory", "its limit is 50 MB (--handler-memory)"),
        ("close", "it closed its connection"),
        ("garbage", "it sent a message that is not understood: “garbage?{”"),
        ("length", "it sent a message of more than 4096 bytes"),
        ("release", "it released frame buffer 7, which it does not have"),
        ("finish", "it ended the broadcast: “the upload failed”"),
    ]

    static let script = #"""
        #!/usr/bin/env python3
        import json, mmap, os, signal, socket, subprocess, sys, time

        link = socket.socket(fileno=int(os.environ["REPLAY_HANDLER_SOCKET"]))
        log = open("events.jsonl", "w", buffering=1)
        luma, audio = open("luma", "wb", buffering=0), {}
        values, frames, kept = {}, 0, []

        def send(message):
            link.send(json.dumps(message).encode())

        def forget():
            with open("fault-time", "w") as file:
                file.write(str(time.monotonic()))

        def grow():
            while True:
                kept.append(bytearray(os.urandom(1 << 20)))

        def misbehave(fault):
            forget()
            if fault == "crash":
                print("starting\ncrashing now", file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGSEGV)
            elif fault == "exit":
                sys.exit(3)
            elif fault == "memory":
                grow()
            elif fault == "childMemory":
                if os.fork() == 0:
                    os.setsid()
                    grow()
            elif fault == "close":
                link.close()
                time.sleep(1000)
            elif fault == "garbage":
                link.send(b"garbage\x01{")
            elif fault == "length":
                link.send(b" " * 5000)
            elif fault == "release":
                send({"release": 7})
            elif fault == "finish":
                send({"finish": "the upload failed"})
            elif fault == "hang":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(1000)
            elif fault == "daemon":
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        signal.signal(signal.SIGTERM, signal.SIG_IGN)
                        open("daemon-pid", "w").write(str(os.getpid()))
                        time.sleep(1000)
                    os._exit(0)

        with open("process.json", "w") as file:
            json.dump({"descriptors": sorted(os.listdir("/proc/self/fd"), key=int)[:4], "pid": os.getpid(),
                       "count": len(os.listdir("/proc/self/fd")), "environment": dict(os.environ)}, file)
        send({"ready": 1})
        while True:
            data, descriptors, _, _ = socket.recv_fds(link, 65536, 1)
            if not data:
                break
            header, _, samples = data.partition(b"\n")
            message = json.loads(header)
            log.write(header.decode() + "\n")
            if message["event"] == "started":
                values = message["setup"]["values"]
            elif message["event"] == "sample" and message["kind"] == "video":
                frame, plane = message["frame"], message["frame"]["planes"][0]
                with mmap.mmap(descriptors[0], frame["size"], prot=mmap.PROT_READ) as memory:
                    for row in range(plane["height"]):
                        start = plane["offset"] + row * plane["stride"]
                        luma.write(memory[start : start + plane["width"]])
                os.close(descriptors[0])
                frames += 1
                time.sleep(float(values.get("slow", 0)))
                if frames == 10 and "fault" in values:
                    misbehave(values["fault"])
                send({"release": frame["buffer"]})
            elif message["event"] == "sample":
                kind = message["kind"]
                if kind not in audio:
                    audio[kind] = open(kind, "wb", buffering=0)
                audio[kind].write(samples)
            elif message["event"] == "finished":
                if values.get("fault") == "endless":
                    print("still busy", flush=True)
                    time.sleep(1000)
                break
        """#
}
