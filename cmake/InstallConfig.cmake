# The package configuration: find_package(appell), or find_package(appell COMPONENTS core).
include(CMakePackageConfigHelpers)
set(papers_file ${CMAKE_STATIC_LIBRARY_PREFIX}appell-papers${CMAKE_STATIC_LIBRARY_SUFFIX})
if(BUILD_SHARED_LIBS)
  set(papers_file ${CMAKE_SHARED_LIBRARY_PREFIX}appell-papers${CMAKE_SHARED_LIBRARY_SUFFIX})
endif()
configure_package_config_file(cmake/appell-config.cmake.in ${PROJECT_BINARY_DIR}/appell-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/appell PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/appell-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/appell-config.cmake ${PROJECT_BINARY_DIR}/appell-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/appell)
