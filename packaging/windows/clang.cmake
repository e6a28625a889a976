# As mingw.cmake, with clang and lld.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# The runtime of the compiler is GCC's, which Debian has in a folder that clang does not look into; nor does it find C++.
set(TLB_DRACO OFF CACHE BOOL "")
file(GLOB runtime /usr/lib/gcc/x86_64-w64-mingw32/*-win32)
add_link_options(-fuse-ld=lld -L${runtime})
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
