import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import type { AnswerSyntax } from '../syntax'
import { type AnswerPart, AnswerParts } from '../testing/answer-parts'
import { noise, syntaxes } from '../testing/syntaxes'
import { AnswerParser, type AnswerParserOptions } from './answer-parser'

function parse(syntax: AnswerSyntax, text: string, options: AnswerParserOptions = {}, pieceLength = text.length || 1): AnswerPart[] {
  const parser = new AnswerParser(syntax, options)
  const parts = new AnswerParts()
  for (let at = 0; at < text.length; at += pieceLength) parts.add(parser.push(text.slice(at, at + pieceLength)))
  return parts.add(parser.end()).parts
}

const shown = (parts: readonly AnswerPart[]): string[] =>
  parts.flatMap((part) => {
    if (part.type === 'markup') return []
    return [part.type === 'tool-call' ? `${part.name}${part.arguments}` : `${part.type}${'malformed' in part ? '!' : ''}: ${part.raw}`]
  })

/** JSON may be escaped differently in pieces. */
const comparable = (parts: readonly AnswerPart[]): string =>
  JSON.stringify(parts.map((part) => (part.type === 'tool-call' ? { ...part, arguments: JSON.parse(part.arguments) } : part)))

const { hermes, tagged, python, bare, harmony, kimi, gemma } = syntaxes
const tools = [
  { name: 'f', description: '', parameters: { type: 'object', properties: { zip: { type: 'string' }, n: { type: 'integer' } } } },
]

describe('an answer parser', () => {
  it('divides an answer into reasoning, text and calls, and keeps the markers as markup', () => {
    const text = '<think>\nHm.\n</think>\n\nYes.\n<tool_call>\n{"name": "f", "arguments": {"a": ["}"]}}\n</tool_call>'
    const parts = parse(hermes, text)
    expect(shown(parts)).toEqual(['reasoning: Hm.', 'text: Yes.', 'f{"a": ["}"]}'])
    expect(parts.map(({ raw }) => raw).join('')).toBe(text)
  })
  it('knows from the prompt that reasoning is open, or already closed', () => {
    expect(shown(parse(hermes, 'Hm.</think>Yes.', { prompt: '<|im_start|>assistant\n<think>\n' }))).toEqual([
      'reasoning: Hm.',
      'text: Yes.',
    ])
    expect(shown(parse(hermes, 'Yes.', { prompt: '<|im_start|>assistant\n<think>\n\n</think>\n\n' }))).toEqual(['text: Yes.'])
  })
  it('holds back the beginning of a marker until it is clear whether it is one', () => {
    const parser = new AnswerParser(hermes)
    expect(parser.push('a <tool_').map(({ raw }) => raw)).toEqual(['a'])
    expect(parser.push('box>').map(({ raw }) => raw)).toEqual([' <tool_box>'])
    expect(parser.push(' <thi')).toEqual([])
    expect(parser.end().map(({ raw }) => raw)).toEqual([' <thi'])
  })
  it('streams the arguments of a call', () => {
    const parser = new AnswerParser(hermes)
    const json = ['<tool_call>{"name": "f", "argum', 'ents": {"a": "lo', 'ng', '"}}'].map((piece) =>
      parser
        .push(piece)
        .map((delta) => delta.json ?? '')
        .join(''),
    )
    expect(json).toEqual(['', '{"a": "lo', 'ng', '"}'])
  })
  it('treats a marker in the middle of a sentence as text', () => {
    expect(shown(parse(hermes, 'The tag <think> opens reasoning.'))).toEqual(['text: The tag <think> opens reasoning.'])
  })
  it('reads arguments in tags, with the types that the tool declares', () => {
    const call =
      '<tool_call>f\n<arg_key>zip</arg_key>\n<arg_value>01234</arg_value>\n<arg_key>n</arg_key><arg_value>3</arg_value></tool_call><tool_call>g</tool_call>'
    expect(shown(parse(tagged, call, { tools }))).toEqual(['f{"zip": "01234", "n": 3}', 'g{}'])
  })
  it('reads arguments in tags of unknown types: what parses as JSON is JSON, the rest is text', () => {
    const call = '<tool_call>f<arg_key>a</arg_key><arg_value>x\ny</arg_value><arg_key>b</arg_key><arg_value>[1]</arg_value></tool_call>'
    expect(shown(parse(tagged, call))).toEqual(['f{"a": "x\\ny", "b": [1]}'])
  })
  it('reads calls in the notations of Python and Gemma', () => {
    const call = `Wait.<|tool_call_start|>[f(a='it\\'s, x', n=[1, {'k': True}], z=None), g()]<|tool_call_end|>`
    expect(shown(parse(python, call))).toEqual(['text: Wait.', 'f{"a": "it\'s, x", "n": [1, {"k": true}], "z": null}', 'g{}'])
    expect(shown(parse(gemma, `<|tool_call>call:f{a:<|"|>x}, 'y<|"|>,b:{c:[<|"|><|"|>,2]}}<tool_call|>`))).toEqual([
      'f{"a": "x}, \'y", "b": {"c": ["", 2]}}',
    ])
  })
  it('reads a call without any marker only at the beginning of an answer', () => {
    expect(shown(parse(bare, '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {"a": 1}}'))).toEqual(['f{}', 'g{"a": 1}'])
    expect(shown(parse(bare, '{"title": "f"}'))).toEqual(['text: {"title": "f"}'])
    expect(shown(parse(bare, 'So: {"name": "f", "parameters": {}}'))).toEqual(['text: So: {"name": "f", "parameters": {}}'])
  })
  it('reads the channels of gpt-oss, with the recipient before or after the channel', () => {
    const prompt = '<|start|>assistant'
    const first =
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|>'
    expect(shown(parse(harmony, first, { prompt }))).toEqual(['reasoning: Hm.', 'f{"a":1}'])
    expect(shown(parse(harmony, ' to=functions.f<|channel|>commentary json<|message|>{}', { prompt }))).toEqual(['f{}'])
    expect(shown(parse(harmony, '<|channel|>final<|message|>Yes.<|return|>', { prompt }))).toEqual(['text: Yes.'])
  })
  it('reads the markers of Kimi, and skips the index of a call', () => {
    const call =
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a":1}<|tool_call_end|><|tool_calls_section_end|>'
    expect(shown(parse(kimi, call))).toEqual(['f{"a":1}'])
  })
  it.each([
    ['an object that is not a call', '<tool_call>{"title": 1}</tool_call>'],
    ['broken JSON', '<tool_call>{"name": "f", "arguments": {"a": }}</tool_call>'],
    ['no JSON', '<tool_call>hello</tool_call>'],
    ['arguments that are not an object', '<tool_call>{"name": "f", "arguments": 3}</tool_call>'],
    ['arguments that are cut off', '<tool_call>{"name": "f", "arguments": {"a": "b'],
  ])('returns a call with %s as a text part marked as malformed', (_, text) => {
    const parts = parse(hermes, text)
    expect(parts.some((part) => part.type === 'tool-call')).toBe(false)
    expect(parts.some((part) => 'malformed' in part)).toBe(true)
    expect(parts.map(({ raw }) => raw).join('')).toBe(text)
  })
  it('ends reasoning at a call, because some models leave out the end marker; a malformed call leaves reasoning open', () => {
    const options = { prompt: '<think>\n' }
    expect(shown(parse(hermes, 'Hm.\n<tool_call>{"name": "f", "arguments": {}}</tool_call>', options))).toEqual(['reasoning: Hm.', 'f{}'])
    expect(shown(parse(hermes, 'A <tool_call> is a tag.</think>Yes.', options))).toEqual([
      'reasoning: A',
      'text!: <tool_call> ',
      'reasoning: is a tag.',
      'text: Yes.',
    ])
  })
  it('reads a call whose section has no start marker', () => {
    expect(
      shown(
        parse(
          kimi,
          '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}<|tool_call_begin|>functions.g:1<|tool_call_argument_begin|>{}',
        ),
      ),
    ).toEqual(['f{}', 'g{}'])
  })
  it('accepts a call whose end marker is missing if its arguments are complete', () => {
    expect(shown(parse(hermes, '<tool_call>{"name": "f", "arguments": {}}'))).toEqual(['f{}'])
  })
  it('loses no character of random text in random pieces, and finds the same parts as in the whole text', () => {
    const cases = Number(process.env.HEADROOM_FUZZ_CASES ?? 3000)
    const all = Object.entries(syntaxes) as [keyof typeof syntaxes, AnswerSyntax][]
    for (let seed = 0; seed < cases; seed++) {
      const random = seededRandom(seed)
      const [name, syntax] = all[seed % all.length] as (typeof all)[number]
      const text = noise(name, random)
      const prompt = random() < 0.2 ? noise(name, random).slice(0, 30) : ''
      const parser = new AnswerParser(syntax, { prompt, tools })
      const parts = new AnswerParts()
      let raw = ''
      for (let at = 0; at < text.length; ) {
        const length = 1 + Math.floor(random() * random() * 20)
        const deltas = parser.push(text.slice(at, at + length))
        raw += deltas.map((delta) => delta.raw).join('')
        parts.add(deltas)
        at += length
      }
      const last = parser.end()
      raw += last.map((delta) => delta.raw).join('')
      const found = parts.add(last).parts
      if (raw !== text || found.map((part) => part.raw).join('') !== text)
        throw new Error(`Seed ${seed} (${name}) lost text: ${JSON.stringify(text)}`)
      const whole = parse(syntax, text, { prompt, tools })
      if (comparable(whole) !== comparable(found))
        throw new Error(`Seed ${seed} (${name}): pieces change the parts of ${JSON.stringify(text)}`)
    }
  })
  it('reads 32,768 pieces of unfinished markers within the time limit of a test, and loses no character', () => {
    for (const [name, syntax] of Object.entries(syntaxes)) {
      const steps = ['<', '{"', ' \n', '</a', "f(a='"].map((unit) => {
        const parser = new AnswerParser(syntax)
        let raw = 0
        for (let count = 0; count < 2 ** 15; count++) for (const delta of parser.push(unit)) raw += delta.raw.length
        for (const delta of parser.end()) raw += delta.raw.length
        return raw === unit.length * 2 ** 15
      })
      expect(steps, name).not.toContain(false)
    }
  })
})
