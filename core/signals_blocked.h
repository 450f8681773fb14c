// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>
#include <signal.h>

namespace quadcl {

/// Signals of the application are for its own threads.
inline void block_signals_here(sigset_t* before = nullptr) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
}

/// Blocks all signals while a thread starts; it inherits the mask.
class SignalsBlocked {
 public:
  SignalsBlocked() { block_signals_here(&before_); }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace quadcl
