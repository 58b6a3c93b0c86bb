# One static library, one test program and one bench program per layer, from the files beside each other:
# x.cc belongs to the library, x_test.cc to LAYER_test, x_bench.cc to LAYER_bench.

add_library(logphead_warnings INTERFACE)
target_compile_options(logphead_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)

# Links each name in ARGN, taking "base" to mean the layer target logphead_base where there is one.
function(logphead_link target scope)
  foreach(dep ${ARGN})
    if(TARGET logphead_${dep})
      target_link_libraries(${target} ${scope} logphead_${dep})
    else()
      target_link_libraries(${target} ${scope} ${dep})
    endif()
  endforeach()
endfunction()

function(logphead_layer name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  set(folder ${CMAKE_SOURCE_DIR}/logphead/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cc)
  file(GLOB benches CONFIGURE_DEPENDS ${folder}/*_bench.cc)
  list(REMOVE_ITEM sources ${tests} ${benches} ${folder}/main.cc)
  if(NOT sources)
    return()
  endif()

  add_library(logphead_${name} STATIC ${sources})
  target_include_directories(logphead_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(logphead_${name} PRIVATE logphead_warnings)
  logphead_link(logphead_${name} PUBLIC ${ARG_DEPS})
  if(LOGPHEAD_TIDY)
    set_target_properties(logphead_${name} PROPERTIES CXX_CLANG_TIDY "clang-tidy-14;--quiet")
  endif()
  if(EXISTS ${folder}/CMakeLists.txt)
    add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/layers/${name})
  endif()

  if(tests)
    add_executable(${name}_test ${tests})
    # Compiling a test takes longer than running it: what it tests is optimised, it is not.
    target_compile_options(${name}_test PRIVATE -O0)
    add_dependencies(fast_tests ${name}_test)
    target_link_libraries(${name}_test PRIVATE logphead_${name} logphead_warnings GTest::gmock
                                               GTest::gtest_main)
    if(TARGET logphead_testing)
      target_link_libraries(${name}_test PRIVATE logphead_testing)
    endif()
    gtest_discover_tests(${name}_test DISCOVERY_MODE PRE_TEST
                         PROPERTIES LABELS fast TIMEOUT 120)
  endif()
  if(benches)
    add_executable(${name}_bench ${benches})
    target_link_libraries(${name}_bench PRIVATE logphead_${name} logphead_warnings
                                                benchmark::benchmark_main)
  endif()
endfunction()
