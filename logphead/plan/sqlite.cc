// SPDX-License-Identifier: Apache-2.0
// SQLite: its codes made into ours.
#include "logphead/plan/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace logphead::sqlite {
namespace {

Code CodeOf(int extended) {
  // A file that is shorter than it says, or that the file system knows to be damaged.
  if (extended == SQLITE_IOERR_SHORT_READ || extended == SQLITE_IOERR_CORRUPTFS) {
    return Code::kDataLoss;
  }
  switch (extended & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
      return Code::kDataLoss;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return Code::kPermissionDenied;
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return Code::kResourceExhausted;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return Code::kUnavailable;
    case SQLITE_ERROR:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:
    case SQLITE_SCHEMA:
    case SQLITE_TOOBIG:
      return Code::kInternal;
    default:
      return Code::kUnknown;
  }
}

Error ErrorOf(sqlite3* database, Place where = Place::Here()) {
  const int extended = sqlite3_extended_errcode(database);
  return Error(CodeOf(extended), sqlite3_errmsg(database), where);
}

}  // namespace

Statement::Statement(sqlite3_stmt* statement) : statement_(statement) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement& Statement::Bind(int at, std::string_view text) {
  // A null pointer would bind NULL.
  const char* data = text.data() == nullptr ? "" : text.data();
  const int code =
      sqlite3_bind_text64(statement_.get(), at, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) bind_error_ = code;
  return *this;
}

Statement& Statement::Bind(int at, int64_t number) {
  const int code = sqlite3_bind_int64(statement_.get(), at, number);
  if (code != SQLITE_OK) bind_error_ = code;
  return *this;
}

Statement& Statement::Bind(int at, double number) {
  const int code = sqlite3_bind_double(statement_.get(), at, number);
  if (code != SQLITE_OK) bind_error_ = code;
  return *this;
}

Result<bool> Statement::Step() {
  if (bind_error_ != 0) return Error(CodeOf(bind_error_), sqlite3_errstr(bind_error_));
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return ErrorOf(sqlite3_db_handle(statement_.get()));
}

Status Statement::Run() {
  while (true) {
    LOGPHEAD_ASSIGN_OR_RETURN(const bool row, Step());
    if (!row) return {};
  }
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

std::string Statement::Text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  const int bytes = sqlite3_column_bytes(statement_.get(), column);
  return text == nullptr
             ? std::string()
             : std::string(reinterpret_cast<const char*>(text), static_cast<size_t>(bytes));
}

int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::Real(int column) const { return sqlite3_column_double(statement_.get(), column); }

Database::Database(sqlite3* database) : database_(database) {}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Database> Database::Open(const std::filesystem::path& path) {
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  if (raw == nullptr) return Error(Code::kResourceExhausted, "out of memory");
  Database database(raw);
  if (code != SQLITE_OK) return ErrorOf(raw);
  sqlite3_extended_result_codes(raw, 1);
  // Nothing that the file says may run functions or change the file by hand.
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  return database;
}

void Database::SetBusyTimeout(int milliseconds) {
  sqlite3_busy_timeout(database_.get(), milliseconds);
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  if (code != SQLITE_OK) return ErrorOf(database_.get());
  return Statement(raw);
}

Status Database::Run(const char* sql) {
  const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status() : Status(ErrorOf(database_.get()));
}

Result<std::string> Database::Ask(std::string_view sql) {
  LOGPHEAD_ASSIGN_OR_RETURN(Statement statement, Prepare(sql));
  LOGPHEAD_ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Text(0) : std::string();
}

int64_t Database::Changes() const { return sqlite3_changes64(database_.get()); }

Result<Transaction> Transaction::Begin(Database& database) {
  LOGPHEAD_RETURN_IF_ERROR(database.Run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  // An error means that SQLite has rolled back by itself.
  if (database_ != nullptr) static_cast<void>(database_->Run("ROLLBACK").ok());
}

Status Transaction::Commit() {
  LOGPHEAD_RETURN_IF_ERROR(database_->Run("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace logphead::sqlite
