# SPDX-License-Identifier: Apache-2.0
# Writes text files into one C++ file, as a table of path and text that tilebridge::sources::FUNCTION
# returns:
# cmake -DROOT=<folder> -DFILES=<paths in ROOT, ;-separated> -DFUNCTION=<name> -DOUTPUT=<file> -P embed.cmake
set(rows "")
foreach(path IN LISTS FILES)
  file(READ ${ROOT}/${path} text)
  string(APPEND rows "    {\"${path}\", R\"embedded(${text})embedded\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sources/sources.hpp\"

namespace tilebridge::sources {
namespace {

using namespace std::string_view_literals;  // a literal's length is known: clang counts none so long

constexpr SourceFile files[] = {
${rows}};

}  // namespace

std::span<const SourceFile> ${FUNCTION}() { return files; }

}  // namespace tilebridge::sources
")
