# A command that runs on every Linux of its processor, without what converting to GLB and from it does not need.
# Included after project().
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(CMAKE_EXE_LINKER_FLAGS "-static -s")
set(BUILD_SHARED_LIBS OFF)
set(CMAKE_DISABLE_FIND_PACKAGE_OpenMP ON)
set(TLB_ARCHIVE OFF) # zip files are read without libarchive
set(TLB_PICTURES OFF)
set(TLB_MESHOPT OFF)
set(TLB_DRACO OFF)
set(TLB_SQLITE OFF)
