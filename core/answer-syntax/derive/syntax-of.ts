/** How a model writes its answers, derived from its chat template. */
import { type Probe, probeWith, type Render } from '../render'
import type { AnswerSyntax, CallSyntax } from '../syntax'
import { markersIn } from './affixes'
import { deriveCalls } from './derive-calls'
import { deriveMarkup, deriveReasoning } from './derive-reasoning'
import { familyOf } from './families'
import { capabilitiesWith, type TemplateCapabilities } from './probe-template'

/** `source` is the template's text, by which a known family is recognized. */
export const syntaxOf = async (render: Render, source: string): Promise<AnswerSyntax> => {
  const probe = probeWith(render)
  return syntaxWith(probe, source, await capabilitiesWith(probe))
}

export async function syntaxWith(probe: Probe, source: string, { needs }: TemplateCapabilities): Promise<AnswerSyntax> {
  const plain = await deriveMarkup(probe, needs)
  const derivedReasoning = await deriveReasoning(probe, needs)
  const reasoning = derivedReasoning && { start: derivedReasoning.start, end: derivedReasoning.end }
  const calls = await deriveCalls(probe, needs, plain)
  const before = markersIn(plain.start).filter((marker) => marker !== reasoning?.start && marker !== reasoning?.end)
  const derived: AnswerSyntax = {
    reasoning,
    calls: calls && withoutReasoning(calls, reasoning?.end),
    markup: [...new Set([...before, ...markersIn(plain.end), ...(derivedReasoning?.after ? [derivedReasoning.after] : [])])],
    family: null,
  }
  return familyOf(source, derived) ?? derived
}

/** An answer without reasoning may still begin with the end marker of reasoning. */
const withoutReasoning = (calls: CallSyntax, end: string | undefined): CallSyntax =>
  end === undefined ? calls : { ...calls, sectionStart: calls.sectionStart.split(end).at(-1) ?? '' }
