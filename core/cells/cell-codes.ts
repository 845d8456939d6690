/**
 * One byte per cell. A sliding window is a ring: a token's cell is its position modulo the number of cells. Source:
 * `llama_kv_cache::find_slot` (head), src/llama-kv-cache.cpp.
 */
import type { CellRun, CellSpan } from '../contract/cache/cache'
import type { CellContent } from '../contract/cache/cell-contents'
import { holesOf } from './cell-runs'

export const cellCodes = {
  free: 0,
  system: 1,
  user: 2,
  assistant: 3,
  template: 4,
  unknown: 5,
  hole: 6,
  reasoning: 7,
  tools: 8,
  'tool-call': 9,
  'tool-result': 10,
} as const
export const reusedFlag = 16
/** The next token does not attend to this cell. */
export const outsideFlag = 32

export interface HeldCells {
  readonly totalCells: number
  /** Only positions [fromPosition, tokens) have a cell. */
  readonly fromPosition: number
  readonly tokens: number
  readonly reusedTokens: number
  /** Contiguous from position 0. */
  readonly spans: readonly CellSpan[]
  readonly isRing: boolean
  /** The next token attends to no earlier position. Absent if it attends to all of them. */
  readonly attendedFrom?: number
  /** undefined if position n is in cell n or, in a ring, in cell n modulo `totalCells`. */
  readonly runs?: readonly CellRun[] | undefined
}

export function codesOf(held: HeldCells): Uint8Array {
  const codes = new Uint8Array(held.totalCells)
  for (const { from, to, holds } of held.spans) fill(codes, held, from, to, cellCodes[holds])
  fill(codes, held, held.spans.at(-1)?.to ?? 0, held.tokens, cellCodes.unknown)
  for (const { from, to } of holesOf(held.runs ?? [])) codes.fill(cellCodes.hole, from, to)
  for (let position = held.fromPosition; position < (held.attendedFrom ?? 0); position++) {
    const cell = cellOf(held, position)
    if (cell !== undefined) codes[cell] = (codes[cell] as number) | outsideFlag
  }
  return codes
}

function fill(codes: Uint8Array, held: HeldCells, from: number, to: number, code: number): void {
  const split = Math.min(to, Math.max(from, held.reusedTokens))
  fillPositions(codes, held, from, split, code | reusedFlag)
  fillPositions(codes, held, split, to, code)
}

function fillPositions(
  codes: Uint8Array,
  { fromPosition, tokens, isRing, totalCells, runs }: HeldCells,
  from: number,
  to: number,
  code: number,
): void {
  const first = Math.max(from, fromPosition)
  const end = Math.min(to, tokens)
  if (first >= end) return
  if (runs) return fillRuns(codes, runs, first, end, code)
  if (!isRing) return void codes.fill(code, first, end)
  for (let position = first; position < end; position++) codes[position % totalCells] = code
}

function fillRuns(codes: Uint8Array, runs: readonly CellRun[], first: number, end: number, code: number): void {
  for (const { position, cell, cells } of runs) {
    const from = Math.max(first, position)
    const to = Math.min(end, position + cells)
    if (from < to) codes.fill(code, cell + from - position, cell + to - position)
  }
}

export function positionIn({ totalCells, fromPosition, tokens, isRing, runs }: HeldCells, cell: number): number | undefined {
  if (cell < 0 || cell >= totalCells) return undefined
  if (runs) {
    const run = runs.find((candidate) => cell >= candidate.cell && cell < candidate.cell + candidate.cells)
    return run && run.position + cell - run.cell
  }
  const position = isRing && tokens > 0 ? cell + totalCells * Math.floor((tokens - 1 - cell) / totalCells) : cell
  return position >= fromPosition && position < tokens ? position : undefined
}

export const isHole = ({ runs }: HeldCells, cell: number): boolean => holesOf(runs ?? []).some(({ from, to }) => cell >= from && cell < to)

export function cellOf({ totalCells, fromPosition, tokens, isRing, runs }: HeldCells, position: number): number | undefined {
  if (position < fromPosition || position >= tokens) return undefined
  if (runs) {
    const run = runs.find((candidate) => position < candidate.position + candidate.cells)
    return run && run.cell + position - run.position
  }
  return isRing ? position % totalCells : position
}

export interface HeldMessage {
  readonly holds: CellContent
  /** Numbered from 1. null for the system prompt, the tools and the template. */
  readonly message: number | null
}

export function messageAt(spans: readonly CellSpan[], position: number): HeldMessage | undefined {
  const span = spans.find(({ from, to }) => position >= from && position < to)
  return span && { holds: span.holds, message: span.message ?? null }
}
