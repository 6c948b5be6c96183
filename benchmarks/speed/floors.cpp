// Floors: the bare loops that driftline's predict_learn_many is measured against.
//
// Each loop predicts a row, then learns it, and counts the right answers. It does the
// arithmetic of the learner and nothing else: no checks, no label table, no missing values,
// no threads, the data already in memory as row-major doubles or CSR. Sums use four lanes
// (element i in lane i mod 4, added as (0+2)+(1+3)), the sparse ones by position in the row.
// Two labels need one row of weights; more labels one row each, a row starting at zero when
// its label is first seen. The intercept is one scalar more. Built by floors.py with -O3 for
// the baseline CPU. Formulas: specs/linear-online.md; the scaler learns between predict and learn.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using std::size_t;

double join(const double (&lane)[4]) { return (lane[0] + lane[2]) + (lane[1] + lane[3]); }

/// Calls f(i, lane) for every i < n, four at a time, then two, then one: what is left over
/// still goes through two-wide vectors.
template <class Body>
inline void in_lanes(size_t n, Body f) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t j = 0; j < 4; ++j) f(i + j, j);
  size_t lane = 0;
  if (i + 2 <= n) {
    for (size_t j = 0; j < 2; ++j) f(i + j, j);
    i += 2;
    lane = 2;
  }
  if (i < n) lane == 0 ? f(i, 0) : f(i, 2);
}

/// Sum of term(i) over i < n in four lanes.
template <class Term>
inline double sum(size_t n, Term term) {
  double lane[4] = {};
  in_lanes(n, [&](size_t i, size_t j) { lane[j] += term(i); });
  return join(lane);
}

// A dense and a sparse row answer the same two questions: the sum of f(feature, value),
// and do g(feature, value) for each.
struct Dense {
  const double* __restrict x;
  size_t n;
  double sum_of(auto f) const {
    return sum(n, [&](size_t i) { return f(i, x[i]); });
  }
  void each(auto g) const {
#pragma GCC ivdep
    for (size_t i = 0; i < n; ++i) g(i, x[i]);
  }
};

struct Sparse {
  const std::int32_t* __restrict column;
  const double* __restrict value;
  size_t n;
  double sum_of(auto f) const {
    return sum(n, [&](size_t i) { return f(static_cast<size_t>(column[i]), value[i]); });
  }
  void each(auto g) const {
    for (size_t i = 0; i < n; ++i) g(static_cast<size_t>(column[i]), value[i]);
  }
};

struct Linear {
  explicit Linear(size_t width) : weights(width) {}
  double margin(const auto& row) const {
    const double* w = weights.data();
    return bias + row.sum_of([=](size_t i, double x) { return w[i] * x; });
  }
  void step(const auto& row, double size) {
    double* __restrict w = weights.data();
    row.each([=](size_t i, double x) { w[i] += size * x; });
    bias += size;
  }
  std::vector<double> weights;
  double bias = 0.0;
};

struct PassiveAggressive : Linear {  // PA-I, C = 1
  using Linear::Linear;
  void learn(const auto& row, double sign, double margin) {
    const double loss = 1.0 - sign * margin;
    if (loss <= 0.0) return;
    const double norm = 1.0 + row.sum_of([](size_t, double x) { return x * x; });
    step(row, sign * std::min(1.0, loss / norm));
  }
};

struct Logistic : Linear {  // log loss, constant learning rate 0.01
  using Linear::Linear;
  void learn(const auto& row, double sign, double margin) {
    if (sign * margin > 709.0) return;  // exp overflows: the step is 0
    step(row, 0.01 * sign / (1.0 + std::exp(sign * margin)));
  }
};

struct Arow : Linear {  // diagonal covariance, r = 1
  explicit Arow(size_t width) : Linear(width), variances(width, 1.0) {}
  void learn(const auto& row, double sign, double margin) {
    const double loss = 1.0 - sign * margin;
    if (loss <= 0.0) return;
    double* __restrict w = weights.data();
    double* __restrict s = variances.data();
    const double spread =
        bias_variance + row.sum_of([=](size_t i, double x) { return s[i] * x * x; });
    const double gain = sign * loss / (spread + 1.0);
    row.each([=](size_t i, double x) {
      const double u = s[i] * x;
      w[i] += gain * u;
      s[i] /= 1.0 + u * x;
    });
    bias += gain * bias_variance;
    bias_variance /= 1.0 + bias_variance;
  }
  std::vector<double> variances;
  double bias_variance = 1.0;
};

/// Two labels: one row of weights, label 1 positive.
template <class Learner>
struct Binary {
  Binary(size_t width, size_t) : learner(width) {}
  size_t predict(const auto& row) { return (margin = learner.margin(row)) >= 0.0; }
  void learn(const auto& row, size_t label, bool row_changed) {
    if (row_changed) margin = learner.margin(row);
    learner.learn(row, label == 1 ? 1.0 : -1.0, margin);
  }
  Learner learner;
  double margin = 0.0;
};

/// One row of weights per label; labels are numbered by first appearance.
template <class Learner>
struct OneVsRest {
  OneVsRest(size_t width, size_t labels) : learners(labels, Learner(width)), margins(labels) {}
  void fill(const auto& row) {
    for (std::ptrdiff_t c = 0; c < known; ++c) margins[c] = learners[c].margin(row);
  }
  size_t predict(const auto& row) {
    fill(row);
    return static_cast<size_t>(std::max_element(margins.begin(), margins.begin() + known) -
                               margins.begin());
  }
  void learn(const auto& row, size_t label, bool row_changed) {
    known = std::max<std::ptrdiff_t>(known, label + 1);
    if (row_changed) fill(row);
    for (std::ptrdiff_t c = 0; c < known; ++c)
      learners[c].learn(row, size_t(c) == label ? 1.0 : -1.0, margins[c]);
  }
  std::vector<Learner> learners;
  std::vector<double> margins;
  std::ptrdiff_t known = 2;
};

/// Gaussian naive Bayes. What a vote needs is kept ready: 0.5 / variance per feature, and one term
/// per label, log(count) - 0.5 * sum log(2 pi variance). The sum is the log of one product:
/// mantissas are multiplied, exponents added as integers, so that it cannot overflow. A feature
/// without variance has no log, and any other value of it is all but impossible.
struct NaiveBayes {
  struct Label {
    explicit Label(size_t width) : mean(width), m2(width), precision(width) {}
    std::vector<double> mean, m2, precision;
    double count = 0.0, term = -std::numeric_limits<double>::infinity();
  };
  NaiveBayes(size_t width, size_t count) : labels(count, Label(width)) {}

  size_t predict(Dense row) const {
    size_t best = 0;
    double best_vote = -std::numeric_limits<double>::infinity();
    for (size_t c = 0; c < labels.size(); ++c) {
      const double* mean = labels[c].mean.data();
      const double* precision = labels[c].precision.data();
      const double vote = labels[c].term - row.sum_of([=](size_t i, double x) {
        return (x - mean[i]) * (x - mean[i]) * precision[i];
      });
      if (vote > best_vote) best = c, best_vote = vote;
    }
    return best;
  }

  void learn(Dense row, size_t label, bool) {
    take(labels[label], row);
    derive(labels[label], row.n);
  }

  static void take(Label& label, Dense row) {
    const double share = 1.0 / (label.count += 1.0);
    double* __restrict mean = label.mean.data();
    double* __restrict m2 = label.m2.data();
    row.each([=](size_t i, double x) {
      const double delta = x - mean[i];
      mean[i] += delta * share;
      m2[i] += delta * (x - mean[i]);
    });
  }

  static void derive(Label& label, size_t n) {
    const double share = 1.0 / label.count;
    const double* __restrict m2 = label.m2.data();
    double* __restrict precision = label.precision.data();
    double mantissa[4] = {1.0, 1.0, 1.0, 1.0}, columns[4] = {};
    std::uint64_t exponent[4] = {};
    const auto take = [&](size_t i, size_t lane) {
      const double variance = m2[i] * share;
      const bool varies = variance > 1e-300;
      precision[i] = varies ? 0.5 / variance : 1e300;
      columns[lane] += varies ? 1.0 : 0.0;
      const auto bits = std::bit_cast<std::uint64_t>(varies ? variance : 1.0);
      exponent[lane] += bits >> 52;
      mantissa[lane] *= std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    };
    constexpr size_t part = 2048;  // more mantissas would overflow a lane
    for (size_t start = 0; start < n; start += part) {
      in_lanes(std::min(part, n - start), [&](size_t i, size_t lane) { take(start + i, lane); });
      for (size_t lane = 0; lane < 4 && n > part; ++lane) {
        const auto bits = std::bit_cast<std::uint64_t>(mantissa[lane]);
        exponent[lane] += (bits >> 52) - 1023;
        mantissa[lane] = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
      }
    }
    const double product = (mantissa[0] * mantissa[2]) * (mantissa[1] * mantissa[3]);
    const double exponents =
        double(exponent[0] + exponent[1] + exponent[2] + exponent[3]) - 1023.0 * double(n);
    label.term = -0.5 * (std::log(product / (label.count * label.count)) +
                         0.6931471805599453 * exponents + 1.8378770664093453 * join(columns));
  }
  std::vector<Label> labels;
};

/// The same of what sparse rows store, with a count for each feature: a row costs what it stores.
/// A label with fewer values that it has never met, where another has, goes before the others.
struct StoredNaiveBayes {
  struct Label {
    explicit Label(size_t width) : mean(width), m2(width), count(width) {}
    std::vector<double> mean, m2, count;
    double rows = 0.0;
  };
  struct Vote {
    size_t odd;
    double score;
  };
  StoredNaiveBayes(size_t width, size_t count) : labels(count, Label(width)) {}

  size_t predict(Sparse row) const {
    size_t best = 0;
    Vote highest{std::numeric_limits<size_t>::max(), 0.0};
    for (size_t c = 0; c < labels.size(); ++c) {
      if (labels[c].rows == 0.0) continue;
      const Vote vote = score(labels[c], row);
      if (vote.odd > highest.odd || (vote.odd == highest.odd && vote.score <= highest.score))
        continue;
      best = c, highest = vote;
    }
    return best;
  }

  bool is_met(size_t i) const {
    return std::any_of(labels.begin(), labels.end(), [=](const Label& x) { return x.count[i] > 0; });
  }
  Vote score(const Label& label, Sparse row) const {
    double mantissa[4] = {1.0, 1.0, 1.0, 1.0}, lane[4] = {};
    std::int64_t exponent = 0, varying = 0;
    size_t odd = 0;
    for (size_t start = 0; start < row.n; start += 2048) {
      in_lanes(std::min<size_t>(2048, row.n - start), [&](size_t k, size_t j) {
        const auto i = static_cast<size_t>(row.column[start + k]);
        if (label.count[i] == 0.0) {
          odd += is_met(i);
          return;
        }
        const double delta = row.value[start + k] - label.mean[i];
        const double variance = label.m2[i] / label.count[i];
        if (variance <= 1e-300) {
          odd += delta * delta != 0.0;
          return;
        }
        lane[j] += delta * delta * 0.5 / variance;
        ++varying;
        const auto bits = std::bit_cast<std::uint64_t>(variance);
        exponent += std::int64_t(bits >> 52) - 1023;
        mantissa[j] *= std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
      });
      for (size_t j = 0; j < 4 && row.n > 2048; ++j) {
        const auto bits = std::bit_cast<std::uint64_t>(mantissa[j]);
        exponent += std::int64_t(bits >> 52) - 1023;
        mantissa[j] = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
      }
    }
    const double product = (mantissa[0] * mantissa[2]) * (mantissa[1] * mantissa[3]);
    const double logs = std::log(product) + 0.6931471805599453 * double(exponent) +
                        1.8378770664093453 * double(varying);
    return {odd, std::log(label.rows) - join(lane) - 0.5 * logs};
  }

  void learn(Sparse row, size_t label, bool) {
    Label& own = labels[label];
    own.rows += 1.0;
    row.each([&own](size_t i, double x) {
      const double delta = x - own.mean[i];
      own.mean[i] += delta / (own.count[i] += 1.0);
      own.m2[i] += delta * (x - own.mean[i]);
    });
  }
  std::vector<Label> labels;
};

/// The five nearest of the last thousand rows have a vote each; the newer of equals goes first.
struct NearestNeighbors {
  static constexpr size_t window = 1000, wanted = 5;
  NearestNeighbors(size_t width, size_t count)
      : rows(window * width), labels(window), votes(count) {}

  size_t predict(Dense row) {
    double distance[wanted];
    size_t label[wanted];
    size_t found = 0;
    for (size_t age = 1; age <= std::min(seen, window); ++age) {
      const size_t slot = (seen - age) % window;
      const double* kept = rows.data() + slot * row.n;
      const double apart =
          row.sum_of([=](size_t i, double x) { return (x - kept[i]) * (x - kept[i]); });
      if (found == wanted && apart >= distance[wanted - 1]) continue;
      size_t k = found < wanted ? found++ : wanted - 1;
      for (; k > 0 && apart < distance[k - 1]; --k) {
        distance[k] = distance[k - 1];
        label[k] = label[k - 1];
      }
      distance[k] = apart;
      label[k] = labels[slot];
    }
    std::fill(votes.begin(), votes.end(), 0);
    for (size_t k = 0; k < found; ++k) ++votes[label[k]];
    return static_cast<size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  }

  void learn(Dense row, size_t label, bool) {
    const size_t slot = seen++ % window;
    std::copy_n(row.x, row.n, rows.data() + slot * row.n);
    labels[slot] = label;
  }
  std::vector<double> rows;
  std::vector<size_t> labels, votes;
  size_t seen = 0;
};

/// Running mean and deviation of each feature (Welford); 0 for a feature without variance.
struct Scaler {
  explicit Scaler(size_t width) : mean(width), m2(width), scale(width), scaled(width) {}
  Dense transform(Dense row) {
    double* __restrict z = scaled.data();
    const double* m = mean.data();
    const double* s = scale.data();
    row.each([=](size_t i, double x) { z[i] = (x - m[i]) * s[i]; });
    return {z, row.n};
  }
  Dense learn_and_transform(Dense row) {
    count += 1.0;
    const double share = 1.0 / count, rows = count;
    double* __restrict m = mean.data();
    double* __restrict q = m2.data();
    double* __restrict s = scale.data();
    double* __restrict z = scaled.data();
    row.each([=](size_t i, double x) {
      const double delta = x - m[i];
      m[i] += delta * share;
      const double rest = x - m[i];
      q[i] += delta * rest;
      s[i] = q[i] > 0.0 ? std::sqrt(rows / q[i]) : 0.0;
      z[i] = rest * s[i];
    });
    return {z, row.n};
  }
  std::vector<double> mean, m2, scale, scaled;
  double count = 0.0;
};

/// The same of what sparse rows store, with a count for each feature.
struct SparseScaler {
  explicit SparseScaler(size_t width) : mean(width), m2(width), scale(width), count(width) {}
  Sparse transform(Sparse row) {
    if (scaled.size() < row.n) scaled.resize(row.n);
    for (size_t k = 0; k < row.n; ++k) {
      const auto i = static_cast<size_t>(row.column[k]);
      scaled[k] = (row.value[k] - mean[i]) * scale[i];
    }
    return {row.column, scaled.data(), row.n};
  }
  Sparse learn_and_transform(Sparse row) {
    for (size_t k = 0; k < row.n; ++k) {
      const auto i = static_cast<size_t>(row.column[k]);
      const double delta = row.value[k] - mean[i], rows = count[i] += 1.0;
      mean[i] += delta / rows;
      const double rest = row.value[k] - mean[i];
      m2[i] += delta * rest;
      scale[i] = m2[i] > 0.0 ? std::sqrt(rows / m2[i]) : 0.0;
      scaled[k] = rest * scale[i];
    }
    return {row.column, scaled.data(), row.n};
  }
  std::vector<double> mean, m2, scale, count, scaled;
};

/// A sparse row as a dense one: what it does not store is 0.
struct Cells {
  explicit Cells(size_t width) : cells(width) {}
  Dense fill(Sparse row) {
    for (size_t k = 0; k < row.n; ++k) cells[static_cast<size_t>(row.column[k])] = row.value[k];
    return {cells.data(), cells.size()};
  }
  void empty(Sparse row) {
    for (size_t k = 0; k < row.n; ++k) cells[static_cast<size_t>(row.column[k])] = 0.0;
  }
  std::vector<double> cells;
};

template <class Model>
size_t plain(const double* X, const std::int32_t* y, size_t n, size_t d, size_t labels) {
  Model model(d, labels);
  size_t hits = 0;
  for (size_t r = 0; r < n; ++r) {
    const Dense row{X + r * d, d};
    const auto label = static_cast<size_t>(y[r]);
    hits += model.predict(row) == label;
    model.learn(row, label, false);
  }
  return hits;
}

template <class Model>
size_t scaled(const double* X, const std::int32_t* y, size_t n, size_t d, size_t labels) {
  Model model(d, labels);
  Scaler scaler(d);
  size_t hits = 0;
  for (size_t r = 0; r < n; ++r) {
    const Dense row{X + r * d, d};
    const auto label = static_cast<size_t>(y[r]);
    hits += model.predict(scaler.transform(row)) == label;
    model.learn(scaler.learn_and_transform(row), label, true);
  }
  return hits;
}

template <class Model>
size_t sparse(const std::int32_t* starts, const std::int32_t* columns, const double* values,
              const std::int32_t* y, size_t n, size_t d) {
  Model model(d, 2);
  size_t hits = 0;
  for (size_t r = 0; r < n; ++r) {
    const Sparse row{columns + starts[r], values + starts[r], size_t(starts[r + 1] - starts[r])};
    const auto label = static_cast<size_t>(y[r]);
    hits += model.predict(row) == label;
    model.learn(row, label, false);
  }
  return hits;
}

template <class Model>
size_t sparse_scaled(const std::int32_t* starts, const std::int32_t* columns, const double* values,
                     const std::int32_t* y, size_t n, size_t d) {
  Model model(d, 2);
  SparseScaler scaler(d);
  size_t hits = 0;
  for (size_t r = 0; r < n; ++r) {
    const Sparse row{columns + starts[r], values + starts[r], size_t(starts[r + 1] - starts[r])};
    const auto label = static_cast<size_t>(y[r]);
    hits += model.predict(scaler.transform(row)) == label;
    model.learn(scaler.learn_and_transform(row), label, true);
  }
  return hits;
}

template <class Model>
size_t filled(const std::int32_t* starts, const std::int32_t* columns, const double* values,
              const std::int32_t* y, size_t n, size_t d, bool is_scaled) {
  Model model(d, 2);
  Scaler scaler(d);
  Cells cells(d);
  size_t hits = 0;
  for (size_t r = 0; r < n; ++r) {
    const Sparse stored{columns + starts[r], values + starts[r], size_t(starts[r + 1] - starts[r])};
    const Dense row = cells.fill(stored);
    const auto label = static_cast<size_t>(y[r]);
    hits += model.predict(is_scaled ? scaler.transform(row) : row) == label;
    model.learn(is_scaled ? scaler.learn_and_transform(row) : row, label, is_scaled);
    cells.empty(stored);
  }
  return hits;
}

}  // namespace

#define SPARSE_FLOOR(name, Model)                                                            \
  extern "C" size_t name##_sparse(const std::int32_t* starts, const std::int32_t* columns,   \
                                  const double* values, const std::int32_t* y, size_t n,     \
                                  size_t d) {                                                \
    return sparse<Model>(starts, columns, values, y, n, d);                                  \
  }                                                                                          \
  extern "C" size_t name##_sparse_scaled(const std::int32_t* starts,                         \
                                         const std::int32_t* columns, const double* values,  \
                                         const std::int32_t* y, size_t n, size_t d) {        \
    return sparse_scaled<Model>(starts, columns, values, y, n, d);                           \
  }
#define FLOOR(name, Learner)                                                                  \
  extern "C" size_t name##_plain(const double* X, const std::int32_t* y, size_t n, size_t d,  \
                                 size_t labels) {                                             \
    return labels == 2 ? plain<Binary<Learner>>(X, y, n, d, labels)                           \
                       : plain<OneVsRest<Learner>>(X, y, n, d, labels);                       \
  }                                                                                           \
  extern "C" size_t name##_scaled(const double* X, const std::int32_t* y, size_t n, size_t d, \
                                  size_t labels) {                                            \
    return labels == 2 ? scaled<Binary<Learner>>(X, y, n, d, labels)                          \
                       : scaled<OneVsRest<Learner>>(X, y, n, d, labels);                      \
  }                                                                                           \
  SPARSE_FLOOR(name, Binary<Learner>)
FLOOR(pa, PassiveAggressive)
FLOOR(arow, Arow)
FLOOR(logistic, Logistic)

extern "C" size_t knn_plain(const double* X, const std::int32_t* y, size_t n, size_t d,
                            size_t labels) {
  return plain<NearestNeighbors>(X, y, n, d, labels);
}
SPARSE_FLOOR(nb_stored, StoredNaiveBayes)
extern "C" size_t nb_sparse(const std::int32_t* starts, const std::int32_t* columns,
                            const double* values, const std::int32_t* y, size_t n, size_t d) {
  return filled<NaiveBayes>(starts, columns, values, y, n, d, false);
}
extern "C" size_t nb_sparse_scaled(const std::int32_t* starts, const std::int32_t* columns,
                                   const double* values, const std::int32_t* y, size_t n,
                                   size_t d) {
  return filled<NaiveBayes>(starts, columns, values, y, n, d, true);
}
extern "C" size_t nb_plain(const double* X, const std::int32_t* y, size_t n, size_t d,
                           size_t labels) {
  return plain<NaiveBayes>(X, y, n, d, labels);
}
extern "C" size_t nb_scaled(const double* X, const std::int32_t* y, size_t n, size_t d,
                            size_t labels) {
  return scaled<NaiveBayes>(X, y, n, d, labels);
}
