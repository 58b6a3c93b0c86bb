// SPDX-License-Identifier: Apache-2.0
// StoreLock: who may open and who may rename the database of a PlanStore.
#ifndef LOGPHEAD_PLAN_STORE_LOCK_H_
#define LOGPHEAD_PLAN_STORE_LOCK_H_

#include <filesystem>
#include <string_view>

#include "logphead/base/descriptor.h"
#include "logphead/base/result.h"

namespace logphead {

// How long a process waits for another.
inline constexpr int kStoreWaitMilliseconds = 30000;

// "doing PATH: the system's reason" for an errno.
Error SystemError(int number, std::string_view doing, const std::filesystem::path& path,
                  Place where = Place::Here());

// A lock file beside the database. SQLite finds the log of a database by its name, so a database
// that is renamed while others have it open would leave them with the log of its successor. So who
// has it open shares one lock for as long, and who renames it must hold that alone. Another lock is
// held while a process looks at the database and decides. Given back when the object or the
// process ends.
class StoreLock {
 public:
  // Makes the file where there is none, and waits for other processes that are opening. Errors: it
  // cannot be made or written, or they take more than 30 s.
  static Result<StoreLock> Open(const std::filesystem::path& path);

  // Whether nobody else has the database open; then nobody opens it until UseWithOthers.
  Result<bool> TryUseAlone() const;
  Status UseWithOthers() const;
  // Lets the next process open.
  Status Opened() const;

 private:
  StoreLock(Descriptor file, std::filesystem::path path);
  Result<bool> Try(int byte, short type) const;
  Status Wait(int byte, short type) const;

  Descriptor file_;
  std::filesystem::path path_;
};

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_STORE_LOCK_H_
