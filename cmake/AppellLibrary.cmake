# What the libraries of appell/ and papers/ have in common.

# compile_as_one(TARGET): one translation unit of all its sources, where APPELL_UNITY is on. Most of the time of
# a unit goes into Eigen, and is then spent once per room. Targets in APPELL_BY_FILE have a unit per file all the same.
function(compile_as_one target)
  set(is_one ${APPELL_UNITY})
  if(target IN_LIST APPELL_BY_FILE)
    set(is_one OFF)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${is_one} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# put_switches(SOURCES): copies with a run-time switch in every function that docs/equations.toml names, for tools/mutants.py.
function(put_switches list_name)
  set(tool ${PROJECT_SOURCE_DIR}/tools/mutants.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${list_name}} ${tool} ${PROJECT_SOURCE_DIR}/docs/equations.toml)
  execute_process(COMMAND python3 ${tool} instrument ${PROJECT_BINARY_DIR} ${${list_name}}
    OUTPUT_VARIABLE copies COMMAND_ERROR_IS_FATAL ANY)
  set(${list_name} ${copies} PARENT_SCOPE)
endfunction()

# appell_library(TARGET NAME ROOMS ... PRIVATE_HEADERS ...): the installed target appell::NAME of the rooms,
# which are folders here. Private headers are those that only our own sources include.
function(appell_library target name)
  cmake_parse_arguments(arg "" "" "ROOMS;PRIVATE_HEADERS" ${ARGN})
  add_library(${target})
  add_library(appell::${name} ALIAS ${target})
  set(public_headers)
  foreach(room ${arg_ROOMS})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${room}/*.cpp)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${room}/*.hpp)
    list(FILTER sources EXCLUDE REGEX "/(engine|planning)/kernels_[a-z_]+.cpp$")  # Once per instruction set.
    if(APPELL_MUTANTS)
      put_switches(sources)
    endif()
    add_library(appell_${room} OBJECT ${sources})
    target_include_directories(appell_${room} PRIVATE ${PROJECT_SOURCE_DIR}
      ${PROJECT_BINARY_DIR}/appell/generated)
    target_link_libraries(appell_${room} PRIVATE appell_build_options Eigen3::Eigen)
    target_compile_options(appell_${room} PRIVATE "$<$<CONFIG:Release>:${optimisation_of_${room}}>")
    compile_as_one(appell_${room})
    if(room IN_LIST APPELL_FUZZED_ROOMS)
      target_compile_options(appell_${room} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:appell_${room}>)
    list(APPEND public_headers ${headers})
  endforeach()
  foreach(header ${arg_PRIVATE_HEADERS})
    list(REMOVE_ITEM public_headers ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  endforeach()
  target_sources(${target} PUBLIC FILE_SET headers TYPE HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${public_headers})
  string(REPLACE _ - file ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${file}
    VERSION ${PROJECT_VERSION} SOVERSION 0 VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# appell_install_targets(NAME...): the CMake targets and the pkg-config file of each.
function(appell_install_targets)
  # From the folder of a .pc file back to the prefix, so that an installed tree can be moved.
  file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  foreach(name ${ARGN})
    install(EXPORT ${name}-targets NAMESPACE appell:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/appell)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endforeach()
endfunction()
