/** The prompts have the shapes that users reported in the threads named above the tests. */
import { describe, expect, it } from 'vitest'
import { assistant, longSystem, type Said, Traces, toolOf, toolResult, tools, user } from './testing/traces'

const question = user('Rename the function parse_config to read_config in every file of the crate, and run the tests.')
const first = assistant('I renamed it in seven files. All 42 tests pass.')
const next = user('Now do the same for write_config.')
const wasAsked = { system: longSystem, tools, said: [question], answer: first }
const goesOn: readonly Said[] = [question, first, next]

function after(earlier: Parameters<Traces['send']>[0], now: Parameters<Traces['send']>[0]) {
  const traces = new Traces()
  traces.send(earlier)
  return traces.explain(now)
}

describe('explainRequest', () => {
  it('sees the first request of a client', () => {
    const traces = new Traces()
    expect(traces.explain(wasAsked)).toMatchObject({ cause: 'first-request', lostTokens: 0, comparedId: null })
    expect(traces.explain({ ...wasAsked, client: 'opencode', reused: 0, sequence: 1 })).toMatchObject({ lostTokens: expect.any(Number) })
  })
  it('sees that nothing is lost if the conversation continues', () => {
    expect(after(wasAsked, { ...wasAsked, said: goesOn })).toMatchObject({
      cause: 'continued',
      lostTokens: 0,
      comparedId: 'r1',
      divergence: null,
    })
  })
  it('sees the same prompt', () => {
    expect(after(wasAsked, wasAsked)).toMatchObject({ cause: 'same-prompt', lostTokens: 0 })
  })
  it('sees a new conversation, which reuses the system prompt', () => {
    const found = after(wasAsked, { ...wasAsked, said: [user('What does this crate do?')] })
    expect(found).toMatchObject({ cause: 'new-conversation', lostTokens: 0, divergence: { part: 'user', message: 1 } })
  })
  it('sees an edited newest message', () => {
    const traces = new Traces()
    traces.send(wasAsked)
    traces.send({ ...wasAsked, said: goesOn, answer: assistant('Done.') })
    const found = traces.explain({ ...wasAsked, said: [question, first, user('Now undo it.')] })
    expect(found).toMatchObject({ cause: 'edited-message', lostTokens: 0, comparedId: 'r2' })
  })
  // anthropics/claude-code#68900, musistudio/claude-code-router#1217
  it("sees Claude Code's billing header, which has another hash in each request", () => {
    const withHeader = (cch: string) =>
      `x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=sdk-cli; cch=${cch};\n${longSystem}`
    const found = after({ ...wasAsked, system: withHeader('36ee5') }, { ...wasAsked, system: withHeader('0aaa9'), said: goesOn })
    expect(found).toMatchObject({ cause: 'changing-header', divergence: { part: 'system', held: expect.stringMatching(/^36ee5;/) } })
    expect(found.commonTokens).toBeLessThan(50)
    expect(found.lostTokens).toBeGreaterThan(900)
  })
  // Mintplex-Labs/anything-llm#6398, HKUDS/nanobot#226
  it('sees a date or a time in the system prompt', () => {
    const at = (time: string) => `${longSystem}\nThe current date and time is Thursday, September 17, 2026 ${time} PM.\n${longSystem}`
    const found = after({ ...wasAsked, system: at('7:12') }, { ...wasAsked, system: at('7:13'), said: goesOn })
    expect(found).toMatchObject({ cause: 'clock', divergence: { clock: { held: '7:12 PM', prompt: '7:13 PM' } } })
    expect(found.lostTokens).toBeGreaterThan(900)
  })
  // NousResearch/hermes-agent#27339
  it('sees the same tools in another order', () => {
    const found = after(wasAsked, { ...wasAsked, tools: [...tools].reverse(), said: goesOn })
    expect(found).toMatchObject({ cause: 'tools-reordered', divergence: { part: 'tools' } })
    expect(found.lostTokens).toBeGreaterThan(100)
  })
  // QwenLM/qwen-code#4777
  it('sees an added tool', () => {
    const found = after(wasAsked, { ...wasAsked, tools: [toolOf('AskUser'), ...tools], said: goesOn })
    expect(found).toMatchObject({ cause: 'tools-changed', divergence: { part: 'tools' } })
  })
  // NousResearch/hermes-agent#18547
  it('sees a changed system prompt', () => {
    const memory = (used: string) => `MEMORY (your personal notes) [${used}]\n${longSystem}`
    const found = after(
      { ...wasAsked, system: memory('49% - 1,085/2,200 chars') },
      { ...wasAsked, system: memory('50% - 1,101/2,200 chars'), said: goesOn },
    )
    expect(found).toMatchObject({ cause: 'system-changed', divergence: { part: 'system' } })
  })
  // nibor1896/Crow#60
  it('sees that the client left out the reasoning of an answer', () => {
    const thought = assistant(first.text, 'The function is used in seven files. I have to rename it in each, then run cargo test.')
    const found = after({ ...wasAsked, answer: thought }, { ...wasAsked, said: goesOn })
    expect(found).toMatchObject({ cause: 'reasoning-dropped', divergence: { part: 'assistant', message: 2 } })
    expect(found.lostTokens).toBeGreaterThan(5)
  })
})

describe('explainRequest', () => {
  it('sees that the client rewrote an earlier message', () => {
    const traces = new Traces()
    const listing = toolResult(`src/lib.rs\nsrc/main.rs\n${longSystem}`)
    const said = [question, assistant('I look at the files.'), listing]
    traces.send({ ...wasAsked, said, answer: first })
    const found = traces.explain({
      ...wasAsked,
      said: [question, said[1] as Said, toolResult('[Old tool result content cleared]'), first, next],
    })
    expect(found).toMatchObject({ cause: 'message-rewritten', divergence: { part: 'tool-result', message: 3 } })
  })
  it('sees that the client replaced the conversation with a summary', () => {
    const traces = new Traces()
    traces.send({ ...wasAsked, said: goesOn, answer: assistant('Done, in three files.') })
    const summary = user(
      'This session is being continued from a previous conversation that ran out of context. The user renamed functions.',
    )
    expect(traces.explain({ ...wasAsked, said: [summary] })).toMatchObject({ cause: 'compacted', divergence: { message: 1 } })
  })
  it('sees that only spaces changed', () => {
    const answer = assistant('\n\nI renamed it in seven files. All 42 tests pass, and so does the linter.')
    const found = after({ ...wasAsked, answer }, { ...wasAsked, said: [question, assistant(answer.text.trim()), next] })
    expect(found).toMatchObject({ cause: 'whitespace' })
    expect(found.lostTokens).toBeGreaterThan(5)
  })
  it("sees the template's own date", () => {
    const opening = (day: string) => `Cutting Knowledge Date: December 2023\nToday Date: ${day} Nov 2026\n\n`
    const found = after({ ...wasAsked, opening: opening('25') }, { ...wasAsked, opening: opening('26'), said: goesOn })
    expect(found).toMatchObject({ cause: 'template-clock', divergence: { part: 'template', clock: { held: '25 Nov 2026' } } })
  })
  it('sees that the template writes the conversation differently', () => {
    expect(after({ ...wasAsked, opening: 'Reasoning: low\n' }, { ...wasAsked, opening: 'Reasoning: high\n', said: goesOn }).cause).toBe(
      'template',
    )
  })
  it('sees the same text with other tokens', () => {
    const traces = new Traces()
    const { tokens } = traces.send(wasAsked)
    const earlier = {
      ...(traces.sent[0] as (typeof traces.sent)[number]),
      tokens: Array.from(tokens, (token, at) => (at === 30 ? 99_999 : token)),
    }
    traces.sent[0] = earlier
    expect(traces.explain({ ...wasAsked, said: goesOn, reused: 30 }).cause).toBe('retokenized')
  })
  it('sees another model and other settings', () => {
    const other = after(wasAsked, { ...wasAsked, said: goesOn, model: 'gpt-oss' })
    expect(other).toMatchObject({ cause: 'other-model', divergence: null })
    expect(other.lostTokens).toBeGreaterThan(900)
    expect(after(wasAsked, { ...wasAsked, said: goesOn, settings: 'q8_0' })).toMatchObject({ cause: 'other-settings' })
  })
})

describe('explainRequest, for requests next to the conversation,', () => {
  const chat = [user('Tell me about bridges, at length.'), assistant(`Bridges are old. ${longSystem}`), user('And tunnels?')]
  const kinds = [
    ['title', '### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Chat History:\n'],
    ['tags', '### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history.\n### Chat History:\n'],
    ['follow-ups', '### Task:\nSuggest 3-5 relevant follow-up questions or prompts that the user might naturally ask next.\n'],
    ['search-queries', '### Task:\nAnalyze the chat history to determine the necessity of generating search queries.\n'],
    ['autocomplete', '<|fim_prefix|>fn main() {<|fim_suffix|>}<|fim_middle|>'],
    ['topic', 'Analyze if this message indicates a new conversation topic. If it does, extract a 2-3 word title.\n'],
  ] as const
  // open-webui/open-webui#6677
  it.each(kinds)('names the kind: %s', (kind, prompt) => {
    const traces = new Traces()
    traces.send({ client: 'open-webui', said: chat, answer: assistant('Tunnels are newer.') })
    const quoted = chat.map(({ role, text }) => `${role.toUpperCase()}: ${text}`).join('\n')
    const found = traces.explain({ client: 'open-webui', said: [user(prompt + quoted)] })
    expect(found).toMatchObject({ cause: 'side-request', side: kind })
    expect(found.lostTokens).toBeGreaterThan(500)
  })
  it('does not mistake a question about titles for a title request', () => {
    const said = [...chat, assistant('Tunnels are newer.'), user('Generate a title for my essay.')]
    expect(after({ said: chat }, { said }).side).toBeNull()
  })
  it('says that the title request evicted the chat', () => {
    const traces = new Traces()
    traces.send({ client: 'open-webui', said: chat, answer: assistant('Tunnels are newer.') })
    traces.send({ client: 'open-webui', said: [user(`${kinds[0][1]}USER: Tell me about bridges`)] })
    const found = traces.explain({ client: 'open-webui', said: [...chat, assistant('Tunnels are newer.'), user('Why?')] })
    expect(found).toMatchObject({ cause: 'evicted', comparedId: 'r1', evictedBy: { id: 'r2', side: 'title' }, divergence: null })
    expect(found.lostTokens).toBeGreaterThan(900)
  })
})

describe('explainRequest, if the tokens are gone,', () => {
  it('says which client took the sequence', () => {
    const traces = new Traces()
    traces.send(wasAsked)
    traces.send({ client: 'codex', system: 'You are Codex.', said: [user('Fix the build.')] })
    expect(traces.explain({ ...wasAsked, said: goesOn })).toMatchObject({
      cause: 'evicted',
      evictedBy: { id: 'r2', client: 'codex', side: null },
    })
  })
  it('names no request if none took the sequence', () => {
    expect(after(wasAsked, { ...wasAsked, said: goesOn, reused: 0 })).toMatchObject({ cause: 'evicted', evictedBy: null })
  })
  it('says that the request got another sequence', () => {
    const traces = new Traces()
    traces.send(wasAsked)
    const found = traces.explain({ ...wasAsked, said: goesOn, sequence: 1 })
    expect(found).toMatchObject({ cause: 'other-sequence', comparedId: 'r1', evictedBy: null })
  })
  it('blames the restart of the engine', () => {
    expect(after(wasAsked, { ...wasAsked, said: goesOn, context: '2' }).cause).toBe('engine-restarted')
  })
  it('blames a request that still used the sequence', () => {
    const traces = new Traces()
    traces.send({ ...wasAsked, endedMs: null })
    expect(traces.explain({ ...wasAsked, said: goesOn, sequence: 1 })).toMatchObject({ cause: 'busy', lostTokens: expect.any(Number) })
  })
  it('blames a cache that cannot go back', () => {
    const traces = new Traces()
    traces.send({ ...wasAsked, said: goesOn, answer: assistant('Done.') })
    const found = traces.explain({ ...wasAsked, said: [question, first, user('Undo it.')], reused: 0, heldBack: 'recurrent-state' })
    expect(found.cause).toBe('cannot-go-back')
  })
})
