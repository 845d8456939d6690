/** A trace says which tokens prompts share, not what they mean: a text is a range of numbers that no other text has. */
import type { Random } from '../../../core/stats/seeded-random'

/** One number stands for this many tokens, which makes a replay faster. */
export const grain = 16

/** Numbers [from, to). */
export interface Text {
  readonly from: number
  readonly to: number
}

export interface TraceRequest {
  readonly atMs: number
  readonly conversation: string
  readonly prompt: readonly Text[]
  readonly answer: Text
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export class TraceWriter {
  readonly requests: TraceRequest[] = []
  private end = 0
  private conversations = 0

  constructor(private readonly random: Random) {}

  text(tokens: number): Text {
    const from = this.end
    this.end += Math.max(1, Math.round(tokens / grain))
    return { from, to: this.end }
  }

  conversation(): string {
    this.conversations++
    return `${this.conversations}`
  }

  /** `sigma` is the standard deviation of the logarithm. */
  logNormal(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
    return median * Math.exp(sigma * normal)
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.random())
  }

  /** At least 1. */
  geometric(mean: number): number {
    return 1 + Math.floor(Math.log(1 - this.random()) / Math.log(1 - 1 / mean))
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  /** The n-th item is n^-exponent as likely as the first. */
  zipf<T>(items: readonly T[], exponent: number): T {
    const weights = items.map((_, index) => (index + 1) ** -exponent)
    let left = this.random() * weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries()) {
      left -= weight
      if (left < 0) return items[index] as T
    }
    return items.at(-1) as T
  }
}

export function numbersOf(texts: readonly Text[]): number[] {
  const numbers: number[] = []
  for (const { from, to } of texts) for (let number = from; number < to; number++) numbers.push(number)
  return numbers
}

export const inOrder = (requests: readonly TraceRequest[]): TraceRequest[] => [...requests].sort((a, b) => a.atMs - b.atMs)
