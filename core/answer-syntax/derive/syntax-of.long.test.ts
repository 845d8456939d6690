import { Template } from '@huggingface/jinja'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledTemplates } from '../../../native-models/template/testing/bundled-templates'
import { AnswerParser } from '../parse/answer-parser'
import { probeWith, type Render, type Rendered } from '../render'
import { AnswerParts } from '../testing/answer-parts'
import { calls, reasoning, roundTrip, text } from '../testing/round-trip'
import { summaryOf } from '../testing/summary'
import { summaries, unrenderable, writtenAnswers, writtenDifferently } from '../testing/template-table'
import { capabilitiesWith, probeTemplate } from './probe-template'
import { syntaxOf, syntaxWith } from './syntax-of'

function rendererOf(source: string): { readonly render: Render; readonly errors: ReadonlySet<string> } {
  const template = new Template(source)
  const errors = new Set<string>()
  const render = async (variables: object): Promise<Rendered> => {
    try {
      return { text: template.render(JSON.parse(JSON.stringify(variables))) }
    } catch (error) {
      errors.add(error instanceof Error ? error.message : String(error))
      return { failed: 'threw' }
    }
  }
  return { render, errors }
}

describe('the syntax of a chat template', () => {
  let templates: ReadonlyMap<string, string> | string
  beforeAll(() => {
    templates = bundledTemplates()
  })
  const each = (test: (name: string, source: string) => Promise<void>) => async (context: { skip: (reason: string) => void }) => {
    if (typeof templates === 'string') return context.skip(`git can't read llama.cpp's source: ${templates}`)
    for (const [name, source] of templates) await test(name, source)
  }

  it(
    "is what the table says, for each of llama.cpp's 68 templates",
    each(async (name, source) => {
      const probe = probeWith(rendererOf(source).render)
      const can = await capabilitiesWith(probe)
      expect(summaryOf(can, await syntaxWith(probe, source, can)), name).toBe(summaries[name])
    }),
  )
  it('is in the table for every template of llama.cpp, and for no other template', ({ skip }) => {
    if (typeof templates === 'string') return skip(templates)
    expect([...templates.keys()].sort()).toEqual(Object.keys(summaries).sort())
    expect(templates.size).toBe(68)
  })
  it(
    'reads the answers that the template itself writes, except where it writes something that no model writes',
    each(async (name, source) => {
      const { render, errors } = rendererOf(source)
      const can = await probeTemplate(render)
      const syntax = await syntaxOf(render, source)
      const written = can.toolCalls ? calls.slice(0, can.parallelCalls ? 2 : 1) : []
      for (const parts of [[text], [reasoning, text], [reasoning, ...written], [text, ...written]]) {
        const trip = await roundTrip(render, syntax, can.needs, parts)
        if (trip === null) {
          expect([...errors].join(' '), name).toContain(unrenderable[name] ?? 'no error is known')
          return
        }
        expect(trip.parts.map(({ raw }) => raw).join(''), name).toBe(trip.answer)
        if (writtenDifferently[name] === undefined) expect(trip.found, name).toEqual(trip.expected)
      }
    }),
  )
  it(
    'reads the answers of models whose templates do not show what answers look like',
    each(async (name, source) => {
      const syntax = await syntaxOf(rendererOf(source).render, source)
      for (const { answer, prompt = '', found } of writtenAnswers[name] ?? []) {
        const parser = new AnswerParser(syntax, { prompt })
        const { parts } = new AnswerParts().add([...answer].flatMap((character) => parser.push(character))).add(parser.end())
        const shown = parts.flatMap((part) =>
          part.type === 'markup' ? [] : [part.type === 'tool-call' ? `${part.name}${part.arguments}` : `${part.type}: ${part.raw}`],
        )
        expect(shown, name).toEqual(found)
      }
    }),
  )
  it('is empty if rendering ends the process; rendering is then not tried again', async () => {
    let count = 0
    const render: Render = async () => {
      count++
      return { failed: 'died' }
    }
    const syntax = await syntaxOf(render, '{{ 1 }}')
    expect({ count, syntax }).toEqual({ count: 1, syntax: { reasoning: null, calls: null, markup: [], family: null } })
  })
})
