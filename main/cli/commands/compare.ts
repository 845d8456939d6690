import { readFile } from 'node:fs/promises'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { assertText } from '../../services/compare/compare-texts'
import { counts, number, readFlags, text as textFlag, UsageError } from '../input/flags'
import { kvPairs, measuringFlags, outputFrom, shortFlags, variantsFrom } from '../input/measuring-flags'
import { type Measuring, runPlan } from './run-plan'

export const compareUsage = `compare MODEL --text FILE --kv T|K:V,.. [--ctx N] [--chunks N] [--special-tokens] [--reference T|K:V] [--reps N] [-o md|csv|json]
    [--threads N] [--batch N] [--swa-full] [--no-flash-attn] [--gpu BACKEND] [--gpu-layers N]
    --ctx: tokens of a chunk of the text, 512 as in llama-perplexity; --reps 0: only quality
    --special-tokens: <|im_start|> and the like become the model's tokens; without it they are plain text, as in llama-perplexity`

const usual = { chunkTokens: 512, repetitions: 3, reference: { keyType: 'f16', valueType: 'f16' } } as const
const flagTypes = { ...measuringFlags, text: 'string', chunks: 'string', reference: 'string', 'special-tokens': 'boolean' } as const

/** Returns the exit code. */
export async function compare(args: readonly string[], measuring: Measuring): Promise<number> {
  const { flags, words } = readFlags(args, flagTypes, shortFlags)
  const [model, ...surplus] = words
  if (!model || surplus.length > 0) throw new UsageError('compare takes one model: a path, or "pocket"')
  const file = textFlag(flags, 'text')
  if (!file) throw new UsageError('compare needs --text FILE: a text in the language that the model will read')
  const pairs = kvPairs(flags, 'kv')
  if (!pairs) throw new UsageError('compare needs --kv with at least one type, as in --kv f16,q8_0,q4_0,q8_0:q4_0')
  const [reference = usual.reference] = kvPairs(flags, 'reference') ?? []
  const isReference = (pair: (typeof pairs)[number]) => pair.keyType === reference.keyType && pair.valueType === reference.valueType
  const repetitions = whole(number(flags, 'reps') ?? usual.repetitions, 'reps', 0, 1000)
  const chunks = number(flags, 'chunks')
  const text = await readText(file)
  const plan = {
    variants: variantsFrom(flags, [reference, ...pairs.filter((pair) => !isReference(pair))], counts(flags, 'threads') ?? []),
    speed:
      repetitions > 0
        ? {
            tests: [
              { prompt: 512, generated: 0, depth: 0 },
              { prompt: 0, generated: 128, depth: 0 },
            ],
            repetitions,
            warmUp: true,
          }
        : null,
    latency: null,
    quality: {
      text: { source: 'own' as const, name: file, text },
      chunkTokens: whole(number(flags, 'ctx') ?? usual.chunkTokens, 'ctx', 8, 2 ** 30),
      maxChunks: chunks === undefined ? null : whole(chunks, 'chunks', 1, 2 ** 30),
      specialTokens: flags['special-tokens'] === true,
    },
    passkey: null,
    answers: null,
    cacheless: null,
  }
  return runPlan({ model, plan, text, output: outputFrom(flags) }, measuring)
}

function whole(value: number, name: string, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}`)
  return value
}

async function readText(file: string): Promise<string> {
  const path = typedPath(file)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw asFileFailure(error, path)
  })
  assertText(text, file)
  return text
}
