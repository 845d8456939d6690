/**
 * Simulates a saturated server: a waiting request starts as soon as it fits, and writes one token per step. Contiguous memory comes from a
 * buddy allocator, as in the paper's version of Orca.
 *
 *   max     reserves the whole context           oracle  reserves what the request will need
 *   pow2    reserves the prompt, and the output  paged   takes a block when the last one is full
 *           rounded up to a power of two
 *
 * Source: Kwon et al., PagedAttention, arXiv:2309.06180, figure 2: 20.4%, 26.8%, 38.2% and 96.3%. Lengths are log-normal with the
 * paper's means. Their spread is an assumption, which gives 25, 33, 43 and 97% (seed 7).
 */
import type { Random } from '../../stats/seeded-random'

export const reservations = ['max', 'pow2', 'oracle', 'paged'] as const
export type Reservation = (typeof reservations)[number]

export interface Request {
  readonly promptTokens: number
  readonly outputTokens: number
}
export interface TraceSettings {
  readonly poolTokens: number
  readonly contextTokens: number
  readonly blockTokens: number
  readonly steps: number
}
/** Averages over the last three quarters of the steps. The shares add up to 1. */
export interface MemoryShares {
  readonly reservation: Reservation
  readonly tokens: number
  readonly reserved: number
  /** Free memory, which is too small for the waiting request. */
  readonly free: number
  readonly runningRequests: number
}

export const meanRequest = { promptTokens: 161, outputTokens: 338 } as const

/** The logarithm of a length has a standard deviation of 1. */
export function drawRequest(random: Random, contextTokens: number): Request {
  const promptTokens = Math.min(Math.floor(contextTokens / 2), logNormal(random, meanRequest.promptTokens))
  return { promptTokens, outputTokens: Math.min(contextTokens - promptTokens, logNormal(random, meanRequest.outputTokens)) }
}

/** Box-Muller; at least 1. */
function logNormal(random: Random, mean: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.round(Math.exp(Math.log(mean) - 0.5 + normal)))
}

interface Running {
  readonly request: Request
  tokens: number
  readonly pieces: Piece[]
}

export function memoryShares(reservation: Reservation, random: Random, settings: TraceSettings): MemoryShares {
  const memory = reservation === 'paged' ? new Blocks(settings.poolTokens, settings.blockTokens) : new Buddies(settings.poolTokens)
  let running: Running[] = []
  let waiting = drawRequest(random, settings.contextTokens)
  const sums = { tokens: 0, memory: 0, running: 0, steps: 0 }
  for (let step = 0; step < settings.steps; step++) {
    for (;;) {
      const taken = memory.take(reservedTokens(reservation, waiting, settings.contextTokens))
      if (taken === null) break
      running.push({ request: waiting, tokens: waiting.promptTokens, pieces: [taken] })
      waiting = drawRequest(random, settings.contextTokens)
    }
    running = running.filter((one) => advances(one, memory))
    if (step < settings.steps / 4) continue
    sums.tokens += running.reduce((sum, { tokens }) => sum + tokens, 0)
    sums.memory += running.reduce((sum, one) => sum + sizeOf(one), 0)
    sums.running += running.length
    sums.steps++
  }
  const share = (sum: number) => sum / sums.steps / settings.poolTokens
  return {
    reservation,
    tokens: share(sums.tokens),
    reserved: share(sums.memory - sums.tokens),
    free: 1 - share(sums.memory),
    runningRequests: sums.running / sums.steps,
  }
}

function reservedTokens(reservation: Reservation, { promptTokens, outputTokens }: Request, contextTokens: number): number {
  if (reservation === 'max') return contextTokens
  if (reservation === 'pow2') return Math.min(contextTokens, promptTokens + powerOfTwo(outputTokens))
  return reservation === 'oracle' ? promptTokens + outputTokens : promptTokens + 1
}

/** Returns false if the request is done or preempted. */
function advances(one: Running, memory: Memory): boolean {
  one.tokens++
  const isDone = one.tokens >= one.request.promptTokens + one.request.outputTokens
  if (!isDone && one.tokens <= sizeOf(one)) return true
  const added = isDone ? null : memory.take(1)
  if (added) one.pieces.push(added)
  else for (const piece of one.pieces) memory.give(piece)
  return added !== null
}

const sizeOf = ({ pieces }: Running): number => pieces.reduce((sum, { size }) => sum + size, 0)
const powerOfTwo = (tokens: number): number => 2 ** Math.ceil(Math.log2(tokens))

interface Piece {
  readonly at: number
  readonly size: number
}
interface Memory {
  /** Returns null if no piece is large enough. */
  take(tokens: number): Piece | null
  give(piece: Piece): void
}

class Blocks implements Memory {
  constructor(
    private freeTokens: number,
    private readonly blockTokens: number,
  ) {}
  take(tokens: number): Piece | null {
    const size = Math.ceil(tokens / this.blockTokens) * this.blockTokens
    if (size > this.freeTokens) return null
    this.freeTokens -= size
    return { at: 0, size }
  }
  give({ size }: Piece): void {
    this.freeTokens += size
  }
}

/** Source: Knowlton, CACM 8(10), 1965. */
class Buddies implements Memory {
  /** First slots of the free pieces, by size. */
  private readonly free = new Map<number, Set<number>>()
  constructor(private readonly poolTokens: number) {
    this.freeOf(poolTokens).add(0)
  }
  take(tokens: number): Piece | null {
    const wanted = powerOfTwo(tokens)
    let size = wanted
    while (size <= this.poolTokens && this.freeOf(size).size === 0) size *= 2
    if (size > this.poolTokens) return null
    const at = this.freeOf(size).values().next().value as number
    this.freeOf(size).delete(at)
    for (; size > wanted; size /= 2) this.freeOf(size / 2).add(at + size / 2)
    return { at, size: wanted }
  }
  give({ at, size }: Piece): void {
    const buddy = at % (2 * size) === 0 ? at + size : at - size
    if (size < this.poolTokens && this.freeOf(size).delete(buddy)) this.give({ at: Math.min(at, buddy), size: 2 * size })
    else this.freeOf(size).add(at)
  }
  private freeOf(size: number): Set<number> {
    const pieces = this.free.get(size) ?? new Set()
    this.free.set(size, pieces)
    return pieces
  }
}
