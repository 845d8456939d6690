import type { Probe } from '../render'
import type { ReasoningMarkers } from '../syntax'
import type { TemplateNeeds } from '../template-variables'
import { commonPrefix } from './affixes'
import { afterUser, answerText, generationPrompt } from './answer-text'
import { answers, call, reasoning, text, tools, user, variablesOf, words } from './examples'

const settings = [{}, { enable_thinking: false }, { thinking: true }, { thinking: false }, { thinking_mode: 'enabled' }]

interface DerivedReasoning extends ReasoningMarkers {
  readonly after: string
}

/**
 * Finds where reasoning begins and ends: around the reasoning that the template writes or, if it writes none, in a prompt that opens or
 * closes reasoning.
 */
export async function deriveReasoning(probe: Probe, needs: TemplateNeeds): Promise<DerivedReasoning | null> {
  const plain = await answerText(probe, answers(text), needs, words.text)
  for (const part of [text, call({ [words.key]: words.value })]) {
    const written = await answerText(probe, answers(reasoning, part), needs, words.reasoning)
    const markers = written === null ? null : markersAround(written, plain)
    if (markers) return { ...markers, after: await deriveAfter(probe, needs, markers.end) }
  }
  for (const setting of settings) {
    const prompt = await generationPrompt(probe, needs, { settings: setting })
    const markers = prompt === null ? null : markersInPrompt(prompt)
    if (markers) return { ...markers, after: '' }
  }
  return null
}

/** What follows the end of reasoning in every answer, such as the header of the next message. */
async function deriveAfter(probe: Probe, needs: TemplateNeeds, end: string): Promise<string> {
  const [said, called] = await Promise.all(
    [text, call({ [words.key]: words.value })].map((part) => answerText(probe, answers(reasoning, part), needs, words.reasoning)),
  )
  if (!said || !called) return ''
  const after = (written: string): string => written.slice(written.indexOf(words.reasoning) + words.reasoning.length)
  const both = commonPrefix(after(said), after(called))
  return both.slice(both.indexOf(end) + end.length).trim()
}

function markersAround(written: string, plain: string | null): ReasoningMarkers | null {
  const at = written.indexOf(words.reasoning)
  const end = /^\s*(<[^<>]+>|\[[A-Z _]+\])/.exec(written.slice(at + words.reasoning.length))?.[1]
  if (end === undefined) return null
  const start = /(<[^<>]+>[\w ]*|\[[A-Z _]+\])\s*$/.exec(written.slice(0, at))?.[1] ?? ''
  // The header of the answer is not the start of reasoning.
  const isHeader = plain?.slice(0, plain.indexOf(words.text)).trimEnd().endsWith(start) ?? false
  return { start: isHeader ? '' : start, end }
}

function markersInPrompt(prompt: string): ReasoningMarkers | null {
  const name = /<([\w:]*think[\w:]*)>\s*(?:<\/\1>\s*)?$/.exec(prompt)?.[1]
  return name === undefined ? null : { start: `<${name}>`, end: `</${name}>` }
}

/** What the template writes around the text of an answer. `start` is the part of `header` that the prompt does not contain yet. */
interface TextFrame {
  readonly header: string
  readonly start: string
  readonly end: string
}

/** All fields are empty if the template does not write the text of answers. */
export async function deriveMarkup(probe: Probe, needs: TemplateNeeds): Promise<TextFrame> {
  const rendered = await answerText(probe, answers(text), needs, words.text)
  if (rendered === null) return { header: '', start: '', end: '' }
  const at = rendered.indexOf(words.text)
  const header = rendered.slice(0, at)
  const prompt = await probe(variablesOf([user], { tools, addGenerationPrompt: true }, needs))
  const start = prompt === null ? '' : header.slice(commonPrefix(header, afterUser(prompt)).length)
  return { header, start, end: rendered.slice(at + words.text.length) }
}
