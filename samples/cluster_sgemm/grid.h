// SPDX-License-Identifier: Apache-2.0
//
// The ranks of a job as a grid, and the parts of the matrices that each rank holds.
#pragma once

#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>

#include <cstddef>
#include <vector>

struct Problem {
  std::size_t m = 1536, n = 1536, k = 1536;
  std::size_t panel = 256;  // columns of A and rows of B for one launch

  std::size_t panels() const { return (k + panel - 1) / panel; }
  std::size_t depth(std::size_t p) const { return p + 1 < panels() ? panel : k - p * panel; }  // of panel p
};

class Communicator {
 public:
  // Collective: ranks with the same `colour` form a communicator; a rank with MPI_UNDEFINED gets none.
  Communicator(MPI_Comm all, int colour) { MPI_Comm_split(all, colour, 0, &handle_); }
  ~Communicator() {
    if (handle_ != MPI_COMM_NULL) MPI_Comm_free(&handle_);
  }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  operator MPI_Comm() const { return handle_; }

 private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

int rank_in(MPI_Comm communicator);
int size_of(MPI_Comm communicator);

// As square as the number of ranks allows.
struct Grid {
  explicit Grid(MPI_Comm ranks);

  MPI_Comm all;
  int rows, columns, row, column;
  Communicator same_row, same_column;  // a rank's number in them is its column, its row
};

// C is divided into blocks, one for each rank. Panels of A and B are dealt in turn: panel p of A belongs to
// the ranks of column p mod columns, panel p of B to the ranks of row p mod rows. Each rank holds the part
// that its block of C needs.
class LocalPart {
 public:
  LocalPart(const Grid& grid, const Problem& problem);

  std::size_t rows() const { return rows_; }        // of the block of C
  std::size_t columns() const { return columns_; }  // likewise
  int owner_of_a(std::size_t p) const { return static_cast<int>(p) % grid_.columns; }
  int owner_of_b(std::size_t p) const { return static_cast<int>(p) % grid_.rows; }
  const std::vector<float>& a(std::size_t p) const {
    return a_[p];
  }  // rows() x depth; empty if other ranks hold it
  const std::vector<float>& b(std::size_t p) const { return b_[p]; }  // depth x columns()

  // Collective. Freivalds' check of C = A B over all ranks, in whole numbers: C x = A (B x).
  bool is_product(const std::vector<float>& c) const;

 private:
  const Grid& grid_;
  Problem problem_;
  std::size_t first_row_, rows_, first_column_, columns_;
  std::vector<std::vector<float>> a_, b_;
};
