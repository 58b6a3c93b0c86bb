// SPDX-License-Identifier: Apache-2.0
// Ranking: sorting, and sentences about the best.
#include "logphead/plan/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "logphead/plan/case_names.h"

namespace logphead {
namespace {

double SecondsOf(const PlanRow& row) {
  return row.prediction ? row.prediction->sequential : std::numeric_limits<double>::infinity();
}

std::string Needs(const PlanRow& row, double resident_bytes) {
  std::string text = HumanBytes(row.peak_bytes());
  if (resident_bytes > 0) {
    text += fmt::format(" beside {} resident", HumanBytes(static_cast<int64_t>(resident_bytes)));
  }
  return text;
}

// What tells two cases of one plan apart.
std::string FullName(const std::vector<PlanRow>& rows, const PlanRow& row) {
  const PlanCase& plan_case = row.plan_case;
  std::string name = CaseName(plan_case);
  const auto differ = [&](const auto& of) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const PlanRow& other) { return of(other.plan_case) != of(plan_case); });
  };
  if (differ([](const PlanCase& each) { return each.topology; }))
    name += " on " + plan_case.topology;
  if (differ(LayoutName)) name += ", mesh " + LayoutName(plan_case);
  if (differ([](const PlanCase& each) { return each.compiler; })) name += ", " + plan_case.compiler;
  return name;
}

std::string ReasonOf(const std::vector<PlanRow>& rows, const std::vector<size_t>& order,
                     double resident_bytes) {
  const PlanRow& best = rows[order.front()];
  const std::string name = FullName(rows, best);
  if (!best.prediction) {
    return fmt::format("{}: the fewest bytes, where no seconds can be predicted; takes {}", name,
                       Needs(best, resident_bytes));
  }
  // Those that the best was chosen among, itself the first.
  std::vector<const PlanRow*> rivals;
  for (const size_t i : order) {
    if (rows[i].prediction && rows[i].fits == best.fits) rivals.push_back(&rows[i]);
  }
  const auto told = [&](const PlanRow& row) {
    return FullName(rows, row) + ", " + HumanSeconds(row.prediction->sequential);
  };
  std::string reason =
      fmt::format("{}: {} predicted", name, HumanSeconds(best.prediction->sequential));
  if (rivals.size() > 1) {
    reason += fmt::format(", the fewest of {} that {} (next: {}", rivals.size(),
                          best.fits ? "fit" : "compile", told(*rivals[1]));
    if (rivals.size() > 2) reason += "; last: " + told(*rivals.back());
    reason += ")";
  }
  return reason + "; takes " + Needs(best, resident_bytes);
}

// "--shard rows=fsdp --shard kernel=fsdp,context ".
std::string ShardFlags(const PlanCase& plan_case) {
  std::string flags;
  std::string rest = ShardName(plan_case);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    flags += fmt::format("--shard {} ", rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return flags;
}

// ", compiled by libtpu==0.0.50" where there are several: another may not take what this one does.
std::string CompilerNote(const std::vector<PlanRow>& rows, const PlanCase& plan_case) {
  const bool several = std::any_of(rows.begin(), rows.end(), [&](const PlanRow& row) {
    return row.plan_case.compiler != plan_case.compiler;
  });
  return several ? ", compiled by " + plan_case.compiler : std::string();
}

// Flags of logphead run and emit for a case.
std::string FlagsOf(const PlanCase& plan_case) {
  const HeadConfig& config = plan_case.config;
  std::string text;
  if (config.mesh) text += fmt::format("--mesh {} ", config.mesh->ToString());
  if (config.mesh && config.shardings != HeadShardings::Default(*config.mesh)) {
    text += ShardFlags(plan_case);
  }
  text += fmt::format("--head {} --chunk {}", config.head.ToString(), config.chunk);
  if (IsChunked(plan_case)) {
    text += fmt::format(" --replicate-sequence {}", ReplicateName(plan_case));
  } else if (config.kernel_reuse == KernelReuse::kRegather) {
    text += fmt::format(" --kernel regather --vocab-tiles {}", config.tiles());
  }
  if (config.loss) text += fmt::format(" --loss {}", LossKindName(config.loss->kind));
  if (config.logits == LogitsPrecision::kBf16) text += " --precision origin";
  return text + "  # flags of logphead";
}

// Heads that tunix and MaxText have too, with settings under which they build the same.
bool HasPeer(const PlanCase& plan_case) {
  return plan_case.config.head.kind != HeadKind::kVocab &&
         plan_case.config.variant == ReplicateVariant::kRule;
}

std::string PeerSettings(const PlanCase& plan_case) {
  const HeadConfig& config = plan_case.config;
  if (!IsChunked(plan_case)) {
    return fmt::format("compute_logps_chunk_size={} TUNIX_LOGPS_SHARDED_HEAD=local", config.chunk);
  }
  return fmt::format("compute_logps_chunk_size={} TUNIX_LOGPS_REPLICATE_SEQUENCE={}", config.chunk,
                     ReplicateName(plan_case));
}

std::vector<std::string> UseOf(const std::vector<PlanRow>& rows, const std::vector<size_t>& order) {
  const PlanRow& best = rows[order.front()];
  const std::string head = best.plan_case.config.head.ToString();
  std::vector<std::string> use = {FlagsOf(best.plan_case) + CompilerNote(rows, best.plan_case)};
  if (HasPeer(best.plan_case)) {
    use.push_back(PeerSettings(best.plan_case) + "  # tunix, MaxText" +
                  CompilerNote(rows, best.plan_case));
    return use;
  }
  for (const size_t i : order) {
    const PlanRow& row = rows[i];
    if (!HasPeer(row.plan_case) || row.fits == false) continue;
    const std::string seconds =
        row.prediction ? ", " + HumanSeconds(row.prediction->sequential) : std::string();
    use.push_back(fmt::format("{}  # tunix, MaxText, which have no {}: {}{}",
                              PeerSettings(row.plan_case), head, CaseName(row.plan_case), seconds) +
                  CompilerNote(rows, row.plan_case));
    return use;
  }
  use.push_back(
      fmt::format("# tunix, MaxText: no setting gives {} (plan chunked and local too)", head));
  return use;
}

}  // namespace

Ranking Rank(const std::vector<PlanRow>& rows, double resident_bytes) {
  Ranking ranking;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].verdict == Verdict::kCompiles) ranking.order.push_back(i);
  }
  std::stable_sort(ranking.order.begin(), ranking.order.end(), [&](size_t a, size_t b) {
    const auto key = [&](size_t i) {
      // The rule done wrong is there to be compared with, not to be used.
      const bool control = rows[i].plan_case.config.variant != ReplicateVariant::kRule;
      return std::tuple(rows[i].fits == false, control, SecondsOf(rows[i]), rows[i].peak_bytes());
    };
    return key(a) < key(b);
  });
  if (ranking.order.empty()) {
    const bool tried = std::any_of(rows.begin(), rows.end(), [](const PlanRow& row) {
      return row.verdict != Verdict::kPruned;
    });
    ranking.reason = tried ? "no case compiles" : "no case was compiled";
    return ranking;
  }
  const PlanRow& first = rows[ranking.order.front()];
  if (first.fits == false) {
    const auto least = *std::min_element(
        ranking.order.begin(), ranking.order.end(),
        [&](size_t a, size_t b) { return rows[a].peak_bytes() < rows[b].peak_bytes(); });
    ranking.reason = fmt::format("no case fits: the smallest, {}, needs {}",
                                 FullName(rows, rows[least]), Needs(rows[least], resident_bytes));
    return ranking;
  }
  ranking.best = ranking.order.front();
  ranking.reason = ReasonOf(rows, ranking.order, resident_bytes);
  ranking.use = UseOf(rows, ranking.order);
  return ranking;
}

}  // namespace logphead
