import { fileURLToPath } from 'node:url'
import { LlamaEngine } from '../../llama-engine'
import { IsolationRun } from './isolation-run'

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../${file}.gguf`, import.meta.url))
const fixtures = [
  'gemma3',
  'mamba2',
  'falcon-h1',
  'lfm2-swa',
  'deepseek2-mla',
  'deepseek32-dsa',
  'deepseek4',
  'minimax-m3-msa',
  'dots3note-dsa-iswa',
]
export const everyKind = ['pocket/pocket-f16', ...fixtures.map((name) => `fixtures/${name}`)]

export interface Isolation {
  readonly rounds: number
  readonly counts: ReadonlyMap<string, number>
  /** In ln p. */
  readonly largestDifference: number
}

/** Until the time is over, but at least `rounds` with each file. To repeat a failure, start with the seed that it names. */
export async function runIsolation(
  { seconds, rounds, firstSeed }: { readonly seconds: number; readonly rounds: number; readonly firstSeed: number },
  files: readonly string[] = everyKind,
): Promise<Isolation> {
  const engine = new LlamaEngine()
  await engine.start('cpu')
  const run = new IsolationRun(engine)
  const until = performance.now() + seconds * 1000
  let done = 0
  try {
    for (let seed = firstSeed; seed < firstSeed + files.length || performance.now() < until; seed++) {
      const file = files[seed % files.length] as string
      await run.load(pathOf(file), seed)
      for (let round = 0; round < rounds; round++, done++)
        await run.round().catch((error: unknown) => {
          throw new Error(`${file}, seed ${seed}, round ${round}:\n${run.steps.join('\n')}`, { cause: error })
        })
    }
  } finally {
    await run.close()
    await engine.unload()
  }
  return { rounds: done, counts: run.counts, largestDifference: run.largest }
}
