/** core/kv/fixtures/README.md explains the measured sizes. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cacheShapeOf } from '../../kv/cache-shape-of'
import { headerOf, planTruthRow, type TruthFile } from '../../kv/fixtures/truth'
import { computeBytes, computeErrorShare } from './compute-buffer'
import { computeShapeOf } from './compute-shape'

const load = (name: string) =>
  JSON.parse(brotliDecompressSync(readFileSync(new URL(`../../kv/fixtures/${name}.json.br`, import.meta.url))).toString())

const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN

describe('the estimate of the compute buffer', async () => {
  const headers = load('headers') as Record<string, string>
  const files = await Promise.all(
    (load('truth').files as readonly TruthFile[]).map(async (file) => ({
      ...file,
      header: await headerOf(Buffer.from(headers[file.file] ?? '', 'base64')),
    })),
  )
  const errors = files.flatMap(({ id, header, rows }) => {
    const shape = cacheShapeOf(header)
    const compute = computeShapeOf(header)
    return rows.flatMap((row) => {
      if (row.compute_cpu === undefined || !compute) return []
      const { plan, settings } = planTruthRow(shape, row)
      const estimated = computeBytes(compute, settings, plan)
      const outside = Math.abs(row.compute_cpu / estimated - 1) > computeErrorShare(estimated)
      return [{ id, outside, error: Math.abs(estimated / row.compute_cpu - 1) }]
    })
  })
  const of = (real: boolean) => errors.filter(({ id }) => !real || id.startsWith('real--')).map(({ error }) => error)

  it('is compared with all 2,168 contexts that llama.cpp created', () => expect(errors.length).toBe(2168))

  it('is within its stated error for every context', () => {
    const tell = (errs: readonly number[]) => [0.5, 0.9, 1].map((part) => `${(100 * share(errs, part)).toFixed(1)}%`).join(' / ')
    console.log(
      `compute buffer, error at median / 9 in 10 / worst: all ${errors.length} rows ${tell(of(false))}; real shapes ${tell(of(true))}`,
    )
    expect(errors.filter(({ outside }) => outside)).toEqual([])
    expect(share(of(false), 0.9)).toBeLessThan(0.13)
  })

  it('is within 10% for nine of ten contexts of real models', () => expect(share(of(true), 0.9)).toBeLessThan(0.1))
})
