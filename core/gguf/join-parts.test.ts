import { describe, expect, it } from 'vitest'
import { errorFacts } from '../contract/errors/errors'
import type { SplitFlaw } from '../contract/errors/gguf-reasons'
import { seededRandom } from '../stats/seeded-random'
import { memorySource } from './byte-window'
import { joinParts, type PartHeader } from './join-parts'
import { readGgufHeader } from './read-header'
import { type MetadataEntry, writeGgufHeader } from './testing/write-gguf'

interface Part {
  readonly no?: number
  readonly count?: number
  readonly tensorsInAll?: number
  readonly tensors?: readonly string[]
}

async function partHeader({ no, count, tensorsInAll, tensors = [] }: Part, path = `part ${no}`): Promise<PartHeader> {
  const metadata: MetadataEntry[] = [['general.name', 'str', path]]
  if (no !== undefined) metadata.push(['split.no', 'u16', no])
  if (count !== undefined) metadata.push(['split.count', 'u16', count])
  if (tensorsInAll !== undefined) metadata.push(['split.tensors.count', 'i32', tensorsInAll])
  const { bytes } = writeGgufHeader({ metadata, tensors: tensors.map((name) => ({ name, type: 'f32', shape: [8] })) })
  const reading = await readGgufHeader(memorySource(bytes))
  if (!reading.ok) throw new Error(`Expected a header, got ${JSON.stringify(reading)}`)
  return { path, header: reading.header }
}
async function join(first: Part, ...others: Part[]) {
  return joinParts(await partHeader(first), await Promise.all(others.map((other) => partHeader(other))))
}
const inconsistent = (path: string, flaw: SplitFlaw) => ({ ok: false, code: 'split-inconsistent', facts: { path, flaw } })
const first: Part = { no: 0, count: 3, tensorsInAll: 3, tensors: ['a', 'b'] }

describe('joinParts', () => {
  it('returns the metadata of the first part and the tensors of all parts in order', async () => {
    const joined = await join(first, { no: 1, tensors: [] }, { no: 2, tensors: ['c'] })
    if (!joined.ok) throw new Error(JSON.stringify(joined))
    expect(joined.header.tensors.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(joined.header.metadata.get('general.name')).toBe('part 0')
  })

  it('accepts a first part without tensors, as llama-gguf-split --no-tensor-first-split writes it', async () => {
    const joined = await join({ no: 0, count: 2, tensorsInAll: 1 }, { no: 1, count: 2, tensors: ['a'] })
    expect(joined).toMatchObject({ ok: true, header: { tensors: [{ name: 'a' }] } })
  })

  it('accepts a single file if the count is 1', async () => {
    expect(await join({ no: 4, count: 1, tensorsInAll: 99, tensors: ['a'] })).toMatchObject({
      ok: true,
      header: { tensors: [{ name: 'a' }] },
    })
  })

  it('requires the tensor count in the first part only, like llama.cpp', async () => {
    expect(await join({ no: 0, count: 2, tensorsInAll: 0 }, { no: 1, count: 7 })).toMatchObject({ ok: true })
  })

  it('refuses parts in the wrong order', async () => {
    expect(await join(first, { no: 2 }, { no: 1 })).toEqual(inconsistent('part 2', { kind: 'other-part', part: 3, expectedPart: 2 }))
    expect(await join({ ...first, no: 1 })).toEqual(inconsistent('part 1', { kind: 'other-part', part: 2, expectedPart: 1 }))
  })

  it('refuses a part that does not give its part number', async () => {
    expect(await join(first, { tensors: ['c'] })).toEqual(inconsistent('part undefined', { kind: 'part-number-missing' }))
    const { no: _, ...unnumbered } = first
    expect(await join(unnumbered)).toMatchObject({ facts: { flaw: { kind: 'part-number-missing' } } })
  })

  it('refuses parts that contain the same tensor', async () => {
    expect(await join(first, { no: 1, tensors: ['b'] })).toEqual(inconsistent('part 1', { kind: 'tensor-twice', tensor: 'b' }))
  })

  it('refuses parts with missing tensors, or without the number of tensors', async () => {
    expect(await join({ ...first, count: 2 }, { no: 1 })).toEqual(
      inconsistent('part 0', { kind: 'tensor-count', tensors: 2, expectedTensors: 3 }),
    )
    const { tensorsInAll: _, ...uncounted } = first
    for (const part of [uncounted, { ...first, tensorsInAll: -1 }])
      expect(await join(part)).toEqual(inconsistent('part 0', { kind: 'tensor-count-missing' }))
  })

  it('stops at the first part with an extra tensor', async () => {
    let asked = 0
    async function* others() {
      for (const part of [
        { no: 1, tensors: ['c'] },
        { no: 2, tensors: ['d'] },
      ]) {
        asked++
        yield await partHeader(part)
      }
    }
    expect(await joinParts(await partHeader({ ...first, tensorsInAll: 2 }), others())).toEqual(
      inconsistent('part 1', { kind: 'too-many-tensors', expectedTensors: 2 }),
    )
    expect(asked).toBe(1)
  })

  it('throws if the caller passes fewer parts than the header says', async () => {
    await expect(join(first, { no: 1, tensors: ['c'] })).rejects.toThrow('Expected 3 parts, got 2')
  })

  it('always returns a header or a failure that the contract defines', async () => {
    const outcomes = new Set<string>()
    for (let index = 0; index < 500; index++) {
      const random = seededRandom(index)
      const oneOf = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
      const lie = <T>(truth: T, ...lies: readonly T[]): T => (random() < 0.85 ? truth : oneOf(...lies))
      const parts = oneOf(2, 3)
      const names = (part: number) => Array.from({ length: oneOf(0, 2) }, (_, i) => lie(`${part}.${i}`, 'same'))
      const all = Array.from({ length: parts }, (_, no) => ({ no: lie(no, 0, 1, 65_535), tensors: names(no) }))
      const tensorsInAll = lie(new Set(all.flatMap(({ tensors }) => tensors)).size, -1, 0, 2 ** 31 - 1)
      const headers = await Promise.all(
        all
          .map((part, no) => partHeader(no === 0 ? { ...part, count: parts, tensorsInAll } : part))
          .map((part) => part.catch(() => undefined)),
      )
      const [head, ...rest] = headers
      // The reader refuses a duplicate name in one part.
      if (!head || rest.includes(undefined)) continue
      const joined = await joinParts(head, rest as PartHeader[])
      outcomes.add(joined.ok ? 'header' : joined.facts.flaw.kind)
      if (!joined.ok) expect(errorFacts[joined.code].safeParse(joined.facts).success).toBe(true)
    }
    expect(outcomes.size).toBeGreaterThan(4)
  })
})
