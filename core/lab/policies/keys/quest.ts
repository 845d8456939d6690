/**
 * No key in a page can score higher than
 *
 *   bound(query, page) = sum over channels of max(q * smallest, q * largest)
 *
 * Source: mit-han-lab/Quest, evaluation/quest_attention.py (the first two layers read everything) and quest/utils/controller.py (the page
 * being written is always read).
 */
import { best, range } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'
import { fullCache } from '../blind/full-cache'

export const questPageTokens = 16
/** Number of first layers that read all pages, because their pages are too similar to rank. */
export const questDenseLayers = 2

export const quest: EvictionPolicy = {
  ...fullCache,
  name: 'quest',
  signal: 'keys',
  source: 'Tang et al., Quest, arXiv:2406.10774',
  leastTokens: questPageTokens,
}

export const pagesRead = (budgetTokens: number): number => Math.max(1, Math.floor(budgetTokens / questPageTokens))

export function cellsRead(cells: number, budgetTokens: number): number {
  const pages = Math.ceil(cells / questPageTokens)
  const lastPage = cells - (pages - 1) * questPageTokens
  return (Math.min(pages, pagesRead(budgetTokens)) - 1) * questPageTokens + lastPage
}

export interface PageBounds {
  /** (D) */
  readonly smallest: Float32Array
  readonly largest: Float32Array
}

/** `keys`: (cells of the page, D). */
export function boundsOfPage(keys: Float32Array, headDim: number): PageBounds {
  const smallest = new Float32Array(headDim).fill(Number.POSITIVE_INFINITY)
  const largest = new Float32Array(headDim).fill(Number.NEGATIVE_INFINITY)
  keys.forEach((value, i) => {
    const d = i % headDim
    smallest[d] = Math.min(smallest[d] as number, value)
    largest[d] = Math.max(largest[d] as number, value)
  })
  return { smallest, largest }
}

/** `query`: (D). */
export function scoreBound(query: Float32Array, { smallest, largest }: PageBounds): number {
  let bound = 0
  for (let d = 0; d < query.length; d++)
    bound += Math.max((query[d] as number) * (smallest[d] as number), (query[d] as number) * (largest[d] as number))
  return bound
}

/** Ascending; includes the last page. */
export function choosePages(query: Float32Array, pages: readonly PageBounds[], count: number): number[] {
  const bounds = pages.map((page) => scoreBound(query, page))
  const last = pages.length - 1
  return [...best(range(0, last), bounds, count - 1), ...(last >= 0 ? [last] : [])].sort((a, b) => a - b)
}
