// SPDX-License-Identifier: Apache-2.0
#include "summa.h"

#include "../common/sample.h"

#include <array>

namespace {

// A panel of A and one of B, on the host and on the device. There are two such pairs: one is filled while the
// device works with the other.
struct Slot {
  std::vector<float> host_a, host_b;
  cl::Buffer a, b;
  std::array<MPI_Request, 2> arrivals = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::vector<cl::Event> copied;  // set when host memory may be filled again
  std::vector<cl::Event> used;    // set when device memory may be filled again
};

class Summa {
 public:
  Summa(const Grid& grid, const LocalPart& part, const Problem& problem, const cl::Device& device);
  Run run(bool overlap);

 private:
  Slot& slot(std::size_t p) { return slots_[p % slots_.size()]; }
  void start_arrival(std::size_t p);
  void copy_to_device(std::size_t p);
  void enqueue_product(std::size_t p);

  const Grid& grid_;
  const LocalPart& part_;
  const Problem problem_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Kernel sgemm_;
  cl::Buffer c_;
  std::array<Slot, 2> slots_;
  std::vector<cl::Event> products_;
};

Summa::Summa(const Grid& grid, const LocalPart& part, const Problem& problem, const cl::Device& device)
    : grid_(grid),
      part_(part),
      problem_(problem),
      context_(sample::make_context(device)),
      queue_(context_, device, cl::QueueProperties::OutOfOrder | cl::QueueProperties::Profiling),
      sgemm_(cl::Program(context_, {device}, "sgemm"), "sgemm"),
      c_(context_, CL_MEM_READ_WRITE, sizeof(float) * part.rows() * part.columns()) {
  for (Slot& slot : slots_) {
    slot.host_a.resize(part.rows() * problem.panel);
    slot.host_b.resize(problem.panel * part.columns());
    slot.a = cl::Buffer(context_, CL_MEM_READ_ONLY, sizeof(float) * slot.host_a.size());
    slot.b = cl::Buffer(context_, CL_MEM_READ_ONLY, sizeof(float) * slot.host_b.size());
  }
}

// The owner of a panel sends it along its row or column of the grid, the others receive.
void Summa::start_arrival(std::size_t p) {
  Slot& s = slot(p);
  if (!s.copied.empty()) cl::Event::waitForEvents(s.copied);
  const std::size_t depth = problem_.depth(p);
  std::copy(part_.a(p).begin(), part_.a(p).end(), s.host_a.begin());
  std::copy(part_.b(p).begin(), part_.b(p).end(), s.host_b.begin());
  MPI_Ibcast(s.host_a.data(), static_cast<int>(part_.rows() * depth), MPI_FLOAT, part_.owner_of_a(p),
             grid_.same_row, &s.arrivals[0]);
  MPI_Ibcast(s.host_b.data(), static_cast<int>(depth * part_.columns()), MPI_FLOAT, part_.owner_of_b(p),
             grid_.same_column, &s.arrivals[1]);
}

void Summa::copy_to_device(std::size_t p) {
  Slot& s = slot(p);
  const std::size_t depth = problem_.depth(p);
  s.copied.resize(2);
  queue_.enqueueWriteBuffer(s.a, CL_FALSE, 0, sizeof(float) * part_.rows() * depth, s.host_a.data(), &s.used,
                            &s.copied[0]);
  queue_.enqueueWriteBuffer(s.b, CL_FALSE, 0, sizeof(float) * depth * part_.columns(), s.host_b.data(),
                            &s.used, &s.copied[1]);
}

// C = A B for the first panel, C += A B for the others, so the launches run one after the other.
void Summa::enqueue_product(std::size_t p) {
  Slot& s = slot(p);
  const auto m = static_cast<cl_uint>(part_.rows()), n = static_cast<cl_uint>(part_.columns());
  const auto k = static_cast<cl_uint>(problem_.depth(p));
  cl_uint index = 0;
  for (const cl_uint value : {0u, 0u, m, n, k}) sgemm_.setArg(index++, value);
  sgemm_.setArg(index++, 1.0f);
  sgemm_.setArg(index++, s.a);
  sgemm_.setArg(index++, k);
  sgemm_.setArg(index++, s.b);
  sgemm_.setArg(index++, n);
  sgemm_.setArg(index++, p == 0 ? 0.0f : 1.0f);
  sgemm_.setArg(index++, c_);
  sgemm_.setArg(index++, n);

  std::vector<cl::Event> before = s.copied;
  if (!products_.empty()) before.push_back(products_.back());
  cl::Event product;
  queue_.enqueueNDRangeKernel(sgemm_, cl::NullRange, cl::NDRange(n, m), cl::NullRange, &before, &product);
  queue_.flush();
  products_.push_back(product);
  s.used = {product};
}

Run Summa::run(bool overlap) {
  Run result;
  MPI_Barrier(grid_.all);
  const double start = MPI_Wtime();
  start_arrival(0);
  for (std::size_t p = 0; p < problem_.panels(); ++p) {
    MPI_Waitall(2, slot(p).arrivals.data(), MPI_STATUSES_IGNORE);
    copy_to_device(p);
    enqueue_product(p);
    if (!overlap) products_.back().wait();
    if (p + 1 < problem_.panels()) start_arrival(p + 1);
  }
  cl::Event::waitForEvents(products_);
  MPI_Barrier(grid_.all);
  result.seconds = MPI_Wtime() - start;
  for (const cl::Event& product : products_) result.busy_seconds += sample::seconds(product);
  result.c.resize(part_.rows() * part_.columns());
  queue_.enqueueReadBuffer(c_, CL_TRUE, 0, sizeof(float) * result.c.size(), result.c.data());
  return result;
}

}  // namespace

Run multiply(const Grid& grid, const LocalPart& part, const Problem& problem, const cl::Device& device,
             bool overlap) {
  return Summa(grid, part, problem, device).run(overlap);
}
