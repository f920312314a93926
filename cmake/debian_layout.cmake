# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the files it is about to pack: Debian already has the licence text.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(WRITE ${share}/doc/tilebridge/copyright "tilebridge
Copyright: the tilebridge maintainers
License: Apache-2.0, whose text is in /usr/share/common-licenses/Apache-2.0
")
