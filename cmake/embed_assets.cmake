# SPDX-License-Identifier: Apache-2.0
# Writes the report's script and style into one C++ file, each with its hash:
# cmake -DPAGE_SCRIPT=<file> -DSTYLE=<file> -DPICTURE_STYLE=<file> -DOUTPUT=<file>
#   -P embed_assets.cmake
# A page has the style of pictures, too.
set(definitions "")
foreach(name IN ITEMS page_script style picture_style)
  string(TOUPPER ${name} variable)
  file(READ "${${variable}}" text)
  if(name STREQUAL style)
    file(READ "${PICTURE_STYLE}" of_pictures)
    string(APPEND text "${of_pictures}")
  endif()
  string(SHA256 hash "${text}")
  string(APPEND definitions "
const Asset& ${name}() {
  static const Asset asset = {R\"embedded(${text})embedded\"sv, \"${hash}\"};
  return asset;
}
")
endforeach()
file(WRITE ${OUTPUT} "#include \"write/page.hpp\"

namespace tilebridge::write {

using namespace std::string_view_literals;
${definitions}
}  // namespace tilebridge::write
")
