// The words of a text, and runs of several words.
//
// A word is a run of letters and digits. Of ASCII these are a-z, A-Z and 0-9. Beyond ASCII every
// character counts as a letter but the punctuation and the blanks of U+0080-U+00BF (except the
// letters among them), the signs of multiplication and division, and U+2000-U+206F and
// U+3000-U+303F. Lower case is made letter by letter: ASCII, Latin-1, Latin Extended-A, Greek
// and Cyrillic up to U+042F; other letters stay as they are.
//
// The words are written into one buffer, a blank between two. A run of words is then a piece of
// that buffer, so no word is ever copied to be looked up, and a text costs no allocation once the
// buffer has grown to its size.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace driftline {

namespace detail {

/// Of a character of two bytes in UTF-8, U+0080 to U+07FF, its small letter.
constexpr std::uint32_t small_letter(std::uint32_t c) {
  const auto within = [c](std::uint32_t first, std::uint32_t last) {
    return first <= c && c <= last;
  };
  if (within(0xC0, 0xDE)) return c == 0xD7 ? c : c + 0x20;
  if (c == 0x178) return 0xFF;
  // Latin Extended-A: pairs, the capital first. Left out are the I with and without dot, which have
  // no pair.
  if (within(0x100, 0x12F) || within(0x132, 0x137) || within(0x14A, 0x177)) return c | 1U;
  if (within(0x139, 0x148) || within(0x179, 0x17E)) return c + (c & 1U);
  if (c == 0x386) return 0x3AC;
  if (within(0x388, 0x38A)) return c + 0x25;
  if (c == 0x38C) return 0x3CC;
  if (within(0x38E, 0x38F)) return c + 0x3F;
  if (within(0x391, 0x3AB)) return c == 0x3A2 ? c : c + 0x20;
  if (within(0x400, 0x40F)) return c + 0x50;
  if (within(0x410, 0x42F)) return c + 0x20;
  return c;
}

constexpr bool is_letter_beyond_ascii(std::uint32_t c) {
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  return c != 0xD7 && c != 0xF7 && (c < 0x2000 || c > 0x206F) && (c < 0x3000 || c > 0x303F);
}

}  // namespace detail

class Tokens {
 public:
  /// Runs of `shortest` to `longest` words.
  Tokens(bool lowercase, std::vector<std::int64_t> ngram_range) : lowercase_(lowercase) {
    if (ngram_range.size() != 2 || ngram_range[0] < 1 || ngram_range[1] < ngram_range[0] ||
        ngram_range[1] > 100) {
      throw std::invalid_argument(
          "ngram_range must be two numbers, 1 <= shortest <= longest <= 100, not " +
          shown(ngram_range));
    }
    shortest_ = static_cast<std::size_t>(ngram_range[0]);
    longest_ = static_cast<std::size_t>(ngram_range[1]);
    for (unsigned char c = '0'; c <= '9'; ++c) letters_[c] = static_cast<char>(c);
    for (unsigned char c = 'a'; c <= 'z'; ++c) {
      const auto capital = static_cast<unsigned char>(c - 0x20U);
      letters_[c] = static_cast<char>(c);
      letters_[capital] = static_cast<char>(lowercase ? c : capital);
    }
  }

  /// Calls use(term) for each run of words, those of one word first. A term lives until the next
  /// text is read.
  template <class Use>
  void each(std::string_view text, Use use) {
    read(text);
    for (std::size_t n = shortest_; n <= std::min(longest_, words_.size()); ++n) {
      for (std::size_t i = 0; i + n <= words_.size(); ++i) {
        const std::size_t begin = words_[i].first;
        use(std::string_view(buffer_.data() + begin, words_[i + n - 1].second - begin));
      }
    }
  }

 private:
  static std::string shown(const std::vector<std::int64_t>& numbers) {
    std::string text = "(";
    for (const std::int64_t number : numbers) {
      text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    }
    return text + ")";
  }

  void read(std::string_view text) {
    words_.clear();
    if (buffer_.size() <= text.size()) buffer_.resize(text.size() + 1);  // a blank behind the last
    length_ = 0;
    std::size_t begin = none;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t before = length_;
      i += take(text, i);
      if (length_ > before) {
        begin = std::min(begin, before);
      } else if (begin != none) {
        end_word(begin);
        begin = none;
      }
    }
    if (begin != none) end_word(begin);
  }
  void end_word(std::size_t begin) {
    words_.emplace_back(begin, length_);
    buffer_[length_++] = ' ';
  }

  /// Reads the character at `i`; writes it if it belongs to a word. Returns how many bytes it took.
  std::size_t take(std::string_view text, std::size_t i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first >= 0x80) return take_beyond_ascii(text.substr(i), first);
    const char letter = letters_[first];
    buffer_[length_] = letter;
    length_ += letter != 0 ? 1 : 0;
    return 1;
  }
  std::size_t take_beyond_ascii(std::string_view rest, unsigned char first) {
    const auto low_bits = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(rest[i]) & 0x3FU);
    };
    if (first >= 0xC2 && first < 0xE0 && rest.size() >= 2) {
      const std::uint32_t c = ((first & 0x1FU) << 6U) | low_bits(1);
      if (!detail::is_letter_beyond_ascii(c)) return 2;
      const std::uint32_t small = lowercase_ ? detail::small_letter(c) : c;
      buffer_[length_++] = static_cast<char>(0xC0U | (small >> 6U));
      buffer_[length_++] = static_cast<char>(0x80U | (small & 0x3FU));
      return 2;
    }
    const std::size_t whole = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 1;
    const std::size_t length = std::min(whole, rest.size());
    if (length == 3) {
      const std::uint32_t c = ((first & 0x0FU) << 12U) | (low_bits(1) << 6U) | low_bits(2);
      if (!detail::is_letter_beyond_ascii(c)) return 3;
    }
    std::copy_n(rest.begin(), length, buffer_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += length;
    return length;
  }

  static constexpr std::size_t none = SIZE_MAX;
  bool lowercase_;
  std::array<char, 128> letters_{};  // what is written of each ASCII character; 0: nothing
  std::size_t shortest_ = 1;
  std::size_t longest_ = 1;
  std::string buffer_;                                      // of the text read last
  std::size_t length_ = 0;                                  // how much of it is written
  std::vector<std::pair<std::size_t, std::size_t>> words_;  // where each begins and ends
};

}  // namespace driftline
