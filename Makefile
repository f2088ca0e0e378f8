# Most targets are scripts of the same name in Scripts/.

help:
	@echo 'make demo          record a screen, cut it, export it: out/demo.mp4, out/demo.png'
	@echo 'make test          all tests'
	@echo 'make torture       kills, power cuts and failing disks, with a table of what was lost'
	@echo 'make fuzz          random bytes for all that reads bytes from outside, a minute each'
	@echo 'make check         style, and a build with warnings as errors'
	@echo 'make docs          the documentation of the library: out/Replay.doccarchive'
	@echo 'make format        format the code'
	@echo 'make bench         CPU and memory, of recording and of exports, beside ffmpeg, smartcut and melt; the preview in Chromium, alone and together; broadcasts; styles and zooms'
	@echo 'make sample-media  make SampleMedia/ again'
	@echo 'make install       install it: PREFIX=/usr/local, DESTDIR= for packages'
	@echo 'make deb           the Debian package, in out/'
	@echo 'make test-package  install the package into a clean Debian and use it there; takes root'
	@echo 'make clean         remove what was built'

demo test torture fuzz check docs format sample-media deb test-package:
	@Scripts/$@

install:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

bench:
	@failed=; for part in '' --exports --imports --edits --options --ladder --batch --preview --broadcast --together --studio; do \
	    Scripts/bench $$part || failed=yes; \
	done; [ -z "$$failed" ]

clean:
	rm -rf .build out

.PHONY: help demo test torture fuzz check docs format bench sample-media install deb test-package clean
