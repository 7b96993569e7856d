# The sources of the core, in groups that are compiled as one unit each.
#
# The files of one folder include the same headers and instantiate the same templates, so compiling them as one unit
# halves the time. Files that take long by themselves are units of their own, so that all processor cores stay busy.
file(GLOB_RECURSE BUDGE_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
list(FILTER BUDGE_SOURCES EXCLUDE REGEX /core/tests/)

function(budge_units target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
set(BUDGE_ALONE blocks/solve sokoban/any/vicinity tiles/pattern_search tiles/solve_fifteen tiles/solve_guided
    tokens/explore)
list(APPEND BUDGE_ALONE blocks/all_plans robots/all_plans sokoban/search/all_plans tokens/all_plans)
foreach(source ${BUDGE_SOURCES})
  file(RELATIVE_PATH name ${CMAKE_CURRENT_LIST_DIR} ${source})
  cmake_path(REMOVE_EXTENSION name)
  cmake_path(GET name PARENT_PATH folder)
  string(REPLACE / _ group ${folder})
  if(name MATCHES "^(tiles|tokens)/solve$")
    set(group tokens_solve)  # boards of tiles are tokens on a grid, searched by the same searches
  elseif(folder STREQUAL "sokoban/search")
    set(group sokoban)
  endif()
  if(NOT name IN_LIST BUDGE_ALONE)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endif()
endforeach()
