// SPDX-License-Identifier: Apache-2.0
// Buffer: copies back to the host, waiting, and letting go of borrowed host data.
#include "logphead/pjrt/buffer.h"

#include <fmt/format.h>

#include "logphead/pjrt/client_state.h"

namespace logphead {

Buffer::Buffer(std::shared_ptr<const internal::ClientState> client,
               internal::Handle<PJRT_Buffer> handle, internal::Handle<PJRT_Event> host_released,
               DType dtype, std::vector<int64_t> dims, int device)
    : client_(std::move(client)),
      handle_(std::move(handle)),
      host_released_(std::move(host_released)),
      dtype_(dtype),
      dims_(std::move(dims)),
      device_(device) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this == &other) return *this;
  Release();
  client_ = std::move(other.client_);
  handle_ = std::move(other.handle_);
  host_released_ = std::move(other.host_released_);
  dtype_ = other.dtype_;
  dims_ = std::move(other.dims_);
  device_ = other.device_;
  return *this;
}

Buffer::~Buffer() { Release(); }

void Buffer::Release() noexcept {
  handle_.reset();
  if (host_released_ == nullptr) return;
  // The engine may read borrowed memory until this event; the caller may free it when we return.
  const PJRT_Api* api = host_released_.get_deleter().api;
  LOGPHEAD_PJRT_ARGS(args, PJRT_Event_Await);
  args.event = host_released_.get();
  if (auto* await = LOGPHEAD_PJRT_FUNCTION(api, PJRT_Event_Await)) {
    internal::DropError(api, await(&args));
  }
  host_released_.reset();
}

Result<Buffer> Buffer::FromPlugin(std::shared_ptr<const internal::ClientState> client,
                                  internal::Handle<PJRT_Buffer> handle, int device) {
  const PJRT_Api* api = client->api();
  LOGPHEAD_PJRT_ARGS(type, PJRT_Buffer_ElementType);
  type.buffer = handle.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Buffer_ElementType, type));
  LOGPHEAD_ASSIGN_OR_RETURN(const DType dtype, internal::FromBufferType(type.type));
  LOGPHEAD_PJRT_ARGS(dims, PJRT_Buffer_Dimensions);
  dims.buffer = handle.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Buffer_Dimensions, dims));
  return Buffer(std::move(client), std::move(handle), nullptr, dtype,
                std::vector<int64_t>(dims.dims, dims.dims + dims.num_dims), device);
}

size_t Buffer::size_bytes() const {
  size_t bytes = DTypeBytes(dtype_);
  for (const int64_t dim : dims_) bytes *= static_cast<size_t>(dim);
  return bytes;
}

Status Buffer::ToHost(void* dst, size_t size) const {
  if (size != size_bytes()) {
    return InvalidArgument(fmt::format("a destination of {} bytes for an array of {} ({}[{}])",
                                       size, size_bytes(), DTypeName(dtype_),
                                       fmt::join(dims_, ",")));
  }
  // A null destination would only ask for the size.
  if (size == 0) return Await();
  if (dst == nullptr) return InvalidArgument("no destination for the copy to the host");

  std::vector<int64_t> minor_to_major(dims_.size());
  for (size_t i = 0; i < dims_.size(); ++i) {
    minor_to_major[i] = static_cast<int64_t>(dims_.size() - 1 - i);
  }
  // Explicit, as the default is the device's own layout, which need not be row-major.
  PJRT_Buffer_MemoryLayout layout{};
  layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.minor_to_major_size = minor_to_major.size();

  const PJRT_Api* api = client_->api();
  LOGPHEAD_PJRT_ARGS(args, PJRT_Buffer_ToHostBuffer);
  args.src = handle_.get();
  args.host_layout = &layout;
  args.dst = dst;
  args.dst_size = size;
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Buffer_ToHostBuffer, args));
  const auto event = internal::Adopt(api, args.event);
  return internal::Await(api, event.get());
}

Status Buffer::Await() const {
  const PJRT_Api* api = client_->api();
  LOGPHEAD_PJRT_ARGS(args, PJRT_Buffer_ReadyEvent);
  args.buffer = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Buffer_ReadyEvent, args));
  const auto event = internal::Adopt(api, args.event);
  return internal::Await(api, event.get());
}

}  // namespace logphead
