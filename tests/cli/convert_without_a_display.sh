export __EGL_VENDOR_LIBRARY_DIRS=$PWD
trilobite convert "$SAMPLES/trilobite.iqm" picture.png
code=$?
ls
exit $code
