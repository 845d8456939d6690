import type { Random } from '../../stats/seeded-random'
import type { AnswerSyntax, CallSyntax } from '../syntax'

const section = { sectionStart: '', sectionEnd: '', separator: '' }
const withCalls = (calls: CallSyntax, more: Partial<AnswerSyntax> = {}): AnswerSyntax => ({
  reasoning: { start: '<think>', end: '</think>' },
  markup: ['<|im_end|>'],
  family: null,
  calls,
  ...more,
})
const json = {
  form: 'json',
  ...section,
  callStart: '',
  callEnd: '',
  nameField: 'name',
  argumentsField: 'arguments',
  idField: 'id',
} as const
const name = { slot: 'name' } as const
const skipped = { slot: 'skipped' } as const

/** One syntax for each way to write calls. */
export const syntaxes = {
  hermes: withCalls({ ...json, callStart: '<tool_call>\n', callEnd: '\n</tool_call>' }),
  mistral: withCalls({ ...json, sectionStart: '[TOOL_CALLS]', separator: ',' }, { reasoning: { start: '[THINK]', end: '[/THINK]' } }),
  bare: withCalls({ ...json, argumentsField: 'parameters' }),
  byKey: withCalls({ ...json, sectionStart: '<|tools_prefix|>', sectionEnd: '<|tools_suffix|>', nameField: null }),
  tagged: withCalls({
    form: 'pattern',
    ...section,
    callEnd: '\n</tool_call>',
    heads: [['<tool_call>', name, '']],
    arguments: { form: 'tagged', open: '\n<arg_key>', middle: '</arg_key>\n<arg_value>', close: '</arg_value>', separator: '', type: null },
  }),
  coder: withCalls({
    form: 'pattern',
    ...section,
    callEnd: '\n</function>\n</tool_call>',
    heads: [['<tool_call>\n<function=', name, '>']],
    arguments: { form: 'tagged', open: '\n<parameter=', middle: '>\n', close: '\n</parameter>', separator: '', type: null },
  }),
  typed: withCalls({
    form: 'pattern',
    sectionStart: '<calls>',
    sectionEnd: '</calls>',
    separator: '',
    callEnd: '</invoke>',
    heads: [['<invoke name="', name, '">']],
    arguments: {
      form: 'tagged',
      open: '<parameter name="',
      middle: '" string="',
      close: '</parameter>',
      separator: '',
      type: { string: 'true', end: '">' },
    },
  }),
  python: withCalls({
    form: 'pattern',
    sectionStart: '<|tool_call_start|>',
    sectionEnd: '<|tool_call_end|>',
    separator: ',',
    callEnd: '',
    heads: [['', name, '(']],
    arguments: { form: 'literal', open: '', middle: '=', quote: "'", end: ')' },
  }),
  gemma: withCalls(
    {
      form: 'pattern',
      ...section,
      callEnd: '<tool_call|>',
      heads: [['<|tool_call>call:', name, '{']],
      arguments: { form: 'literal', open: '', middle: ':', quote: '<|"|>', end: '}' },
    },
    { reasoning: { start: '<|channel>thought', end: '<channel|>' } },
  ),
  kimi: withCalls({
    form: 'pattern',
    sectionStart: '<|tool_calls_section_begin|>',
    sectionEnd: '<|tool_calls_section_end|>',
    separator: '',
    callEnd: '<|tool_call_end|>',
    heads: [['<|tool_call_begin|>functions.', name, ':', skipped, '<|tool_call_argument_begin|>']],
    arguments: { form: 'json' },
  }),
  harmony: withCalls(
    {
      form: 'pattern',
      ...section,
      callEnd: '<|call|>',
      heads: [
        ['<|start|>assistant to=functions.', name, skipped, '<|message|>'],
        ['<|start|>assistant<|channel|>commentary to=functions.', name, skipped, '<|message|>'],
      ],
      arguments: { form: 'json' },
    },
    {
      reasoning: { start: '<|start|>assistant<|channel|>analysis<|message|>', end: '<|end|>' },
      markup: ['<|start|>assistant<|channel|>final<|message|>', '<|end|>', '<|return|>'],
    },
  ),
} as const satisfies Record<string, AnswerSyntax>

/** Samples of calls in each syntax, and of reasoning in some. */
const samples: Readonly<Record<keyof typeof syntaxes, readonly string[]>> = {
  hermes: ['<think>\nHm.\n</think>\n\n', '<tool_call>\n{"name": "f", "arguments": {"zip": "}\\"<b>"}, "id": "x"}\n</tool_call>'],
  mistral: ['[THINK]Hm.[/THINK]', '[TOOL_CALLS][{"name": "f", "arguments": {"n": 1}, "id": "x"}, {"arguments": {}, "name": "g"}]'],
  bare: ['{"name": "f", "parameters": {"zip": "1"}}', '; {"type": "function", "name": "f", "parameters": {}}'],
  byKey: ['<|tools_prefix|>[{"f": {"zip": "1"}}, {"g": {}}]<|tools_suffix|>'],
  tagged: [
    '<tool_call>f\n<arg_key>zip</arg_key>\n<arg_value>01 <b>\n</arg_value>\n<arg_key>n</arg_key><arg_value>[1]</arg_value></tool_call>',
    '<tool_call>g</tool_call>',
  ],
  coder: ['<tool_call>\n<function=f>\n<parameter=zip>\n\n01\n\n</parameter>\n<parameter=n>3</parameter>\n</function>\n</tool_call>'],
  typed: [
    '<calls><invoke name="f"><parameter name="zip" string="true">01</parameter><parameter name="n" string="false">{"a": 1}</parameter></invoke></calls>',
  ],
  python: ["<|tool_call_start|>[f(zip='0\\'1', n=[1, {'a': None}]), g()]<|tool_call_end|>"],
  gemma: ['<|channel>thought\nHm.<channel|>', '<|tool_call>call:f{zip:<|"|>}\'<|"|>,n:{a:[<|"|>b<|"|>]}}<tool_call|>'],
  kimi: [
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"zip": "1"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  harmony: [
    '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>',
    '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"zip": "1"}<|call|>',
  ],
}

const ordinary = [
  'f',
  'a',
  'zip',
  ' ',
  '\n',
  '<',
  '>',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  ',',
  ':',
  '=',
  '(',
  ')',
  '3',
  '{}',
  '{"a": 1}',
  'Ä😀',
  '\ud83d',
  'true',
]
const inCalls = ['{"name": "f", ', '"arguments": {"a": "b"}', '"parameters": {}', '"id": "x"', "f(zip='1')", 'functions.f:0', '"true">']

/** Calls, words of the syntax and other text, whole or cut off, in random order. */
export function noise(name: keyof typeof syntaxes, random: Random): string {
  const { reasoning, calls, markup } = syntaxes[name]
  const own = JSON.stringify([reasoning, calls, markup]).match(/"((?:[^"\\]|\\.)*)"/g) ?? []
  const words = [...own.map((quoted) => String(JSON.parse(quoted))), ...inCalls]
  let text = ''
  for (let left = Math.floor(random() * 20); left > 0; left--) {
    const chance = random()
    const list = chance < 0.25 ? samples[name] : chance < 0.6 ? words : ordinary
    const word = list[Math.floor(random() * list.length)] ?? ''
    text += random() < 0.15 ? word.slice(0, Math.floor(random() * word.length)) : word
  }
  return text
}
