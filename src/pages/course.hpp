// SPDX-License-Identifier: Apache-2.0
// `tilebridge follow`: a page of the course, section by section.
#pragma once

#include "judge/course.hpp"
#include "pages/document.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// Says what the page is about, and lists its sections.
Document contents_page(const judge::CoursePage& page);

/// A section as it is written.
Document section_page(const judge::CoursePage& page, const judge::CourseSection& section);
/// They show a section in two parts: what it asks, and its answer.
Document question_page(const judge::CoursePage& page, const judge::CourseSection& section);
Document answer_page(const judge::CourseSection& section);

/// Says what result files say of the section's claims, and which section is next.
Document seen_page(const judge::CoursePage& page, const judge::CourseSection& section,
                   const std::vector<Results>& files);

}  // namespace tilebridge::pages
