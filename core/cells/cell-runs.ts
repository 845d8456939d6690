/**
 *              four tokens   1 and 2 removed   three added
 *   cells      0123          0..3              01234          `.` is a hole
 *   positions  0123          0..1              02314
 *
 * Removing a token frees its cell. Later tokens get lower positions but stay in their cells. New tokens take the first free cells.
 * Source: `llama_kv_cache::find_slot`, `seq_rm` and `seq_add`, src/llama-kv-cache.cpp.
 */
import type { CellRun } from '../contract/cache/cache'

/** Contiguous from position 0. Adjacent runs are joined. */
export type CellRuns = readonly CellRun[]

const endOf = (runs: CellRuns): number => {
  const last = runs.at(-1)
  return last ? last.position + last.cells : 0
}

export function resizeRuns(runs: CellRuns, tokens: number): CellRuns {
  const held = endOf(runs)
  if (tokens === held) return runs
  return tokens < held ? leaveRuns(runs, [{ from: tokens, to: held }]) : grown(runs, tokens)
}

/** `ranges` must be in order and must not overlap. */
export function leaveRuns(runs: CellRuns, ranges: readonly { readonly from: number; readonly to: number }[]): CellRuns {
  const left: CellRun[] = []
  for (const { position, cell, cells } of runs) {
    let at = position
    const keep = (to: number) => {
      if (to > at) push(left, cell + at - position, to - at)
    }
    for (const { from, to } of ranges) {
      if (to <= at || from >= position + cells) continue
      keep(from)
      at = Math.max(at, to)
    }
    keep(position + cells)
  }
  return left
}

export function packRuns(runs: CellRuns): CellRuns {
  let cell = 0
  const numbered = inOrderOfCells(runs).map((run) => {
    cell += run.cells
    return { ...run, cell: cell - run.cells }
  })
  const packed: CellRun[] = []
  for (const run of numbered.sort((a, b) => a.position - b.position)) push(packed, run.cell, run.cells)
  return packed
}

/** Returns ranges [from, to) in order. */
export function holesOf(runs: CellRuns): { readonly from: number; readonly to: number }[] {
  let at = 0
  return inOrderOfCells(runs).flatMap(({ cell, cells }) => {
    const hole = { from: at, to: cell }
    at = cell + cells
    return hole.to > hole.from ? [hole] : []
  })
}

function grown(runs: CellRuns, tokens: number): CellRuns {
  const result = [...runs]
  let missing = tokens - endOf(runs)
  for (const { from, to } of holesOf(runs)) {
    const taken = Math.min(missing, to - from)
    push(result, from, taken)
    missing -= taken
  }
  push(result, Math.max(0, ...runs.map(({ cell, cells }) => cell + cells)), missing)
  return result
}

function push(runs: CellRun[], cell: number, cells: number): void {
  if (cells <= 0) return
  const last = runs.at(-1)
  if (last && last.cell + last.cells === cell) runs[runs.length - 1] = { ...last, cells: last.cells + cells }
  else runs.push({ position: endOf(runs), cell, cells })
}

const inOrderOfCells = (runs: CellRuns): CellRun[] => [...runs].sort((a, b) => a.cell - b.cell)
