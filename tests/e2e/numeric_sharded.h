// SPDX-License-Identifier: Apache-2.0
// Running problems with any head and kernel sharding, and what the programs with a loss must give.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_SHARDED_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_SHARDED_H_

#include <map>
#include <string>
#include <vector>

#include "logphead/head/loss.h"
#include "numeric_engines.h"
#include "numeric_policy.h"
#include "numeric_problem.h"

namespace logphead::numeric {

// How a problem is run.
struct Way {
  std::string head = "chunked";  // as ParseHead takes it
  std::vector<std::string> kernel = {"fsdp"};
  std::vector<std::string> kernel_vocab = {};
  KernelReuse reuse = KernelReuse::kKeep;
  bool skip_masked = false;
  int64_t tiles = 0;  // HeadConfig::vocab_tiles

  // E.g. "vocab_context_expert_Hfsdp".
  std::string Name() const;
};

// Devices that share the vocabulary.
int64_t GroupOf(const std::string& head, const std::string& mesh);

// Whether devices sum their parts of d_hidden.
HiddenSums SumsOf(const Problem& problem, const Way& way);

HeadConfig ConfigOf(const Problem& problem, const Way& way);

// Arrays by name, as HostArrays view them.
class Arrays {
 public:
  void Set(const std::string& name, DType dtype, std::vector<int64_t> dims,
           std::span<const std::byte> bytes);
  void Set(const std::string& name, std::vector<int64_t> dims, const std::vector<float>& values);
  std::vector<float> Floats(const std::string& name) const;
  NamedInputs View() const;

 private:
  struct Array {
    DType dtype = DType::kF32;
    std::vector<int64_t> dims;
    std::vector<std::byte> bytes;
  };
  std::map<std::string, Array> arrays_;
};

// The arrays of a batch: hidden, kernel, targets and what cotangents it has.
Arrays ArraysOf(const Batch& batch);

// Every input that any program reads but old and reference log-probs: those of the problem, and
// weights, a mask of 0, 1/2 and 1, and advantages of its seed.
Arrays AllArrays(const Problem& problem, const Inputs& inputs);

// What a program gives: arrays as Scores has them, scalars by name.
struct HeadResults {
  Scores scores;
  std::map<std::string, double> scalars;
};
Result<HeadResults> RunHead(const Client& client, const HeadConfig& config, ProgramKind kind,
                            const Arrays& arrays);

// loss_and_grad without a policy loss: the loss, and the reference whose gradients are its own.
struct MeanLossReference {
  double loss = 0;
  Reference reference;
};
MeanLossReference MeanLossOf(const Inputs& inputs, const Arrays& arrays);

// A policy loss: its scalars, and the reference whose gradients are its own. Log-probs of the old
// policy are made so that ratios are away from the clips by 1 % and more; they and those of the
// reference policy are added to `arrays`.
struct PolicyLossReference {
  PolicyReference policy;
  Reference reference;
};
PolicyLossReference PolicyLossOf(const LossConfig& loss, const Problem& problem,
                                 const Inputs& inputs, Arrays& arrays);

// Adds test failures for scalars that differ by more than 1e-5 of 1 plus their magnitude.
void ExpectScalars(const std::map<std::string, double>& actual, const PolicyReference& policy);

}  // namespace logphead::numeric

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_SHARDED_H_
