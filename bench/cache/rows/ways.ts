import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { LivePrefixes } from '../../../native-models/engine/prefixes/live-prefixes'
import type { PromptTrace } from '../../../native-models/engine/prompt/trace-segments'
import { SequenceRecord } from '../../../native-models/engine/sequences/sequence-record'
import type { Slot } from '../../../native-models/engine/sequences/slots'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'

const sequences = 8
const heldTokens = 32_768
const longestMs = 2
/** Until the code is compiled. */
const warmUps = 50
const calls = 50

/** Of `heldTokens`: what all sequences have in common. */
const shares = { 'of which they share one in eight': 1 / 8, 'of which they share all but 256': 1 - 256 / heldTokens } as const

/** The search for the cheapest prefix runs before each prompt. A loaded model is not necessary. */
export async function waysRows(rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, share] of Object.entries(shares)) {
    const search = searchIn(share * heldTokens)
    for (let call = 0; call < warmUps; call++) search()
    const measured = await rounds.play(what, { ms: async () => timeOf(search) })
    const ms = measured.map((figures) => figures.ms)
    rows.push({
      what: `search for the cheapest prefix of a prompt in ${sequences} sequences of ${heldTokens} tokens, ${what}`,
      ours: amount(ms, 'ms'),
      theirs: amount(
        ms.map(() => longestMs),
        'ms',
        'limit',
      ),
      ratio: ratioOf(
        ms,
        ms.map(() => longestMs),
      ),
      aim: atMost(1),
      note: `Mean of ${calls} searches. The prompt continues one of the sequences, whose answer the tokenizer splits into other tokens.`,
    })
  }
  return rows
}

function timeOf(search: () => void): number {
  const began = performance.now()
  for (let call = 0; call < calls; call++) search()
  return (performance.now() - began) / calls
}

/** Token 7 is the text of tokens 8 and 9. */
const model = {
  isSpecialToken: () => false,
  detokenize: (tokens: readonly number[]) => tokens.map(textOf).join(''),
} as unknown as LlamaModel
const textOf = (token: number): string => (token === 7 ? 'ab' : token === 8 ? 'a' : token === 9 ? 'b' : `<${token}>`)

function searchIn(sharedTokens: number): () => void {
  const trunk = Array.from({ length: sharedTokens }, (_, at) => 100 + ((at * 31) % 5000))
  const slots = Array.from({ length: sequences }, (_, index): Slot<LlamaContextSequence> => {
    const own = Array.from({ length: heldTokens - sharedTokens }, (_, at) => 10_000 + index * 6000 + ((at * 17) % 5000))
    return {
      sequence: sequenceOf([...trunk, ...own.slice(0, -64), 7, ...own.slice(-63)]),
      index,
      conversationId: `c${index}`,
      busy: false,
      usedAt: index,
      uses: 0,
    }
  })
  const records = slots.map(({ index }) => {
    const record = new SequenceRecord()
    record.hold({ conversationId: `c${index}`, reusedTokens: 0, spansUpTo: () => [], gaps: () => [] })
    return record
  })
  const report = { sequences, contextTokens: 2 * heldTokens, threads: { measured: [] }, caches: [] } as unknown as ContextReport
  const prefixes = new LivePrefixes(report, records, () => slots)
  const continued = slots[0]?.sequence.contextTokens ?? []
  const rendered = [...continued.flatMap((token) => (token === 7 ? [8, 9] : [token])), ...trunk.slice(0, 64)] as Token[]
  const prompt: PromptTrace = { tokens: rendered, spans: () => [] }
  const asker = { conversationId: 'new', isPrivate: false }
  return () => {
    const [best] = prefixes.waysTo(model, prompt, asker)
    if (best?.reusedTokens !== heldTokens) throw new Error(`Expected ${heldTokens} tokens, got ${best?.reusedTokens}`)
  }
}

/** With the private parts of node-llama-cpp 3.21.1 that are read. */
function sequenceOf(tokens: readonly number[]): LlamaContextSequence {
  const sequence = {
    _contextTokens: tokens,
    _loadedTokenPredictions: [],
    nextTokenIndex: tokens.length,
    needsCheckpoints: false,
    model: { fileInsights: { isRecurrent: false, isHybrid: false } },
    get contextTokens() {
      return tokens.slice()
    },
  }
  return sequence as unknown as LlamaContextSequence
}
