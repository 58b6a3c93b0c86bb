// SPDX-License-Identifier: Apache-2.0
// HtmlReport: a plan as one page that a browser shows without a network.
#ifndef LOGPHEAD_PLAN_HTML_REPORT_H_
#define LOGPHEAD_PLAN_HTML_REPORT_H_

#include <nlohmann/json.hpp>
#include <string>

namespace logphead {

// The page of a document that `plan --format json` prints (schema 2). Keys that are missing, null
// or of another type leave their part out; every text is escaped. The page loads nothing, needs no
// script to be read, and is UTF-8 whatever the document holds.
std::string HtmlReport(const nlohmann::ordered_json& plan);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_HTML_REPORT_H_
