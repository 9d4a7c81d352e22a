#include "spec/load.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "spec/build.h"
#include "spec/document.h"
#include "spec/keys.h"

namespace regelwerk::spec {
namespace {

namespace fs = std::filesystem;

// So many problems of one file are told; the rest are only counted.
constexpr std::size_t kMostDiagnostics = 100;

// What a child says about itself and never takes from its parent.
bool is_own_key(const std::string& key) {
  static const std::set<std::string> keys = {"regelwerk", "variant", "title",
                                             "extends",   "source",  "engines"};
  return keys.count(key) > 0;
}

// Places where the word none is a value rather than a removal.
bool none_is_a_value(const std::string& path) { return path == "position-text.castling"; }

// Whether a path begins with a key of the language; others are reported as such.
bool is_known_at_top(const std::string& path) {
  const std::vector<std::string> known = keys_of("");
  return std::find(known.begin(), known.end(), path.substr(0, path.find('.'))) != known.end();
}

bool is_none(const Node& node) {
  return node.kind == Node::Kind::kScalar && !node.quoted && node.text == "none";
}

bool is_option_reference(const Node& node) {
  return node.kind == Node::Kind::kMap && node.entries.size() == 1 &&
         node.entries[0].key.text == "option";
}

fs::path executable_directory() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : executable.parent_path();
}

fs::path variants_directory() { return data_directory() / "spec" / "variants"; }

// The path of a bundled spec; empty if there is none of this name.
fs::path bundled_path(const std::string& name) {
  if (!is_name(name)) return {};
  const fs::path path = variants_directory() / (name + ".yaml");
  std::error_code error;
  return fs::is_regular_file(path, error) ? path : fs::path();
}

// The text of a file, or why it cannot be read. Reads no more than a document may have.
std::optional<std::string> read_file(const fs::path& path, std::string* problem) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    *problem = "no such file";
    return std::nullopt;
  }
  if (fs::is_directory(path, error)) {
    *problem = "this is a directory";
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxDocumentBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {
    *problem = "the file cannot be read";
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

Diagnostic whole_file(const std::string& file, std::string message, std::string hint = {}) {
  Diagnostic diagnostic;
  diagnostic.place.file = file;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest);
}

// A spec with its ancestors merged in, options still open.
struct Merged {
  Node root;
  std::shared_ptr<const SourceText> source;
  std::optional<Node> extends;
  std::map<std::string, Node> removed;
  std::map<std::string, Node> changed;
};

class Reader {
 public:
  explicit Reader(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

  // `chain`: the files that led here, this one last.
  std::optional<Merged> read(const std::string& text, const std::string& file,
                             std::vector<fs::path> chain) {
    DocumentResult document = parse_document(text, file);
    diagnostics_->insert(diagnostics_->end(), document.diagnostics.begin(),
                         document.diagnostics.end());
    if (!document.root) return std::nullopt;
    Merged merged;
    merged.root = std::move(*document.root);
    merged.source = merged.root.source;
    if (merged.root.kind != Node::Kind::kMap) return merged;
    const Node* extends = merged.root.find("extends");
    Node base;
    base.kind = Node::Kind::kMap;
    if (extends != nullptr) {
      merged.extends = *extends;
      std::optional<Node> parent = read_parent(*extends, file, std::move(chain));
      if (!parent) return std::nullopt;
      base = std::move(*parent);
      base.entries.erase(
          std::remove_if(base.entries.begin(), base.entries.end(),
                         [](const Node::Entry& entry) { return is_own_key(entry.key.text); }),
          base.entries.end());
    }
    merged.root = merge(base, merged.root, "", &merged);
    return merged;
  }

  // Options chosen and put in their places.
  Effective resolve(Merged merged, const OptionChoices& choices) {
    Effective effective;
    effective.source = std::move(merged.source);
    effective.extends = std::move(merged.extends);
    effective.removed = std::move(merged.removed);
    effective.changed = std::move(merged.changed);
    effective.root = std::move(merged.root);
    if (effective.root.kind != Node::Kind::kMap) return effective;
    read_options(&effective, choices);
    std::set<std::string> used;
    for (Node::Entry& entry : effective.root.entries) {
      if (entry.key.text != "options") substitute(&entry.value, effective, &used);
    }
    const Node* options = effective.root.find("options");
    if (options == nullptr || has_errors(*diagnostics_)) return effective;
    for (const Node::Entry& entry : options->entries) {
      if (used.count(entry.key.text) == 0 && entry.key.source == effective.source) {
        report(effective, diagnostics_, entry.key, -1,
               fmt::format("option '{}' is never used", entry.key.text), "", {},
               Diagnostic::Severity::kWarning);
      }
    }
    return effective;
  }

 private:
  void error(const Node& node, std::string message, std::string hint = {}) {
    Diagnostic diagnostic = diagnostic_at(*node.source, node.line, node.column, std::move(message));
    diagnostic.hint = std::move(hint);
    diagnostics_->push_back(std::move(diagnostic));
  }

  // The merged and valid parent; nullopt, with the reason told, if there is none.
  std::optional<Node> read_parent(const Node& extends, const std::string& file,
                                  std::vector<fs::path> chain) {
    if (extends.kind != Node::Kind::kScalar || extends.text.empty()) {
      if (extends.kind != Node::Kind::kBroken) {
        error(extends, fmt::format("'extends' must name a bundled variant or a file, found {}",
                                   found(extends)));
      }
      return std::nullopt;
    }
    fs::path path = bundled_path(extends.text);
    if (path.empty()) path = (fs::path(file).parent_path() / extends.text).lexically_normal();
    std::error_code ignored;
    const fs::path canonical = fs::weakly_canonical(path, ignored);
    const auto again = std::find(chain.begin(), chain.end(), canonical);
    if (again != chain.end()) {
      std::string circle;
      for (auto at = again; at != chain.end(); ++at)
        circle += at->filename().string() + " extends ";
      error(extends, fmt::format("a spec cannot extend itself: {}{}", circle,
                                 canonical.filename().string()));
      return std::nullopt;
    }
    std::string problem;
    const std::optional<std::string> text = read_file(path, &problem);
    if (!text) {
      const bool missing = problem == "no such file";
      error(extends,
            missing
                ? fmt::format("parent '{}' is neither a bundled variant nor a file", extends.text)
                : fmt::format("parent '{}': {}", extends.text, problem),
            missing ? did_you_mean(extends.text, bundled_variants()) : "");
      return std::nullopt;
    }
    chain.push_back(canonical);
    // The parent has to hold by itself, so that what is wrong later is the child's doing.
    Diagnostics of_parent;
    Reader reader(&of_parent);
    std::optional<Merged> parent = reader.read(*text, path.string(), std::move(chain));
    if (parent) build_variant(reader.resolve(*parent, {}), &of_parent);
    const auto errors =
        std::count_if(of_parent.begin(), of_parent.end(), [](const Diagnostic& diagnostic) {
          return diagnostic.severity == Diagnostic::Severity::kError;
        });
    if (!parent || errors > 0) {
      std::copy_if(of_parent.begin(), of_parent.end(), std::back_inserter(*diagnostics_),
                   [](const Diagnostic& diagnostic) {
                     return diagnostic.severity == Diagnostic::Severity::kError;
                   });
      error(extends, fmt::format("parent '{}' is itself wrong", extends.text));
      return std::nullopt;
    }
    return std::move(parent->root);
  }

  Node merge(const Node& base, const Node& child, const std::string& prefix, Merged* merged) {
    Node result = child;
    result.entries = base.entries;
    if (prefix == "rules.royal-safety.count.") replace_count(child, &result.entries);
    for (const Node::Entry& entry : child.entries) {
      const std::string& key = entry.key.text;
      const std::string path = prefix + key;
      const auto inherited =
          std::find_if(result.entries.begin(), result.entries.end(),
                       [&](const Node::Entry& other) { return other.key.text == key; });
      const bool known = inherited != result.entries.end();
      if (is_none(entry.value) && !none_is_a_value(path)) {
        if (known) {
          result.entries.erase(inherited);
          merged->removed[path] = entry.value;
        } else if (is_known_at_top(path)) {
          error(entry.value, fmt::format("'none' removes what a parent has, but there is no '{}' "
                                         "to remove",
                                         path));
        }
        continue;
      }
      Node value = entry.value;
      if (value.kind == Node::Kind::kMap && !is_option_reference(value)) {
        Node below;
        below.kind = Node::Kind::kMap;
        if (known) {
          below = inherited->value;
          if (key == "clauses") spread_clauses(prefix, &below);
          if (below.kind != Node::Kind::kMap || is_option_reference(below)) below.entries.clear();
        }
        value = merge(below, value, path + ".", merged);
      } else if (value.kind == Node::Kind::kSequence) {
        refuse_none(value, path, merged);
      }
      if (known) {
        if (value.kind == Node::Kind::kScalar) merged->changed[path] = value;
        *inherited = {entry.key, std::move(value)};
      } else {
        result.entries.push_back({entry.key, std::move(value)});
      }
    }
    return result;
  }

  // 'each' on one side and 'min' and 'max' on the other say the same in two ways, so that either
  // replaces what is inherited of the other.
  static void replace_count(const Node& child, std::vector<Node::Entry>* inherited) {
    const auto gives = [&](const std::string& key) {
      const Node* value = child.find(key);
      return value != nullptr && !is_none(*value);
    };
    const bool each = gives("each");
    const bool range = gives("min") || gives("max");
    inherited->erase(std::remove_if(inherited->begin(), inherited->end(),
                                    [&](const Node::Entry& entry) {
                                      const std::string& key = entry.key.text;
                                      if (child.find(key) != nullptr) return false;
                                      return (range && key == "each") ||
                                             (each && (key == "min" || key == "max"));
                                    }),
                     inherited->end());
  }

  // A rule's single clause id stands for all its reasons; a child may then change some.
  static void spread_clauses(const std::string& prefix, Node* clauses) {
    if (clauses->kind != Node::Kind::kScalar || prefix.empty()) return;
    const Node id = *clauses;
    for (const std::string& reason : reasons_of(prefix.substr(0, prefix.size() - 1))) {
      Node key = id;
      key.text = reason;
      clauses->entries.push_back({std::move(key), id});
    }
    if (!clauses->entries.empty()) clauses->kind = Node::Kind::kMap;
  }

  // Lists replace as a whole, so that there is nothing to remove within them.
  void refuse_none(const Node& list, const std::string& path, Merged* merged) {
    for (const Node& item : list.items) {
      if (item.kind == Node::Kind::kSequence) refuse_none(item, path, merged);
      if (item.kind != Node::Kind::kMap) continue;
      Node empty;
      empty.kind = Node::Kind::kMap;
      merge(empty, item, path + ".", merged);
    }
  }

  void read_options(Effective* effective, const OptionChoices& choices) {
    const Node* options = effective->root.find("options");
    std::vector<std::string> names;
    if (options != nullptr && options->kind != Node::Kind::kMap) {
      if (options->kind != Node::Kind::kBroken) {
        report(*effective, diagnostics_, *options, -1,
               fmt::format("'options' must be a map, found {}", found(*options)));
      }
    } else if (options != nullptr) {
      for (const Node::Entry& entry : options->entries) {
        names.push_back(entry.key.text);
        if (auto option = read_option(*effective, entry, choices)) {
          effective->options.push_back(std::move(*option));
        }
      }
    }
    for (const auto& [name, value] : choices) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      diagnostics_->push_back(
          whole_file(effective->source->file,
                     names.empty() ? fmt::format("unknown option '{}', this variant has none", name)
                                   : fmt::format("unknown option '{}'", name),
                     did_you_mean(name, names)));
    }
  }

  std::optional<Option> read_option(const Effective& effective, const Node::Entry& entry,
                                    const OptionChoices& choices) {
    const auto wrong = [&](const Node& node, std::string message, std::string hint = {}) {
      report(effective, diagnostics_, node, -1, std::move(message), std::move(hint));
    };
    Option option;
    option.name = entry.key.text;
    if (!is_name(option.name)) {
      wrong(entry.key, fmt::format("'{}' cannot name an option, lower case letters, digits and "
                                   "hyphens wanted",
                                   option.name));
    }
    if (entry.value.kind != Node::Kind::kMap) {
      wrong(entry.value,
            fmt::format("'{}' must be a map, found {}", option.name, found(entry.value)));
      return std::nullopt;
    }
    const std::vector<std::string> known = keys_of("options.*");
    for (const Node::Entry& part : entry.value.entries) {
      if (std::find(known.begin(), known.end(), part.key.text) != known.end()) continue;
      wrong(part.key, fmt::format("unknown key '{}'", part.key.text),
            did_you_mean(part.key.text, known));
    }
    const Node* values = entry.value.find("values");
    const Node* standard = entry.value.find("default");
    for (const auto& [node, key] : {std::pair(values, "values"), std::pair(standard, "default")}) {
      if (node == nullptr) wrong(entry.value, fmt::format("key '{}' is missing here", key));
    }
    if (values == nullptr || standard == nullptr) return std::nullopt;
    if (values->kind != Node::Kind::kSequence || values->items.empty()) {
      wrong(*values, fmt::format("'values' must be a list like [legal, illegal], found {}",
                                 values->items.empty() && values->kind == Node::Kind::kSequence
                                     ? "an empty list"
                                     : found(*values)));
      return std::nullopt;
    }
    for (const Node& item : values->items) {
      if (item.kind != Node::Kind::kScalar || item.text.empty()) {
        wrong(item, fmt::format("an option's value is one word, found {}", found(item)));
      } else if (std::count(option.values.begin(), option.values.end(), item.text) > 0) {
        wrong(item, fmt::format("value '{}' is listed twice", item.text));
      } else {
        option.values.push_back(item.text);
      }
    }
    if (standard->kind != Node::Kind::kScalar ||
        std::count(option.values.begin(), option.values.end(), standard->text) == 0) {
      wrong(*standard, fmt::format("default {} is not among the values", found(*standard)),
            did_you_mean(standard->text, option.values));
      return std::nullopt;
    }
    option.default_value = standard->text;
    option.chosen = option.default_value;
    if (const Node* clause = entry.value.find("clauses")) option.clause = clause->text;
    if (const auto choice = choices.find(option.name); choice != choices.end()) {
      choose(effective, choice->second, &option);
    }
    return option;
  }

  void choose(const Effective& effective, const std::string& value, Option* option) {
    const auto offered = [&](const std::string& word) {
      return std::count(option->values.begin(), option->values.end(), word) > 0;
    };
    // A switch may be said either way.
    const std::string other = value == "on" ? "true" : value == "off" ? "false" : "";
    if (offered(value) || !offered(other)) option->chosen = value;
    if (!offered(value) && offered(other)) option->chosen = other;
    if (offered(option->chosen)) return;
    std::string wanted;
    for (const std::string& word : option->values) {
      wanted += (wanted.empty() ? "" : " or ") + word;
    }
    diagnostics_->push_back(whole_file(
        effective.source->file,
        fmt::format("option '{}' has no value '{}', {} wanted", option->name, value, wanted),
        did_you_mean(value, option->values)));
  }

  // Replaces each {option: name} by the chosen value, at the same place.
  void substitute(Node* node, const Effective& effective, std::set<std::string>* used) {
    if (!is_option_reference(*node)) {
      for (Node& item : node->items) substitute(&item, effective, used);
      for (Node::Entry& entry : node->entries) substitute(&entry.value, effective, used);
      return;
    }
    const Node name = node->entries[0].value;
    node->entries.clear();
    node->kind = Node::Kind::kBroken;
    const auto option =
        std::find_if(effective.options.begin(), effective.options.end(),
                     [&](const Option& candidate) { return candidate.name == name.text; });
    if (name.kind == Node::Kind::kScalar && option != effective.options.end()) {
      node->kind = Node::Kind::kScalar;
      node->text = option->chosen;
      used->insert(name.text);
      return;
    }
    if (name.kind != Node::Kind::kScalar) {
      report(effective, diagnostics_, name, -1,
             fmt::format("the name of an option wanted, found {}", found(name)));
      return;
    }
    const Node* section = effective.root.find("options");
    // An option that is there but could not be read has been told of.
    if (section != nullptr && section->find(name.text) != nullptr) return;
    std::vector<std::string> names;
    for (const Option& candidate : effective.options) names.push_back(candidate.name);
    report(effective, diagnostics_, name, -1,
           fmt::format("option {} is not defined under 'options'", found(name)),
           did_you_mean(name.text, names));
  }

  Diagnostics* const diagnostics_;
};

// Where an option offers a value; nullptr if nowhere.
const Node* value_node(const Merged& merged, const std::string& option, const std::string& value) {
  const Node* node = merged.root.find("options");
  for (const std::string& key : {option, std::string("values")}) {
    if (node != nullptr) node = node->find(key);
  }
  if (node == nullptr) return nullptr;
  for (const Node& item : node->items) {
    if (item.text == value) return &item;
  }
  return nullptr;
}

// Every value of an option has to give a variant, not only the chosen one.
void try_other_values(const Merged& merged, const Variant& variant, const OptionChoices& chosen,
                      Diagnostics* diagnostics) {
  for (const Option& option : variant.options) {
    for (const std::string& value : option.values) {
      if (value == option.chosen) continue;
      OptionChoices choices = chosen;
      choices[option.name] = value;
      Diagnostics found;
      Reader reader(&found);
      build_variant(reader.resolve(merged, choices), &found);
      for (Diagnostic& diagnostic : found) {
        if (diagnostic.severity != Diagnostic::Severity::kError) continue;
        diagnostic.message =
            fmt::format("with option {}={}: {}", option.name, value, diagnostic.message);
        // Where the file itself offers the value, that is what has to be mended.
        const Node* item = value_node(merged, option.name, value);
        if (item != nullptr && item->source == merged.source) {
          Diagnostic there =
              diagnostic_at(*item->source, item->line, item->column, std::move(diagnostic.message));
          there.hint = std::move(diagnostic.hint);
          diagnostic = std::move(there);
        }
        diagnostics->push_back(std::move(diagnostic));
      }
    }
  }
}

LoadResult finish(std::optional<Variant> variant, Diagnostics diagnostics,
                  const std::string& file) {
  const auto key = [&](const Diagnostic& diagnostic) {
    return std::tuple(diagnostic.place.file != file, diagnostic.place.file, diagnostic.place.line,
                      diagnostic.place.column);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(),
                                [](const Diagnostic& a, const Diagnostic& b) {
                                  return a.place == b.place && a.message == b.message;
                                }),
                    diagnostics.end());
  LoadResult result;
  if (diagnostics.size() > kMostDiagnostics) {
    const std::size_t more = diagnostics.size() - kMostDiagnostics;
    const bool errors = has_errors(diagnostics);
    diagnostics.resize(kMostDiagnostics);
    diagnostics.push_back(whole_file(file, fmt::format("{} more problems are not shown", more)));
    if (!errors) diagnostics.back().severity = Diagnostic::Severity::kWarning;
  }
  if (!has_errors(diagnostics)) result.variant = std::move(variant);
  result.diagnostics = std::move(diagnostics);
  return result;
}

}  // namespace

std::filesystem::path data_directory() {
  if (const char* chosen = std::getenv("REGELWERK_DATA"); chosen != nullptr && *chosen != '\0') {
    return chosen;
  }
  std::vector<fs::path> places = {REGELWERK_SPEC_SOURCE_DATA};
  const fs::path executable = executable_directory();
  if (!executable.empty()) places.push_back(executable.parent_path() / "share" / "regelwerk");
  places.push_back(REGELWERK_SPEC_INSTALLED_DATA);
  std::error_code error;
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "spec" / "variants", error)) return place;
  }
  return places.back();
}

std::vector<std::string> bundled_variants() {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(variants_directory(), error), end; !error && at != end;
       at.increment(error)) {
    const fs::path& path = at->path();
    if (path.extension() == ".yaml" && is_name(path.stem().string())) {
      names.push_back(path.stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

LoadResult load_variant(const std::string& name_or_path, const OptionChoices& options) {
  fs::path path = bundled_path(name_or_path);
  if (path.empty()) path = name_or_path;
  std::string problem;
  const std::optional<std::string> text = read_file(path, &problem);
  if (!text) {
    const bool like_a_name = problem == "no such file" && is_name(name_or_path);
    return finish(
        std::nullopt,
        {whole_file(name_or_path, like_a_name ? "neither a bundled variant nor a file" : problem,
                    like_a_name ? did_you_mean(name_or_path, bundled_variants()) : "")},
        name_or_path);
  }
  return load_variant_text(*text, path.string(), options);
}

LoadResult load_variant_text(const std::string& text, const std::string& file,
                             const OptionChoices& options) {
  Diagnostics diagnostics;
  std::error_code ignored;
  Reader reader(&diagnostics);
  std::optional<Merged> merged = reader.read(text, file, {fs::weakly_canonical(file, ignored)});
  std::optional<Variant> variant;
  if (merged) {
    variant = build_variant(reader.resolve(*merged, options), &diagnostics);
    if (variant && !has_errors(diagnostics))
      try_other_values(*merged, *variant, options, &diagnostics);
  }
  return finish(std::move(variant), std::move(diagnostics), file);
}

}  // namespace regelwerk::spec
