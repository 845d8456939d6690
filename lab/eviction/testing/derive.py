"""Derives, from the formulas of each source, which cells every eviction policy of the Lab keeps.

Usage: python3 derive.py 12 > twelve-tokens.json; python3 derive.py 64 > sixty-four-tokens.json; npx biome format --write *.json. Needs
numpy.

Prints the parameters, and per policy the scores and the kept cells, as [layer][KV head]. Written from the sources, before the author had
seen the Lab's code. Only sizes, RoPE on pairs of neighbors, and "the newer cell wins a tie" were adapted to the Lab afterwards. For 12
tokens, windows, chunks and pages are scaled down; for 64, they have the Lab's sizes. Arrays: layers x heads x tokens x head size.

Sources: mit-han-lab/streaming-llm at 2e50426, FMInference/H2O at ac75c2a, schwartz-lab-NLP/TOVA at 9c7d09b, FasterDecoding/SnapKV at
e216ddc, Zefan-Cai/KVCache-Factory at c97f9d7 (PyramidKV), FFY0/AdaKV at efe4e2e, Zefan-Cai/R-KV at d15c976, mit-han-lab/Quest at 01c1623,
NVIDIA/kvpress at 8bb29b9, AI-Lab-China-Merchants-Bank/LagKV at 2a9d19e, snu-mllab/KVzip at 5d84729, WeianMao/triattention at c3744ee.
Scissorhands: algorithm 2 of arXiv:2305.17118.
"""

import json
import sys

import numpy as np

TOKENS = int(sys.argv[1])
LAYERS, KV_HEADS, GROUP, SIZE, BASE = 2, 2, 2, 4, 10000.0
# prompt: the tokens that a policy that evicts at each step reads at once. repeat: those of KVzip's second pass.
P = {
    12: dict(
        prompt=8, repeat=14, budget=6, scissorBudget=6, pyramidBudget=5, redundantBudget=10, lagBudget=8,
        sinks=2, recent=2, window=3, redundantWindow=8, chunk=2, page=2, lagSinks=2, lag=3,
        duoSinks=1, duoRecent=3, duoBudget=7,
    ),
    64: dict(
        prompt=56, repeat=66, budget=48, scissorBudget=48, pyramidBudget=40, redundantBudget=48, lagBudget=44,
        sinks=4, recent=10, window=16, redundantWindow=8, chunk=20, page=16, lagSinks=4, lag=16,
        duoSinks=4, duoRecent=16, duoBudget=40,
    ),
}[TOKENS]
P.update(kernel=7, floor=0.2, beta=20, importance=0.07, similar=0.5, farthest=65536, first=4, future=512, epsilon=0.01, spread=500)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def halves(x):
    """The two members of each pair that RoPE rotates."""
    return x[..., 0::2], x[..., 1::2]


def join(a, b):
    return np.stack([a, b], -1).reshape(*a.shape[:-1], SIZE)


OMEGA = BASE ** (-np.arange(0, SIZE, 2) / SIZE)


def rope(x, positions):
    angle = np.asarray(positions)[:, None] * OMEGA
    a, b = halves(x)
    return join(a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle))


def best(scores, count):
    newer_first = np.asarray(scores)[::-1]
    return sorted((len(newer_first) - 1 - np.argsort(-newer_first, kind='stable')[: max(0, count)]).tolist())


def each(score, count):
    """The `count` best cells of each head, and the scores."""
    return dict(scores=score, kept=[[best(s, count) for s in layer] for layer in score])


def entries(heads, a, b):
    """Looks random, and every entry is exact in binary: (a i^2 + b i) mod 4099, as -2 to 2 in steps of 1 / 1024."""
    i = np.arange(LAYERS * heads * (TOKENS + P['repeat']) * SIZE)
    return ((a * i * i + b * i) % 4099 / 1024 - 2).reshape(LAYERS, heads, -1, SIZE)


q_flat, k_flat, v_all = entries(KV_HEADS * GROUP, 7, 1103), entries(KV_HEADS, 11, 523), entries(KV_HEADS, 13, 211)
places = np.arange(TOKENS + P['repeat'])
q_all, k_all = rope(q_flat, places), rope(k_flat, places)
q, k, v = q_all[:, :, :TOKENS], k_all[:, :, :TOKENS], v_all[:, :, :TOKENS]
shared = lambda x: np.repeat(x, GROUP, 1)
grouped = lambda x: x.reshape(x.shape[0], KV_HEADS, GROUP, *x.shape[2:])


def attention(queries, keys, first):
    """Causal weights of queries at positions from `first` on: layers x query heads x queries x keys."""
    logits = queries @ shared(keys).swapaxes(2, 3) / np.sqrt(SIZE)
    rows = first + np.arange(queries.shape[2])
    logits = np.where(np.arange(keys.shape[2]) > rows[:, None], -np.inf, logits)
    return softmax(logits)


def pooled(x):
    """Largest of the neighbors, with stride 1: torch's max_pool1d."""
    half = P['kernel'] // 2
    padded = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(half, half)], constant_values=-np.inf)
    return np.lib.stride_tricks.sliding_window_view(padded, P['kernel'], -1).max(-1)


# StreamingLLM: streaming_llm/kv_cache.py, StartRecentKVCache. The positions for RoPE are those in the cache: pos_shift/modify_llama.py,
# key_position_ids. The last token is the query.
def streaming_llm():
    recent = P['budget'] - P['sinks']
    kept = list(range(P['sinks'])) + list(range(TOKENS - recent, TOKENS))
    places = np.arange(len(kept))
    return dict(kept=[[kept] * KV_HEADS] * LAYERS, positions=places, distances=places[-1] - places)


def by_steps(choose):
    """Reads the prompt, then token by token. After each, `choose(layer, head, cells, start, state)` returns the indexes in `cells` that stay,
    the state of those, and all scores. Prints the scores of the last eviction."""
    kept, scores = [], []
    for layer in range(LAYERS):
        kept.append([]), scores.append([])
        for head in range(KV_HEADS):
            cells, state, of_eviction = [], [], None
            for start, end in [(0, P['prompt'])] + [(t, t + 1) for t in range(P['prompt'], TOKENS)]:
                cells = cells + list(range(start, end))
                chosen, state, score = choose(layer, head, cells, start, state)
                of_eviction = score if len(chosen) < len(cells) else of_eviction
                cells = [cells[i] for i in chosen]
            kept[-1].append(cells), scores[-1].append(of_eviction)
    return dict(scores=scores, kept=kept)


def logits_of(layer, head, cells, start):
    """Of the queries from `start` on: query heads of this KV head x queries x cells."""
    end = cells[-1] + 1
    logits = q[layer, head * GROUP : (head + 1) * GROUP, start:end] @ k[layer, head, cells].T / np.sqrt(SIZE)
    return np.where(np.array(cells) > np.arange(start, end)[:, None], -np.inf, logits)


# H2O: h2o_hf/utils_real_drop/modify_llama.py, H2OKVCache_LayerWise. Query heads that share a KV head are averaged.
def h2o():
    heavy, recent = P['budget'] // 2, P['budget'] - P['budget'] // 2

    def choose(layer, head, cells, start, state):
        sums = softmax(logits_of(layer, head, cells, start)).mean(0).sum(0)
        sums[: len(state)] += state
        if len(cells) <= P['budget']:
            return range(len(cells)), sums, sums
        chosen = best(sums[:-recent], heavy) + list(range(len(cells) - recent, len(cells)))
        return chosen, sums[chosen], sums

    return by_steps(choose)


# Scissorhands: algorithm 2 of the paper. Counts how often a token's weight was below 1 / t, and drops the tokens with the highest counts.
def scissorhands():
    budget, recent = P['scissorBudget'], P['recent']

    def choose(layer, head, cells, start, state):
        rows = softmax(logits_of(layer, head, cells, start)).mean(0)
        seen = np.array(cells) <= np.arange(start, cells[-1] + 1)[:, None]
        low = ((rows < 1 / seen.sum(1, keepdims=True)) & seen).sum(0).astype(float)
        low[: len(state)] += state
        if len(cells) <= budget:
            return range(len(cells)), low, low
        record = low.copy()
        record[len(cells) - recent :] = -1
        chosen = best(-record, len(cells) - max(budget // 2, len(cells) - budget))
        return chosen, low[chosen], low

    return by_steps(choose)


# TOVA: src/tova_cache.py, reduce. One choice for all heads of a layer. Prints the mean of each KV head's query heads.
def tova():
    kept, scores = [], []
    for layer in range(LAYERS):
        cells = []
        for start, end in [(0, P['prompt'])] + [(t, t + 1) for t in range(P['prompt'], TOKENS)]:
            cells = cells + list(range(start, end))
            keys = np.repeat(k[layer][:, cells], GROUP, 0)
            weights = softmax(np.einsum('hd,hcd->hc', q[layer, :, end - 1], keys) / np.sqrt(SIZE))
            if len(cells) > P['budget']:
                cells = [cells[i] for i in best(weights.mean(0), P['budget'])]
        kept.append([cells] * KV_HEADS), scores.append(weights.reshape(KV_HEADS, GROUP, -1).mean(1))
    return dict(scores=scores, kept=kept)


def observed():
    """SnapKV's scores of the cells before the window: snapkv_utils.py, update_kv; GQA as in AdaKV's calcul_attn_sore."""
    weights = attention(q[:, :, -P['window'] :], k, TOKENS - P['window'])[..., : -P['window']].mean(2)
    return pooled(grouped(weights).mean(2))


def with_window(picked):
    return [[p + list(range(TOKENS - P['window'], TOKENS)) for p in layer] for layer in picked]


def snapkv():
    result = each(observed(), P['budget'] - P['window'])
    return dict(scores=result['scores'], kept=with_window(result['kept']))


# PyramidKV: pyramidkv/pyramidkv_utils.py, PyramidKVCluster.
def pyramidkv():
    score, spare = observed(), P['pyramidBudget'] - P['window']
    low = spare // P['beta']
    high = spare * 2 - low
    if high >= TOKENS - P['window']:
        high = TOKENS - P['window']
        low = spare * 2 - high
    step = (high - low) // (LAYERS - 1)
    sizes = [spare if TOKENS < spare * 2 else high - layer * step for layer in range(LAYERS)]
    kept = with_window([[best(s, size) for s in score[layer]] for layer, size in enumerate(sizes)])
    return dict(scores=score, kept=kept, sizes=sizes)


def share(score, capacity):
    """Ada-KV's budget per head: adaptive_snapkv/monkeypatch/snapkv_utils.py, update_kv_gqa."""
    heads, length = score.shape
    floor = int(capacity * P['floor'])
    winners = np.argsort(-np.sort(score)[:, ::-1].ravel(), kind='stable')[: heads * capacity] // length
    counts = np.bincount(winners, minlength=heads)
    return [int(np.round(c * (1 - P['floor']) + floor)) for c in counts]


def ada_kv():
    score, spare = observed(), P['budget'] - P['window']
    sizes = [share(layer, spare) for layer in score]
    return dict(
        scores=score, sizes=sizes,
        kept=with_window([[best(s, n) for s, n in zip(layer, size)] for layer, size in zip(score, sizes)]),
    )


# ChunkKV: kvpress/presses/chunkkv_press.py, over SnapKV's scores with the window at the maximum + 1 (snapkv_press.py).
def chunkkv():
    score = observed()
    kept, chunks = [], []
    for layer in score:
        full = np.concatenate([layer, np.full((KV_HEADS, P['window']), layer.max() + 1)], -1).sum(0)
        parts = [full[i : i + P['chunk']].mean() for i in range(0, TOKENS, P['chunk'])]
        count = max(1, int(len(parts) * P['budget'] / TOKENS))
        cells = [c for i in best(parts, count) for c in range(i * P['chunk'], min((i + 1) * P['chunk'], TOKENS))]
        chunks.append([parts] * KV_HEADS), kept.append([cells] * KV_HEADS)
    return dict(scores=chunks, kept=kept)


# R-KV: rkv/utils.py, compute_attention_scores and cal_similarity; rkv/compression/r1_kv.py, update_kv. Compresses after each token.
def r_kv():
    window = P['redundantWindow']

    def choose(layer, head, cells, start, state):
        if len(cells) <= P['redundantBudget']:
            return range(len(cells)), state, None
        logits = logits_of(layer, head, cells, cells[-1] + 1 - window).max(0)
        importance = pooled(softmax(logits[:, :-window]).mean(0))
        keys = k[layer, head, cells]
        unit = keys / (np.linalg.norm(keys, axis=-1, keepdims=True) + 1e-8)
        cosine = unit @ unit.T
        np.fill_diagonal(cosine, 0)
        last = np.where(cosine > P['similar'], np.arange(len(cells)), 0).max(-1)
        cosine[np.arange(len(cells)), last] = 0
        redundancy = softmax(cosine.mean(0))[:-window]
        score = importance * P['importance'] - redundancy * (1 - P['importance'])
        chosen = best(score, P['redundantBudget'] - window) + list(range(len(cells) - window, len(cells)))
        return chosen, state, score

    return by_steps(choose)


# Quest: kernels/include/decode/decode_attn.cuh line 155 (bound), quest/utils/controller.py (the newest page is always read).
def quest():
    pages = [k[:, :, i : i + P['page']] for i in range(0, TOKENS, P['page'])]
    lowest, highest = (shared(np.stack([extreme(page, 2) for page in pages], 2)) for extreme in (np.min, np.max))
    query = q[:, :, -1:, :]
    bound = np.maximum(query * lowest, query * highest).sum(-1)
    kept = [[best(b[:-1], P['budget'] // P['page'] - 1) + [len(pages) - 1] for b in layer] for layer in bound]
    return dict(scores=bound, kept=kept)


# KeyDiff: kvpress/presses/keydiff_press.py; equation of the paper with normalized keys.
def keydiff():
    unit = k / np.linalg.norm(k, axis=-1, keepdims=True)
    anchor = unit.mean(2, keepdims=True)
    return each(-(unit * anchor).sum(-1) / np.linalg.norm(anchor, axis=-1), P['budget'])


# Knorm: kvpress/presses/knorm_press.py.
def knorm():
    return each(-np.linalg.norm(k, axis=-1), P['budget'])


# LagKV: kvpress/presses/lagkv_press.py; lag_kv.py of the authors.
def lagkv():
    sinks, lag = P['lagSinks'], P['lag']
    parts = (TOKENS - sinks) // lag

    def difference(x):
        x = x[:, :, sinks : sinks + parts * lag].reshape(LAYERS, KV_HEADS, parts, lag, SIZE)
        low, high = x[:, :, 1:].min(3, keepdims=True), x[:, :, 1:].max(3, keepdims=True)
        return softmax(((x[:, :, :-1] - low) / (high - low)).std(-1, ddof=1))

    score = (difference(k) + difference(v)) / 2
    rank = score.argsort(-1).argsort(-1) / lag
    tail = TOKENS - sinks - (parts - 1) * lag
    ones = lambda n: np.ones((LAYERS, KV_HEADS, n))
    full = np.concatenate([ones(sinks), rank.reshape(LAYERS, KV_HEADS, -1), ones(tail)], -1)
    return each(full, P['lagBudget'])


def expected(epsilon):
    """kvpress/presses/expected_attention_press.py."""
    sinks = P['first']
    own = q_flat[:, :, sinks:TOKENS]
    mean = own.mean(2)
    centered = own - mean[:, :, None]
    spread = np.einsum('lhti,lhtj->lhij', centered, centered) / own.shape[2]
    rotation = np.mean([rope(np.eye(SIZE), [p] * SIZE).T for p in range(TOKENS, TOKENS + P['future'])], 0)
    mean, spread = mean @ rotation.T, rotation @ spread @ rotation.T
    keys = shared(k[:, :, sinks:])
    logits = np.einsum('lhi,lhti->lht', mean, keys) / np.sqrt(SIZE)
    logits = logits + np.einsum('lhti,lhij,lhtj->lht', keys, spread, keys) / SIZE / 2
    score = grouped(softmax(logits)).mean(2)
    return (score + epsilon) * np.linalg.norm(v[:, :, sinks:], axis=-1)


def expected_attention():
    score = expected(0)
    first = list(range(P['first']))
    kept = [[first + [c + P['first'] for c in best(s, P['budget'] - P['first'])] for s in layer] for layer in score]
    return dict(scores=score, kept=kept)


# Expected Attention (epsilon of kvpress's leaderboard) with Ada-KV's shares; the sinks are outside the shared budget.
def ada_expected_attention():
    score, spare = expected(P['epsilon']), P['budget'] - P['first']
    first, sizes = list(range(P['first'])), [share(layer, spare) for layer in score]
    kept = [
        [first + [c + P['first'] for c in best(s, n)] for s, n in zip(layer, size)] for layer, size in zip(score, sizes)
    ]
    return dict(scores=score, sizes=sizes, kept=kept)


# KVzip: attention/score.py, _get_score. The model repeats the text; the largest weight over queries and query heads counts. The first
# cells get 1, and all heads of all layers share the budget: kvpress/presses/kvzip_press.py, prepare and compress_post.
def kvzip():
    weights = attention(q_all[:, :, TOKENS:], k_all, TOKENS)[..., :TOKENS]
    score = grouped(weights).max((2, 3))
    full = score.copy()
    full[..., : P['first']] = 1
    chosen = set(best(full.ravel(), P['budget'] * KV_HEADS * LAYERS))
    index = np.arange(full.size).reshape(full.shape)
    return dict(scores=score, kept=[[[c for c in range(TOKENS) if h[c] in chosen] for h in layer] for layer in index])


# DuoAttention's heads: kvpress/presses/duo_attention_press.py, duo_attention_on_the_fly. The best of the four heads keeps everything, the
# others the first and the newest tokens (compress).
def duo_attention():
    length = P['spread']
    spread = lambda x: np.repeat(x[:, :, :TOKENS].mean(2, keepdims=True), length, 2)
    queries, keys = rope(spread(q_flat), range(length)), rope(spread(k_flat), range(length))
    last = attention(queries[:, :, -1:], keys, length - 1)[:, :, 0]
    score = grouped(last.cumsum(-1).mean(-1)).mean(2)
    streaming = [c for c in range(TOKENS) if c < P['duoSinks'] or c >= TOKENS - P['duoRecent']]
    return dict(scores=score, kept=[[list(range(TOKENS)) if s == score.max() else streaming for s in layer] for layer in score])


# TriAttention: triattention/methods/pruning_utils.py, compute_frequency_statistics_from_means and score_keys_for_round;
# triattention.py, _select_per_layer_perhead_independent, with normalized scores (the authors' default in scripts/cli.py).
def triattention():
    complex_of = lambda x: halves(x)[0] + 1j * halves(x)[1]
    center, length = complex_of(q_flat[:, :, :TOKENS]).mean(2), np.abs(complex_of(q_flat[:, :, :TOKENS])).mean(2)
    keys = complex_of(shared(k_flat[:, :, :TOKENS]))
    amplitude = np.abs(center)[:, :, None] * np.abs(keys)
    phase = np.angle(center[:, :, None] * np.conj(keys))
    rest = ((length - np.abs(center))[:, :, None] * np.abs(keys)).sum(-1)
    offsets = 2.0 ** np.arange(int(np.log2(P['farthest'])) + 1)
    delta = (TOKENS - np.arange(TOKENS))[:, None] + offsets
    waves = np.cos(delta[None, None, :, :, None] * OMEGA + phase[:, :, :, None])
    raw = (amplitude[:, :, :, None] * waves).sum(-1).mean(-1) + rest
    normal = (raw - raw.mean(-1, keepdims=True)) / raw.std(-1, keepdims=True)
    return each(grouped(normal).max(2), P['budget'])


POLICIES = {
    'streaming-llm': streaming_llm, 'h2o': h2o, 'scissorhands': scissorhands, 'tova': tova, 'snapkv': snapkv,
    'pyramidkv': pyramidkv, 'ada-kv': ada_kv, 'chunkkv': chunkkv, 'r-kv': r_kv, 'quest': quest, 'keydiff': keydiff,
    'knorm': knorm, 'lagkv': lagkv, 'expected-attention': expected_attention,
    'ada-expected-attention': ada_expected_attention, 'kvzip': kvzip, 'duo-attention': duo_attention,
    'triattention': triattention,
}


def plain(x):
    if isinstance(x, dict):
        return {key: plain(value) for key, value in x.items()}
    if isinstance(x, np.ndarray):
        return plain(x.tolist())
    if isinstance(x, (list, tuple, range)):
        return [plain(value) for value in x]
    if isinstance(x, (float, np.floating)):
        return round(float(x), 6)
    return int(x) if isinstance(x, np.integer) else x


print(json.dumps(dict(parameters=P, policies={name: plain(run()) for name, run in POLICIES.items()})))
