import { describe, expect, it } from 'vitest'
import type { ModelFile } from '../../../core/contract/models/models'
import { draftModelChoices } from './draft-model-choices'

const file = (id: string, architecture: string, sizeBytes: number, missing = false) =>
  ({ id, name: id, architecture, sizeBytes, weightType: 'q8_0', missing }) as ModelFile

describe('the list of possible draft models', () => {
  const main = file('main', 'llama', 4000)
  it('has all other models, smaller ones of the same architecture first', () => {
    const models = [
      file('huge', 'llama', 9000),
      file('other', 'qwen2', 100),
      main,
      file('small', 'llama', 500),
      file('smallest', 'llama', 300),
    ]
    expect(draftModelChoices(models, main).map(({ value }) => value)).toEqual(['smallest', 'small', 'other', 'huge'])
  })
  it('describes each model, and marks the unsuitable and missing ones', () => {
    const [small, gone, large] = draftModelChoices(
      [file('large', 'llama', 4096), file('gone', 'llama', 1024, true), file('small', 'llama', 512)],
      main,
    )
    expect(small).toEqual({ value: 'small', label: 'small', note: 'q8_0, 512 B', refused: undefined })
    expect(gone).toMatchObject({ value: 'gone', refused: 'The file has moved or was deleted.' })
    expect(large?.note).toContain('not smaller than this model')
  })
})
