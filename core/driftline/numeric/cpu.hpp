// Loops compiled twice: for every x86-64 CPU, and for those with AVX2, as most have since 2013.
//
// AVX2 takes four doubles at once instead of two. It brings no fused multiply-add, and every lane
// keeps its order, so both versions give the same bits. Which one runs is asked once a block of
// rows. AVX-512 was tried and is slower: four lanes fill half of its registers.
#pragma once

namespace driftline {

// A sanitizer's checks, all inlined, take the compiler minutes and gigabytes: one version there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define DRIFTLINE_AVX2 1  // a function may be written for such CPUs

namespace detail {

/// `flatten`: what is called and not inlined stays code for every CPU.
template <class Work>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void with_avx2(Work work) {
  work();
}

}  // namespace detail

/// Calls work(), compiled for this CPU if that is worth a call: it costs 10 ns.
template <class Work>
[[gnu::always_inline]] inline void on_this_cpu(const Work& work, bool is_worth_it = true) {
  if (is_worth_it && __builtin_cpu_supports("avx2") != 0) {
    detail::with_avx2(work);
  } else {
    work();
  }
}

#else

template <class Work>
inline void on_this_cpu(const Work& work, bool /*is_worth_it*/ = true) {
  work();
}

#endif

}  // namespace driftline
