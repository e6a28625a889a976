# add_viewer_page(SOURCE.c NAME HEADER [gallery]): a page as a C file in the including folder, built from the sources of
# the viewer where node is and what `npm ci --prefix viewer` installs; TLB_PAGE says whether.
get_filename_component(viewer ${CMAKE_CURRENT_LIST_DIR} ABSOLUTE)
find_program(NODE NAMES node nodejs)
mark_as_advanced(NODE)
if(NODE AND EXISTS ${viewer}/node_modules/esbuild AND EXISTS ${viewer}/node_modules/three)
    set(TLB_PAGE ON)
else()
    set(TLB_PAGE OFF)
endif()

function(add_viewer_page source name header)
    file(GLOB viewer_sources CONFIGURE_DEPENDS ${viewer}/src/* ${viewer}/src/gallery/*)
    set(embed ${viewer}/../tools/embed.cmake)
    add_custom_command(OUTPUT ${source} DEPENDS ${viewer_sources} ${viewer}/build.mjs ${viewer}/package-lock.json ${embed}
                       COMMAND ${NODE} ${viewer}/build.mjs ${CMAKE_CURRENT_BINARY_DIR}/${source}.html ${ARGN}
                       COMMAND ${CMAKE_COMMAND} -DIN=${source}.html -DOUT=${source} -DNAME=${name} -DHEADER=${header} -P ${embed}
                       VERBATIM)
endfunction()
