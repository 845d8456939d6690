/**
 * Generated, not recorded: what one person's machine might be asked over some days. The lengths and gaps are assumptions. Gaps are
 * log-normal, because answers to people and to programs come after seconds, and some conversations go on days later.
 */
import { type Random, seededRandom } from '../../../core/stats/seeded-random'
import { day, hour, inOrder, minute, second, type Text, type TraceRequest, TraceWriter } from './trace'

const contextTokens = 32_768

export const generatedTraces = {
  agents: (seed: number) => generated(seed, (writer) => agents(writer, 60)),
  chats: (seed: number) => generated(seed, (writer) => chats(writer, 250)),
  documents: (seed: number) => generated(seed, (writer) => documents(writer, 200)),
  'all three': (seed: number) =>
    generated(seed, (writer) => {
      agents(writer, 30)
      chats(writer, 120)
      documents(writer, 80)
    }),
} as const

function generated(seed: number, write: (writer: TraceWriter) => void): TraceRequest[] {
  const random: Random = seededRandom(seed)
  const writer = new TraceWriter(random)
  write(writer)
  return inOrder(writer.requests)
}

const lengthOf = (texts: readonly Text[]): number => texts.reduce((sum, { from, to }) => sum + to - from, 0) * 16

/** Tasks for agents: many short steps with results of tools, and agents that start others. */
function agents(writer: TraceWriter, tasks: number): void {
  const kinds = [6000, 4000, 9000].map((tokens) => writer.text(tokens))
  for (let task = 0, startMs = 0; task < tasks; task++) {
    startMs += writer.exponential((2 * day) / tasks)
    const kind = writer.zipf(kinds, 1)
    let log: Text[] = [kind]
    let atMs = startMs
    const conversation = writer.conversation()
    do {
      log.push(writer.text(writer.logNormal(150, 1)))
      const steps = writer.geometric(12)
      for (let step = 0; step < steps; step++) {
        const answer = writer.text(writer.logNormal(120, 0.8))
        writer.requests.push({ atMs, conversation, prompt: [...log], answer })
        log.push(answer, writer.text(writer.logNormal(500, 1.2)))
        atMs += writer.logNormal(8 * second, 1)
        if (writer.chance(0.1)) atMs = helper(writer, kinds[1] as Text, atMs)
        // The agent summarizes its log, and starts again with the summary.
        if (lengthOf(log) > contextTokens - 4096) log = [kind, writer.text(1000)]
      }
      atMs += writer.logNormal(5 * minute, 1.5)
    } while (writer.chance(0.6))
  }
}

/** Returns the time at which it ends. */
function helper(writer: TraceWriter, kind: Text, startMs: number): number {
  const conversation = writer.conversation()
  const log = [kind, writer.text(writer.logNormal(200, 0.5))]
  let atMs = startMs
  for (let step = writer.geometric(5); step > 0; step--) {
    const answer = writer.text(writer.logNormal(120, 0.8))
    writer.requests.push({ atMs, conversation, prompt: [...log], answer })
    log.push(answer, writer.text(writer.logNormal(500, 1.2)))
    atMs += writer.logNormal(8 * second, 1)
  }
  return atMs
}

/** Conversations with a few system prompts, edited messages and other answers. */
function chats(writer: TraceWriter, conversations: number): void {
  const systems = [300, 1200, 80, 600, 2500].map((tokens) => writer.text(tokens))
  for (let index = 0, startMs = 0; index < conversations; index++) {
    startMs += writer.exponential((3 * day) / conversations)
    const log: Text[] = [writer.zipf(systems, 1)]
    const conversation = writer.conversation()
    let atMs = startMs
    for (let turn = writer.geometric(5); turn > 0 && lengthOf(log) < contextTokens - 4096; turn--) {
      log.push(writer.text(writer.logNormal(60, 1.2)))
      let answer = writer.text(writer.logNormal(350, 0.8))
      writer.requests.push({ atMs, conversation, prompt: [...log], answer })
      if (writer.chance(0.08)) {
        atMs += writer.logNormal(30 * second, 0.7)
        answer = writer.text(writer.logNormal(350, 0.8))
        writer.requests.push({ atMs, conversation, prompt: [...log], answer })
      }
      log.push(answer)
      // An edited message drops everything after it.
      if (writer.chance(0.07)) log.length = 1 + 2 * Math.floor((log.length - 1) / 4)
      atMs += writer.chance(0.2) ? writer.logNormal(6 * hour, 1.2) : writer.logNormal(90 * second, 1)
    }
  }
}

/** Questions about documents; different documents are popular each day. */
function documents(writer: TraceWriter, conversations: number): void {
  const system = writer.text(200)
  const shelves = Array.from({ length: 3 }, () =>
    Array.from({ length: 15 }, () => writer.text(Math.min(24_000, writer.logNormal(6000, 0.7)))),
  )
  for (let index = 0, startMs = 0; index < conversations; index++) {
    startMs += writer.exponential((3 * day) / conversations)
    const shelf = shelves[Math.min(2, Math.floor(startMs / day))] as Text[]
    const log: Text[] = [system, writer.zipf(shelf, 0.9)]
    const conversation = writer.conversation()
    let atMs = startMs
    for (let turn = writer.geometric(3); turn > 0; turn--) {
      const answer = writer.text(writer.logNormal(250, 0.8))
      log.push(writer.text(writer.logNormal(40, 0.8)))
      writer.requests.push({ atMs, conversation, prompt: [...log], answer })
      log.push(answer)
      atMs += writer.logNormal(60 * second, 1)
    }
  }
}
