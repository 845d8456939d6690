import { expect, it } from 'vitest'
import { restartsFor } from './dev-changes.mjs'

it.each([
  ['core/kv/plan-cache.ts', ['desktop', 'engine', 'fake-engine', 'remote-engine', 'lab', 'trial', 'bandwidth', 'template', 'documents']],
  ['main/shell/index.ts', ['desktop', 'remote-engine']],
  ['preload/index.ts', ['desktop']],
  ['lab/forward/forward.ts', ['lab']],
  ['native-models/engine/turn/run-turn.ts', ['engine']],
  ['native-models/process/turn-log.ts', ['engine', 'fake-engine', 'remote-engine', 'lab', 'trial', 'bandwidth', 'template', 'documents']],
])('a change to %s rebuilds %j', (path, bundles) => {
  expect(restartsFor(path)).toEqual(bundles)
})
it.each(['core/kv/memory-classes.test.ts', 'native-models/pocket/README.md', 'renderer/main.tsx', 'main/headless/.index.ts.swp'])(
  'a change to %s rebuilds nothing',
  (path) => {
    expect(restartsFor(path)).toEqual([])
  },
)
