trilobite info nothing.dif
