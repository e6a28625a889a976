trilobite convert "$SAMPLES/trilobite.iqe" here.iqm --scale 1 && trilobite info here.iqm | grep bounds
trilobite convert "$SAMPLES/trilobite.iqe" there.iqm --translate -1000,0,-.5 && trilobite info there.iqm | grep bounds
