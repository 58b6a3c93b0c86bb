// SPDX-License-Identifier: Apache-2.0
// SQLite behind Result: connections, prepared statements and transactions that clean up.
#ifndef LOGPHEAD_PLAN_SQLITE_H_
#define LOGPHEAD_PLAN_SQLITE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "logphead/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace logphead::sqlite {

// A prepared statement. Parameters and columns are numbered as in SQLite: from 1, from 0. Errors of
// binding show in Step.
class Statement {
 public:
  Statement& Bind(int at, std::string_view text);
  Statement& Bind(int at, int64_t number);
  Statement& Bind(int at, double number);

  // Whether there is a row to read. After false the statement is over.
  Result<bool> Step();
  // Steps to the end.
  Status Run();
  // Ends reading, so that what it read may be changed.
  void Reset();

  // Of the present row. A column of another type is converted as SQLite does.
  std::string Text(int column) const;
  int64_t Integer(int column) const;
  double Real(int column) const;

 private:
  friend class Database;
  explicit Statement(sqlite3_stmt* statement);
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bind_error_ = 0;
};

// A connection. Codes of its errors: kDataLoss where the file is damaged or no database,
// kPermissionDenied where it may not be written, kResourceExhausted where space or memory ran out,
// kUnavailable where another process held it for too long, kInternal for SQL that does not fit the
// tables, kUnknown for what else the system refused.
class Database {
 public:
  // Opens or makes the file; nothing is read yet.
  static Result<Database> Open(const std::filesystem::path& path);

  // Waits this long for other processes before an operation fails.
  void SetBusyTimeout(int milliseconds);

  Result<Statement> Prepare(std::string_view sql);
  // Statements without parameters, separated by semicolons; rows are dropped.
  Status Run(const char* sql);
  // The first column of the only row, e.g. of a pragma; empty without a row.
  Result<std::string> Ask(std::string_view sql);
  // Rows that the last statement inserted, changed or deleted.
  int64_t Changes() const;

 private:
  explicit Database(sqlite3* database);
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

// Writes that happen together or not at all: rolled back unless committed.
class Transaction {
 public:
  // Waits for the right to write.
  static Result<Transaction> Begin(Database& database);
  Transaction(Transaction&& other) noexcept;
  Transaction(const Transaction&) = delete;
  ~Transaction();

  Status Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace logphead::sqlite

#endif  // LOGPHEAD_PLAN_SQLITE_H_
