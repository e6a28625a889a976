# html_page.c, the page that the HTML writer fills, in the including folder: built from the sources of the viewer where
# node is and what `npm ci --prefix viewer` installs; TLB_PAGE says whether.
get_filename_component(viewer ${CMAKE_CURRENT_LIST_DIR} ABSOLUTE)
find_program(NODE NAMES node nodejs)
mark_as_advanced(NODE)
if(NODE AND EXISTS ${viewer}/node_modules/esbuild AND EXISTS ${viewer}/node_modules/three)
    set(TLB_PAGE ON)
    file(GLOB viewer_sources CONFIGURE_DEPENDS ${viewer}/src/*)
    set(embed ${viewer}/../tools/embed.cmake)
    add_custom_command(OUTPUT html_page.c DEPENDS ${viewer_sources} ${viewer}/build.mjs ${viewer}/package-lock.json ${embed}
                       COMMAND ${NODE} ${viewer}/build.mjs ${CMAKE_CURRENT_BINARY_DIR}/page.html
                       COMMAND ${CMAKE_COMMAND} -DIN=page.html -DOUT=html_page.c -DNAME=tlb_html_page
                               -DHEADER=formats/modern/html/page.h -P ${embed}
                       VERBATIM)
else()
    set(TLB_PAGE OFF)
    message(STATUS "No node or no viewer/node_modules (make setup): pages of models are left out")
endif()
