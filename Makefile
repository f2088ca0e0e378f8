# Nearly each target is a script of the same name in Scripts/.

help:
	@echo 'make demo          record a screen, cut it, export it: out/demo.mp4, out/demo.png'
	@echo 'make test          all tests'
	@echo 'make torture       kills, power cuts and failing disks, with a table of what was lost'
	@echo 'make check         style, and a build with warnings as errors'
	@echo 'make format        format the code'
	@echo 'make bench         CPU and memory, of recording and of exports, beside ffmpeg, smartcut and melt'
	@echo 'make sample-media  make SampleMedia/ again'
	@echo 'make clean         remove what was built'

demo test torture check format sample-media:
	@Scripts/$@

bench:
	@Scripts/bench
	@Scripts/bench --exports
	@Scripts/bench --ladder
	@Scripts/bench --batch

clean:
	rm -rf .build out

.PHONY: help demo test torture check format bench sample-media clean
