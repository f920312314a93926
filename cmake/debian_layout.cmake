# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the files it is about to pack: Debian compresses manual pages, already has the
# licence text, and its zsh looks for packages' completions in a separate folder.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${share}/doc/tilebridge/copyright "tilebridge
Copyright: the tilebridge maintainers
License: Apache-2.0, whose text is in /usr/share/common-licenses/Apache-2.0
")
