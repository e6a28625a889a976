# After the settings of the platform, which prefer import libraries.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
