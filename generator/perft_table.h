// Counts already known: (position, depth) -> number of action sequences, for positions that are
// reached on several ways.
//
// A key is a hash of 128 bits over everything that the count depends on, and all of it is compared:
// with 10^10 different positions the odds that any two share a key are below 10^-18. May be shared
// by threads: an entry is read and written as a whole.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

namespace regelwerk::generator {

struct PerftKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool operator==(const PerftKey&) const = default;
};

// Makes a key of words, one after the other: two independent chains of multiplications whose high
// and low halves are folded together.
class PerftHasher {
 public:
  void add(std::uint64_t word) {
    key_.low = fold(key_.low ^ word, 0xa0761d6478bd642f) + 0xe7037ed1a0b428db;
    key_.high = fold(key_.high + word, 0x8ebc6af09c88c6e3) ^ 0x589965cc75374cc3;
  }
  const PerftKey& key() const { return key_; }

 private:
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  PerftKey key_{0x1d8e4e27c47d124f, 0xeb44accab455d165};
};

// Of a fixed size: where there is no room, a count takes the place of one less deep, else of the
// last that came. Holds counts of one Game only.
class PerftTable {
 public:
  // mib >= 1. Throws std::bad_alloc.
  explicit PerftTable(std::size_t mib)
      : size_(mib * (std::size_t{1} << 20) / sizeof(Bucket)),
        buckets_(std::make_unique<Bucket[]>(size_)) {}

  std::optional<std::uint64_t> find(const PerftKey& key, int depth) const {
    Bucket& bucket = bucket_of(key);
    const Lock lock(bucket);
    for (int i = 0; i < 2; ++i) {
      if (bucket.entries[i].key == key && bucket.depths[i] == depth) return bucket.entries[i].nodes;
    }
    return std::nullopt;
  }
  // depth: 1 to 255.
  void store(const PerftKey& key, int depth, std::uint64_t nodes) {
    Bucket& bucket = bucket_of(key);
    const Lock lock(bucket);
    int slot = 1;
    if (depth >= bucket.depths[0]) {  // the deepest so far becomes the last
      bucket.entries[1] = bucket.entries[0];
      bucket.depths[1] = bucket.depths[0];
      slot = 0;
    }
    bucket.entries[slot] = {key, nodes};
    bucket.depths[slot] = static_cast<std::uint8_t>(depth);
  }

 private:
  struct Entry {
    PerftKey key;
    std::uint64_t nodes = 0;
  };
  // One line of the cache.
  struct alignas(64) Bucket {
    Entry entries[2];                 // the deepest, and the last
    std::uint8_t depths[2] = {0, 0};  // 0: empty
    std::atomic<bool> locked{false};
  };
  static_assert(sizeof(Bucket) == 64);
  // Held for a few instructions only.
  class Lock {
   public:
    explicit Lock(Bucket& bucket) : bucket_(bucket) {
      while (bucket_.locked.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
    }
    ~Lock() { bucket_.locked.store(false, std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    Bucket& bucket_;
  };
  Bucket& bucket_of(const PerftKey& key) const {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<std::size_t>(static_cast<Wide>(key.low) * size_ >> 64)];
  }

  std::size_t size_;
  std::unique_ptr<Bucket[]> buckets_;
};

}  // namespace regelwerk::generator
