/**
 * Syntaxes of model families, for templates whose rendering doesn't show how the model writes.
 *
 * Source: `common_chat_try_specialized_template` in llama.cpp's common/chat.cpp, and the templates.
 */
import type { AnswerSyntax, CallSyntax, FamilyReason, JsonCalls, PatternCalls, ReasoningMarkers } from '../syntax'

interface Family {
  readonly reason: FamilyReason
  /** A template that contains all of these texts belongs to the family, unless an earlier family in the list fits. */
  readonly texts: readonly string[]
  /** Applies only if no calls were derived from the template. */
  readonly ifNoCalls?: true
  readonly syntax: Partial<Omit<AnswerSyntax, 'family'>>
}

const section = { sectionStart: '', sectionEnd: '', separator: '' }
const name = { slot: 'name' } as const
const skipped = { slot: 'skipped' } as const
const think: ReasoningMarkers = { start: '<think>', end: '</think>' }

/** The prompt of Apriel 1.6 ends with `start`; Apriel 1.5 writes it itself. */
const apriel: ReasoningMarkers = { start: 'Here are my reasoning steps:', end: '[BEGIN FINAL RESPONSE]' }

const json = (calls: Partial<JsonCalls>): JsonCalls => ({
  form: 'json',
  ...section,
  callStart: '',
  callEnd: '',
  nameField: 'name',
  argumentsField: 'arguments',
  idField: null,
  ...calls,
})
const pattern = (calls: Partial<PatternCalls>): PatternCalls => ({
  form: 'pattern',
  ...section,
  callEnd: '',
  heads: [],
  arguments: { form: 'json' },
  ...calls,
})

const tagged = (open: string, middle: string, close: string): PatternCalls['arguments'] => ({
  form: 'tagged',
  open,
  middle,
  close,
  separator: '',
  type: null,
})

const lfm2: CallSyntax = pattern({
  sectionStart: '<|tool_call_start|>',
  sectionEnd: '<|tool_call_end|>',
  separator: ',',
  heads: [['', name, '(']],
  arguments: { form: 'literal', open: '', middle: '=', quote: "'", end: ')' },
})

const kimi: CallSyntax = pattern({
  sectionStart: '<|tool_calls_section_begin|>',
  sectionEnd: '<|tool_calls_section_end|>',
  callEnd: '<|tool_call_end|>',
  heads: [['<|tool_call_begin|>functions.', name, ':', skipped, '<|tool_call_argument_begin|>']],
})

const families: readonly Family[] = [
  {
    // gpt-oss. The recipient may come before or after the channel.
    reason: 'channels',
    texts: ['<|channel|>analysis<|message|>'],
    syntax: {
      reasoning: { start: '<|start|>assistant<|channel|>analysis<|message|>', end: '<|end|>' },
      calls: pattern({
        callEnd: '<|call|>',
        heads: [
          ['<|start|>assistant to=functions.', name, skipped, '<|message|>'],
          ['<|start|>assistant<|channel|>commentary to=functions.', name, skipped, '<|message|>'],
          ['<|start|>assistant<|channel|>analysis to=functions.', name, skipped, '<|message|>'],
        ],
      }),
      markup: [
        '<|start|>assistant<|channel|>final<|message|>',
        '<|start|>assistant<|channel|>commentary<|message|>',
        '<|end|>',
        '<|return|>',
      ],
    },
  },
  {
    // Muse Glimmer.
    reason: 'channels',
    texts: ['<atem:function_calls>', '<|eom|>'],
    syntax: {
      reasoning: { start: '<|start|>assistant to=self<|message|>', end: '<|eom|>' },
      calls: pattern({
        callEnd: '</atem:invoke>\n</atem:function_calls>',
        heads: [['<|start|>assistant to=', skipped, '<|message|><atem:function_calls>\n<atem:invoke name="', name, '">']],
        arguments: tagged('<atem:parameter name="', '">', '</atem:parameter>'),
      }),
      markup: ['<|start|>assistant to=user<|message|>', '<|eom|>', '<|eot|>'],
    },
  },
  {
    // Functionary 3.2. The prompt ends with the first `>>>`.
    reason: 'channels',
    texts: ['>>>all', 'recipient==all'],
    syntax: { calls: pattern({ heads: [['>>>', name, '\n']] }), markup: ['>>>all', '<|eot_id|>'] },
  },
  {
    // Kimi K2 Thinking. The renderer lacks `pop`.
    reason: 'not-renderable',
    texts: ['<|tool_calls_section_begin|>', 'tool_response_queue', '<think>'],
    syntax: { reasoning: think, calls: kimi },
  },
  { reason: 'not-renderable', texts: ['<|tool_calls_section_begin|>', 'tool_response_queue'], syntax: { calls: kimi } },
  {
    // Kimi K3. A marker such as `<|open|>think<|sep|>` has several `<…>`, each of which would be derived as a marker.
    reason: 'channels',
    texts: ['<|open|>', '<|close|>', '<|end_of_msg|>'],
    syntax: {
      reasoning: { start: '<|open|>think<|sep|>', end: '<|close|>think<|sep|>' },
      calls: pattern({
        sectionStart: '<|open|>tools<|sep|>',
        sectionEnd: '<|close|>tools<|sep|>',
        callEnd: '<|close|>call<|sep|>',
        heads: [['<|open|>call tool="', name, '" index="', skipped, '"<|sep|>']],
        arguments: {
          form: 'tagged',
          open: '<|open|>argument key="',
          middle: '" type="',
          close: '<|close|>argument<|sep|>',
          separator: '',
          type: { string: 'string', end: '"<|sep|>' },
        },
      }),
      markup: ['<|open|>response<|sep|>', '<|close|>response<|sep|>', '<|close|>message<|sep|>', '<|end_of_msg|>'],
    },
  },
  {
    // Hunyuan 3. The renderer lacks `format`.
    reason: 'not-renderable',
    texts: ["'<tool_calls{}>'.format(HYTK)", "':opensource'"],
    syntax: {
      reasoning: { start: '<think:opensource>', end: '</think:opensource>' },
      calls: pattern({
        sectionStart: '<tool_calls:opensource>',
        sectionEnd: '</tool_calls:opensource>',
        callEnd: '</tool_call:opensource>',
        heads: [['<tool_call:opensource>', name, '<tool_sep:opensource>']],
        arguments: tagged('<arg_key:opensource>', '</arg_key:opensource>\n<arg_value:opensource>', '</arg_value:opensource>'),
      }),
      markup: ['<｜hy_eos:opensource｜>'],
    },
  },
  {
    // Seed-OSS. The renderer refuses numbers as keys.
    reason: 'not-renderable',
    texts: ['<seed:tool_call>', '<seed:think>'],
    syntax: {
      reasoning: { start: '<seed:think>', end: '</seed:think>' },
      calls: pattern({
        callEnd: '</function>\n</seed:tool_call>',
        heads: [['<seed:tool_call>\n<function=', name, '>']],
        arguments: tagged('<parameter=', '>', '</parameter>'),
      }),
      markup: ['<seed:eos>'],
    },
  },
  {
    // MiniCPM5. The renderer lacks the filter `min`.
    reason: 'not-renderable',
    texts: ['<function name="', '<param name="', 'Tool usage guidelines:'],
    syntax: {
      calls: pattern({
        callEnd: '</function>',
        heads: [['<function name="', name, '">']],
        arguments: tagged('<param name="', '">', '</param>'),
      }),
    },
  },
  {
    // Apriel 1.5. The renderer lacks the filter `string` for objects.
    reason: 'not-renderable',
    texts: ['[BEGIN FINAL RESPONSE]', '<tool_calls>['],
    ifNoCalls: true,
    syntax: {
      reasoning: apriel,
      calls: json({ sectionStart: '<tool_calls>', sectionEnd: '</tool_calls>', separator: ',' }),
      markup: ['[END FINAL RESPONSE]', '<|end|>'],
    },
  },
  {
    // Firefunction 2. It expects its tools as text in the variable `functions`.
    reason: 'not-renderable',
    texts: [' functools['],
    ifNoCalls: true,
    syntax: { calls: json({ sectionStart: 'functools', separator: ',' }), markup: ['<|eot_id|>'] },
  },
  { reason: 'described-in-prompt', texts: ['[BEGIN FINAL RESPONSE]', '<tool_calls>['], syntax: { reasoning: apriel } },
  {
    // Ministral 3 and Magistral. Their templates take reasoning only as an item in a list of content parts.
    reason: 'described-in-prompt',
    texts: ['[THINK]', '[TOOL_CALLS]'],
    syntax: { reasoning: { start: '[THINK]', end: '[/THINK]' } },
  },
  {
    reason: 'described-in-prompt',
    texts: ['List of tools: <|tool_list_start|>['],
    ifNoCalls: true,
    syntax: { reasoning: think, calls: lfm2 },
  },
  { reason: 'described-in-prompt', texts: ['List of tools: ['], ifNoCalls: true, syntax: { reasoning: think, calls: lfm2 } },
  {
    // Granite 3.3.
    reason: 'described-in-prompt',
    texts: ['<|tool_call|> followed by a JSON list', '<think></think>', '<response></response>'],
    syntax: {
      reasoning: think,
      calls: json({ sectionStart: '<|tool_call|>', separator: ',' }),
      markup: ['<response>', '</response>', '<|end_of_text|>'],
    },
  },
]

/** null: the template belongs to no family. */
export function familyOf(source: string, derived: AnswerSyntax): AnswerSyntax | null {
  const family = families.find(
    ({ texts, ifNoCalls }) => (!ifNoCalls || derived.calls === null) && texts.every((text) => source.includes(text)),
  )
  return family ? { ...derived, ...family.syntax, family: family.reason } : null
}
