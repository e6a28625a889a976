# The libraries in modules of WebAssembly, as targets that find_package finds, from the sources that
# tools/debian_sources.sh brought to LIBRARIES: zlib, libpng and the headers of stb. Included after project().
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2")
add_compile_options(-ffp-contract=off -fvisibility=hidden -ffunction-sections -fdata-sections)

set(zlib ${LIBRARIES}/zlib)
set(zlib_sources adler32 compress crc32 deflate inffast inflate inftrees trees uncompr zutil)
list(TRANSFORM zlib_sources PREPEND ${zlib}/)
list(TRANSFORM zlib_sources APPEND .c)

set(png ${LIBRARIES}/libpng1.6)
set(png_sources png pngerror pngget pngmem pngread pngrio pngrtran pngrutil pngset pngtrans pngwio pngwrite pngwtran
    pngwutil)
list(TRANSFORM png_sources PREPEND ${png}/)
list(TRANSFORM png_sources APPEND .c)
# As it is configured for Debian, without jumps and files.
file(READ ${png}/scripts/pnglibconf.h.prebuilt png_config)
foreach(part SETJMP STDIO CONSOLE_IO SIMPLIFIED_READ SIMPLIFIED_WRITE SIMPLIFIED_WRITE_STDIO)
    string(REPLACE "#define PNG_${part}_SUPPORTED" "" png_config "${png_config}")
endforeach()
file(CONFIGURE OUTPUT png/pnglibconf.h CONTENT "${png_config}" @ONLY)

# Objects, no archive: a machine's ar may not know WebAssembly.
add_library(libraries OBJECT ${zlib_sources} ${png_sources})
target_include_directories(libraries SYSTEM PRIVATE ${zlib} ${png} ${CMAKE_CURRENT_BINARY_DIR}/png)
target_compile_options(libraries PRIVATE -w)
add_library(ZLIB::ZLIB INTERFACE IMPORTED GLOBAL)
target_include_directories(ZLIB::ZLIB SYSTEM INTERFACE ${zlib})
add_library(PNG::PNG INTERFACE IMPORTED GLOBAL)
target_include_directories(PNG::PNG SYSTEM INTERFACE ${zlib} ${png} ${CMAKE_CURRENT_BINARY_DIR}/png)
# These are what find_package finds.
foreach(package ZLIB PNG)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/found/Find${package}.cmake "set(${package}_FOUND TRUE)\n")
endforeach()
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_BINARY_DIR}/found)

# Debian's headers are all of stb.
set(TLB_STB ${CMAKE_CURRENT_BINARY_DIR}/stb)
configure_file(/usr/include/stb/stb_image.h ${TLB_STB}/stb_image.h COPYONLY)

# NAME.wasm: these sources, and the library as add_subdirectory made it. Its objects, as for the libraries.
function(add_wasm_module name)
    set(objects ${TLB_MODULES})
    list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
    add_executable(${name} ${ARGN} ${objects})
    set_target_properties(${name} PROPERTIES SUFFIX .wasm)
    target_include_directories(${name} PRIVATE ${root}/include)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    target_link_libraries(${name} PRIVATE libraries m)
    # A stack that runs over traps instead of writing over data.
    target_link_options(${name} PRIVATE -mexec-model=reactor -Wl,--export=__stack_pointer,--export-table
                                        -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576)
endfunction()
