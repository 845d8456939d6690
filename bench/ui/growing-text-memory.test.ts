import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { allOf, grow, noBlocks } from '../../renderer/chat/markdown/parse/blocks'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it('no block of a growing text keeps a copy of the whole text in memory', () => {
  const before = usedBytes()
  let blocks = noBlocks
  let text = ''
  for (let paragraph = 0; paragraph < 200; paragraph++) {
    text += `${paragraph} ${'and the cache grew by a cell '.repeat(40)}\n\n`
    blocks = grow(blocks, text)
  }
  expect(allOf(blocks)).toHaveLength(200)
  expect(usedBytes() - before).toBeLessThan(8 * text.length)
})
