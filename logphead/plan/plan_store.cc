// SPDX-License-Identifier: Apache-2.0
// PlanStore: rows written and read with their checksums.
#include "logphead/plan/plan_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "logphead/plan/fingerprint.h"
#include "logphead/plan/plan_store_state.h"

namespace logphead {
namespace {

namespace fs = std::filesystem;
using sqlite::Statement;
using sqlite::Transaction;

constexpr int64_t kHour = 3600;
constexpr size_t kKeyDigits = 32;
constexpr std::string_view kDropWhat = "a compile";
constexpr std::string_view kDropCompile = "DELETE FROM compiles WHERE key = ?1";

// In the order in which ReadCompile takes them.
constexpr const char* kColumns =
    "key, program, options, plugin, description, report, seconds, created, used, checksum";

// Of all that never changes in a row.
std::string ChecksumOf(const StoredCompile& row) {
  return Fingerprint({row.key, row.program, row.options, row.plugin, row.description, row.report,
                      fmt::format("{} {}", row.seconds, row.created)});
}

// The row as stored; nothing when it is not what was once written.
std::optional<StoredCompile> ReadCompile(const Statement& statement) {
  StoredCompile row;
  row.key = statement.Text(0);
  row.program = statement.Text(1);
  row.options = statement.Text(2);
  row.plugin = statement.Text(3);
  row.description = statement.Text(4);
  row.report = statement.Text(5);
  row.seconds = statement.Real(6);
  row.created = statement.Integer(7);
  row.used = statement.Integer(8);
  if (ChecksumOf(row) != statement.Text(9)) return std::nullopt;
  return row;
}

// Of the database and its log.
int64_t FileBytes(const fs::path& path) {
  int64_t total = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code error;
    const uintmax_t bytes = fs::file_size(path.string() + suffix, error);
    if (!error) total += static_cast<int64_t>(bytes);
  }
  return total;
}

}  // namespace

std::string PlanKey::Text() const { return Fingerprint({program, options, plugin}); }

PlanStore::State::~State() {
  if (recalled.empty()) return;
  // Ages of rows are not worth a wait, nor an error.
  file.database.SetBusyTimeout(500);
  static_cast<void>(MarkRecalled().ok());
}

Error PlanStore::State::Failed(std::string_view doing, const Error& error) const {
  Error said = error.WithContext(fmt::format("cannot {} {}", doing, path.string()));
  if (said.code() != Code::kDataLoss) return said;
  return Error(Code::kDataLoss, said.message() + " (it is set aside when it is opened next)",
               said.where());
}

void PlanStore::State::Drop(std::string_view what, std::string_view sql, std::string_view key) {
  const auto drop = [&]() -> Status {
    LOGPHEAD_ASSIGN_OR_RETURN(Statement statement, file.database.Prepare(sql));
    return statement.Bind(1, key).Run();
  };
  notes.push_back(fmt::format("{} in {} was damaged and is {}", what, path.string(),
                              drop().ok() ? "removed" : "ignored"));
}

Status PlanStore::State::MarkRecalled() {
  LOGPHEAD_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(file.database));
  for (const std::string& key : recalled) {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        file.database.Prepare("UPDATE compiles SET used = ?2 WHERE key = ?1 AND used < ?2"));
    LOGPHEAD_RETURN_IF_ERROR(statement.Bind(1, key).Bind(2, Now()).Run());
  }
  return transaction.Commit();
}

PlanStore::PlanStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
PlanStore::PlanStore(PlanStore&&) noexcept = default;
PlanStore& PlanStore::operator=(PlanStore&&) noexcept = default;
PlanStore::~PlanStore() = default;

Result<OpenedPlanStore> PlanStore::Open(const fs::path& path) { return Open(path, OpenOptions{}); }

Result<OpenedPlanStore> PlanStore::Open(const fs::path& path, const OpenOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(StoreFile file, OpenStoreFile(path, options.create));
  std::vector<std::string> notes = std::move(file.notes);
  auto state = std::make_unique<State>(path, std::move(file));
  return OpenedPlanStore{PlanStore(std::move(state)), std::move(notes)};
}

std::vector<std::string> PlanStore::TakeNotes() { return std::exchange(state_->notes, {}); }

const fs::path& PlanStore::path() const { return state_->path; }

Result<std::optional<std::string>> PlanStore::Recall(const PlanKey& key) {
  const std::string text = key.Text();
  const auto recall = [&]() -> Result<std::optional<std::string>> {
    LOGPHEAD_ASSIGN_OR_RETURN(Statement statement,
                              state_->file.database.Prepare(
                                  fmt::format("SELECT {} FROM compiles WHERE key = ?1", kColumns)));
    LOGPHEAD_ASSIGN_OR_RETURN(const bool found, statement.Bind(1, text).Step());
    if (!found) return std::optional<std::string>();
    std::optional<StoredCompile> row = ReadCompile(statement);
    const bool right = row && row->key == text && row->program == key.program &&
                       row->options == key.options && row->plugin == key.plugin;
    if (!right) {
      statement.Reset();
      state_->Drop(kDropWhat, kDropCompile, text);
      return std::optional<std::string>();
    }
    if (row->used + kHour <= State::Now()) state_->recalled.push_back(text);
    return std::optional<std::string>(std::move(row->report));
  };
  Result<std::optional<std::string>> report = recall();
  if (!report.ok()) return state_->Failed("recall a compile from", report.error());
  return report;
}

Status PlanStore::Remember(const PlanKey& key, std::string_view description,
                           std::string_view report, double seconds) {
  const auto json = nlohmann::json::parse(description, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return InvalidArgument("the description of a compile is no JSON object");
  const int64_t now = State::Now();
  const StoredCompile row{key.Text(),
                          key.program,
                          key.options,
                          key.plugin,
                          std::string(description),
                          std::string(report),
                          std::isfinite(seconds) ? seconds : 0,
                          now,
                          now};
  const auto remember = [&]() -> Status {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        state_->file.database.Prepare(fmt::format("INSERT OR REPLACE INTO compiles({}) "
                                                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                                                  kColumns)));
    statement.Bind(1, row.key).Bind(2, row.program).Bind(3, row.options).Bind(4, row.plugin);
    statement.Bind(5, row.description).Bind(6, row.report).Bind(7, row.seconds);
    statement.Bind(8, row.created).Bind(9, row.used).Bind(10, ChecksumOf(row));
    return statement.Run();
  };
  const Status status = remember();
  return status.ok() ? status : state_->Failed("remember a compile in", status.error());
}

Result<std::vector<StoredCompile>> PlanStore::List() {
  std::vector<StoredCompile> rows;
  std::vector<std::string> damaged;
  const auto list = [&]() -> Status {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        state_->file.database.Prepare(
            fmt::format("SELECT {} FROM compiles ORDER BY created DESC, rowid DESC", kColumns)));
    while (true) {
      LOGPHEAD_ASSIGN_OR_RETURN(const bool found, statement.Step());
      if (!found) return {};
      std::optional<StoredCompile> row = ReadCompile(statement);
      if (row) {
        rows.push_back(*std::move(row));
      } else {
        damaged.push_back(statement.Text(0));
      }
    }
  };
  const Status status = list();
  if (!status.ok()) return state_->Failed("list the compiles in", status.error());
  for (const std::string& key : damaged) state_->Drop(kDropWhat, kDropCompile, key);
  return rows;
}

Result<StoredCompile> PlanStore::Show(std::string_view prefix) {
  std::string digits(prefix);
  for (char& c : digits) c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  if (digits.size() < 4 || digits.size() > kKeyDigits ||
      digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return InvalidArgument("a key is 4 to 32 hexadecimal digits (plans list prints them)");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(std::vector<StoredCompile> rows, List());
  std::erase_if(rows, [&](const StoredCompile& row) { return !row.key.starts_with(digits); });
  if (rows.empty()) {
    return NotFound(fmt::format("no compile in {} has a key that begins with {}",
                                state_->path.string(), digits));
  }
  if (rows.size() > 1) {
    return InvalidArgument(
        fmt::format("{} compiles have a key that begins with {}: {}, {} (give "
                    "more digits)",
                    rows.size(), digits, rows[0].key, rows[1].key));
  }
  return std::move(rows.front());
}

Result<Pruned> PlanStore::Prune(const PruneFilter& filter) {
  sqlite::Database& database = state_->file.database;
  const bool all = !filter.unused_since && filter.compiler.empty();
  Pruned pruned;
  const int64_t before = FileBytes(state_->path);
  const auto prune = [&]() -> Status {
    LOGPHEAD_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        database.Prepare("DELETE FROM compiles WHERE used < ?1 AND (?2 = '' OR ?2 = CASE WHEN "
                         "json_valid(description) THEN json_extract(description, '$.compiler') "
                         "END)"));
    statement.Bind(1, filter.unused_since.value_or(INT64_MAX)).Bind(2, filter.compiler);
    LOGPHEAD_RETURN_IF_ERROR(statement.Run());
    pruned.compiles = database.Changes();
    // Those of files that are gone would stay for ever.
    if (all) LOGPHEAD_RETURN_IF_ERROR(database.Run("DELETE FROM plugins"));
    return transaction.Commit();
  };
  Status status = prune();
  if (status.ok()) status = state_->GiveBackSpace();
  if (!status.ok()) return state_->Failed("prune", status.error());
  const Result<std::string> left = database.Ask("SELECT count(*) FROM compiles");
  if (!left.ok()) return state_->Failed("prune", left.error());
  pruned.left = std::stoll(*left);
  pruned.bytes = std::max<int64_t>(0, before - FileBytes(state_->path));
  return pruned;
}

Status PlanStore::State::GiveBackSpace() {
  // The rows are gone in any case; another process at work only delays what the file gives back.
  for (const char* sql : {"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"}) {
    Status status = file.database.Run(sql);
    if (status.ok()) continue;
    if (status.error().code() == Code::kDataLoss) return status;
    notes.push_back(
        fmt::format("{} keeps its size for now: {}", path.string(), status.error().message()));
    return {};
  }
  return {};
}

}  // namespace logphead
