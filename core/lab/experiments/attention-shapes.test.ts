import { expect, it } from 'vitest'
import { runAttentionShapes } from './attention-shapes'

it('MLA with the dimensions of DeepSeek-V3 takes 70,272 bytes per token in f16, over all layers', () => {
  const result = runAttentionShapes(7)
  const [mla] = result.rows.filter(({ attention }) => attention === 'MLA')
  expect(mla).toMatchObject({ f16Bytes: 70_272, q8Bytes: 61 * 18 * 34 })
  expect(result.rows[0]).toMatchObject({ attention: 'MHA', f16Bytes: 3_997_696, share: 100 })
})
