// Dates of the Gregorian calendar, from seconds since 1970 (UTC) and from ISO 8601 text.
//
// The arithmetic counts days in years that begin with March, where a leap day comes last: the month
// is then a straight line of the day, and four centuries always have 146,097 days.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace driftline {

struct CivilTime {
  std::int64_t year;
  std::int64_t month;        ///< 1 to 12
  std::int64_t day;          ///< 1 to 31
  std::int64_t weekday;      ///< 0 for Monday
  std::int64_t hour;         ///< 0 to 23
  std::int64_t minute;       ///< 0 to 59
  std::int64_t day_of_year;  ///< 1 to 366
};

/// Days from 1970-01-01 to a date of the years 1 to 9999.
constexpr std::int64_t days_to(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;  // a year from March to February
  const std::int64_t months = month <= 2 ? month + 9 : month - 3;
  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * months + 2) / 5 + day - 719469;
}

constexpr bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

constexpr std::int64_t days_in(std::int64_t year, std::int64_t month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

inline constexpr double first_second = -62135596800.0;    ///< of year 1
inline constexpr double end_of_seconds = 253402300800.0;  ///< of year 9999

/// For first_second <= seconds < end_of_seconds.
inline CivilTime civil_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::floor(seconds));
  const std::int64_t of_day = ((whole % 86400) + 86400) % 86400;
  const std::int64_t days = (whole - of_day) / 86400;  // since 1970
  const std::int64_t since = days + 719468;            // since March 1st of year 0
  const std::int64_t era = since / 146097;
  const std::int64_t of_era = since % 146097;
  const std::int64_t year_of_era =
      (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year =
      of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);  // from March on
  const std::int64_t months = (5 * of_year + 2) / 153;
  const std::int64_t month = months < 10 ? months + 3 : months - 9;
  const std::int64_t year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);
  return {.year = year,
          .month = month,
          .day = of_year - (153 * months + 2) / 5 + 1,
          .weekday = (((days + 3) % 7) + 7) % 7,  // 1970 began on a Thursday
          .hour = of_day / 3600,
          .minute = of_day / 60 % 60,
          .day_of_year = days - days_to(year, 1, 1) + 1};
}

/// Reads `2024-05-01`, then perhaps `T` or a blank and `10:20`, `10:20:30` or `10:20:30.25`, then
/// perhaps `Z`, `+02:00` or `+0200`. A time without zone is UTC.
class IsoTime {
 public:
  /// Seconds since 1970; NaN where the text is no such date.
  static double seconds(std::string_view text) {
    IsoTime reader(text);
    const double found = reader.read();
    return reader.is_sound_ && reader.rest_.empty() ? found
                                                    : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  explicit IsoTime(std::string_view text) : rest_(text) {}

  double read() {
    const std::int64_t year = number(4, 1, 9999);
    take('-');
    const std::int64_t month = number(2, 1, 12);
    take('-');
    if (!is_sound_) return 0.0;
    const std::int64_t day = number(2, 1, days_in(year, month));
    double found = static_cast<double>(days_to(year, month, day)) * 86400.0;
    if (rest_.empty() || !is_sound_) return found;
    if (!skips('T') && !skips('t')) take(' ');
    found += static_cast<double>(number(2, 0, 23) * 3600);
    take(':');
    found += static_cast<double>(number(2, 0, 59) * 60);
    if (skips(':')) {
      found += static_cast<double>(number(2, 0, 59));
      if (skips('.') || skips(',')) found += fraction();
    }
    return found - static_cast<double>(offset());
  }

  std::int64_t number(std::size_t digits, std::int64_t least, std::int64_t greatest) {
    std::int64_t found = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!starts_with_digit()) {
        is_sound_ = false;
        return least;
      }
      found = found * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    is_sound_ = is_sound_ && found >= least && found <= greatest;
    return found;
  }
  double fraction() {
    is_sound_ = is_sound_ && starts_with_digit();
    double found = 0.0;
    for (double unit = 0.1; starts_with_digit(); unit *= 0.1) {
      found += unit * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return found;
  }
  std::int64_t offset() {
    if (skips('Z') || skips('z') || rest_.empty()) return 0;
    const bool is_behind = skips('-');
    if (!is_behind) take('+');
    std::int64_t found = number(2, 0, 23) * 3600;
    skips(':');
    found += number(2, 0, 59) * 60;
    return is_behind ? -found : found;
  }
  [[nodiscard]] bool starts_with_digit() const {
    return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
  }
  bool skips(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void take(char wanted) { is_sound_ = skips(wanted) && is_sound_; }

  std::string_view rest_;
  bool is_sound_ = true;
};

}  // namespace driftline
