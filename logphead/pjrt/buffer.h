// SPDX-License-Identifier: Apache-2.0
// Buffer: one array in the memory of one device.
#ifndef LOGPHEAD_PJRT_BUFFER_H_
#define LOGPHEAD_PJRT_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/pjrt/handles.h"

namespace logphead {

namespace internal {
struct ClientState;
}  // namespace internal

// Move-only; keeps its client alive. Made by Client::ToDevice and LoadedExecutable::Execute.
class Buffer {
 public:
  Buffer(Buffer&&) noexcept = default;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  // Frees the device memory. A buffer made from borrowed host data first waits until the engine has
  // let go of it.
  ~Buffer();

  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& dims() const { return dims_; }
  // Index of the device among the client's.
  int device() const { return device_; }
  // Bytes of the array on the host, dense and row-major.
  size_t size_bytes() const;

  // Waits for the data and copies it, dense and row-major, to `dst`. `size` must be size_bytes().
  Status ToHost(void* dst, size_t size) const;

  // Waits until the data is there; the error of the computation or transfer that should have made
  // it.
  Status Await() const;

 private:
  friend class Client;
  friend class LoadedExecutable;
  Buffer(std::shared_ptr<const internal::ClientState> client, internal::Handle<PJRT_Buffer> handle,
         internal::Handle<PJRT_Event> host_released, DType dtype, std::vector<int64_t> dims,
         int device);
  // Reads type and dimensions of a buffer that the plugin made.
  static Result<Buffer> FromPlugin(std::shared_ptr<const internal::ClientState> client,
                                   internal::Handle<PJRT_Buffer> handle, int device);
  void Release() noexcept;

  std::shared_ptr<const internal::ClientState> client_;
  internal::Handle<PJRT_Buffer> handle_;
  internal::Handle<PJRT_Event> host_released_;
  DType dtype_;
  std::vector<int64_t> dims_;
  int device_;
};

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_BUFFER_H_
