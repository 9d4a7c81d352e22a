#include "suites/text_file.h"

#include <fstream>
#include <sstream>

namespace regelwerk::suites {
namespace {

constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{256} << 20;

spec::Diagnostic file_error(const std::string& file, std::string message) {
  spec::Diagnostic diagnostic;
  diagnostic.place.file = file;
  diagnostic.message = std::move(message);
  return diagnostic;
}

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& path,
                                     spec::Diagnostics* diagnostics) {
  std::error_code failure;
  const bool is_folder = std::filesystem::is_directory(path, failure);
  const bool exists = std::filesystem::exists(path, failure);
  if (!exists || is_folder) {
    diagnostics->push_back(
        file_error(path.string(), is_folder ? "is a folder, not a file" : "no such file"));
    return std::nullopt;
  }
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (!failure && size > kMaxFileSize) {
    diagnostics->push_back(file_error(path.string(), "is larger than 256 MiB"));
    return std::nullopt;
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream ||
      (stream.peek() != std::ifstream::traits_type::eof() && !(text << stream.rdbuf()))) {
    diagnostics->push_back(file_error(path.string(), "cannot be read"));
    return std::nullopt;
  }
  return text.str();
}

LineReader::LineReader(std::string_view text, std::string file)
    : rest_(text), file_(std::move(file)) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    rest_.remove_prefix(kByteOrderMark.size());
  }
}

bool LineReader::next() {
  if (rest_.empty()) {
    return false;
  }
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
  while (!line_.empty() && line_.back() == '\r') {
    line_.remove_suffix(1);
  }
  ++number_;
  return true;
}

spec::Diagnostic LineReader::error(int column, std::string message) const {
  return error_at(number_, column, std::move(message), std::string(line_));
}

spec::Diagnostic LineReader::error_at(int line, int column, std::string message,
                                      std::string source_line) const {
  spec::Diagnostic diagnostic;
  diagnostic.place = {file_, line, column};
  diagnostic.message = std::move(message);
  diagnostic.source_line = std::move(source_line);
  return diagnostic;
}

spec::Diagnostic LineReader::error_in_file(std::string message) const {
  return file_error(file_, std::move(message));
}

}  // namespace regelwerk::suites
