"""The random numbers of ensembles, in plain integers, by seed, member, generation and row."""

import math

MASK = 2**64 - 1
WEIGHTS, SEEDS, COLUMNS, CIRCLES = range(16, 20)


def mix(x):
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def key_of(seed, *branches):
    key = mix((seed + 0xD1342543DE82EF95) & MASK)
    for purpose in branches:
        inner = key ^ mix(((purpose + 1) * 0x9FB21C651E98DF25) & MASK)
        key = mix((inner + 0xD1342543DE82EF95) & MASK)
    return key


def bits(key, lane, row):
    own = mix((key + (lane + 1) * 0xDA942042E4DD58B5) & MASK)
    return mix((own + row * 0x9E3779B97F4A7C15) & MASK)


def chance(seed, member, row):
    """A number in [0, 1) for a member and a row."""
    return (bits(key_of(seed, WEIGHTS), member, row) >> 11) * 2.0**-53


def poisson(rate, u):
    """The smallest k with P(at most k) above u."""
    k, share = 0, math.exp(-rate)
    total = share
    while u >= total and k < 1000:
        k += 1
        share *= rate / k
        total += share
    return k


def times(rate, seed, member, row):
    """How often a member learns a row."""
    return poisson(rate, chance(seed, member, row))


def member_seed(seed, member, generation):
    return bits(key_of(seed, SEEDS), member, generation) >> 11


def columns(seed, member, generation, width, count):
    """First learners go on round a shuffled circle; later ones have those drawn lowest."""
    if generation > 0:
        key = key_of(seed, COLUMNS, member)
        return sorted(sorted(range(width), key=lambda c: bits(key, generation, c))[:count])
    key, taken, circles = key_of(seed, CIRCLES), 0, 0
    for _ in range(member):
        taken += count
        if taken % width == 0:  # all columns equally often: a new circle
            taken, circles = 0, circles + 1
    circle = sorted(range(width), key=lambda c: bits(key, circles, c))
    return sorted(circle[(taken + i) % width] for i in range(count))
