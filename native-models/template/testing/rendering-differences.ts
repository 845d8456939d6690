/** Why some prompts differ from llama.cpp's, by template. */

/** The renderer cannot run these templates. node-llama-cpp's built-in templates take their place. */
export const refusedTemplates: Readonly<Record<string, string>> = {
  'ByteDance-Seed-OSS': 'Object keys must be strings',
  'CohereForAI-c4ai-command-r-plus-tool_use': 'Expected iterable or object type in for loop: got UndefinedValue',
  'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use': 'Expected iterable or object type in for loop: got UndefinedValue',
  'NousResearch-Hermes-3-Llama-3.1-8B-tool_use': 'Expected iterable or object type in for loop: got UndefinedValue',
  'meetkai-functionary-medium-v3.1': 'Cannot apply filter "selectattr" to type: NullValue',
  'tencent-Hy3': 'Cannot call something that is not a function: got UndefinedValue',
  'unsloth-Apriel-1.5': 'Cannot apply filter "length" to type: UndefinedValue',
}

/** The renderer cannot run the part of these templates that lists tools, so Headroom offers no tools with them. */
export const toolsRefused: Readonly<Record<string, string>> = {
  'Apriel-1.6-15b-Thinker-fixed': 'Unknown ObjectValue filter: string',
  'meetkai-functionary-medium-v3.2': 'Cannot unpack non-iterable type: TupleValue',
}

/** llama.cpp does not set the variable from which these templates read the tools, so its prompt has no tools. */
export const toolsAdded: readonly string[] = ['fireworks-ai-llama-3-firefunction-v2']

interface Difference {
  readonly conversation: string
  /** Texts of llama.cpp's prompt, and what Headroom's prompt has instead. */
  readonly replaced: readonly (readonly [llama: string, headroom: string])[]
}

const call = '{"city":"Zürich","days":2}'
const result = '21 degrees, "sunny"'
const calls = (...replaced: Difference['replaced']): Difference => ({ conversation: 'call and result', replaced })
const keptCall = (before: string, after: string): Difference => calls([`${before}${after}`, `${before}${call}${after}`])

/** These templates do not write calls. llama.cpp leaves calls out of the prompt. Headroom writes them as text, and results too if the template ignores them. */
const unknownCalls: Readonly<Record<string, Difference>> = {
  'HuggingFaceTB-SmolLM3-3B': keptCall('<|im_start|>assistant\n', '<|im_end|>'),
  'LFM2-8B-A1B': keptCall('<|im_start|>assistant\n', '<|im_end|>'),
  'LFM2.5-Instruct': keptCall('<|im_start|>assistant\n', '<|im_end|>'),
  'ibm-granite-granite-3.3-2B-Instruct': keptCall('<|start_of_role|>assistant<|end_of_role|>', '<|end_of_text|>'),
  'llama-cpp-rwkv-world': calls(['Assistant: \n\nAssistant', `Assistant: ${call}\n\nUser: ${result}\n\nAssistant`]),
  'microsoft-Phi-3.5-mini-instruct': calls(['<|assistant|>\n<|end|>\n', `<|assistant|>\n${call}<|end|>\n<|user|>\n${result}<|end|>\n`]),
}

const kimiResult: readonly [string, string] = [
  '<|im_system|>get_weather<|im_middle|>## Return of functions.get_weather:0\n',
  '<|im_user|>user<|im_middle|>',
]
const kimiCall =
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Zürich", "days": 2}<|tool_call_end|><|tool_calls_section_end|>'

/** To write calls, these templates use `append` (Kimi) or `min` (MiniCPM), which the renderer lacks. Headroom writes calls and results as text. */
const unrenderableCalls: Readonly<Record<string, Difference>> = {
  'Kimi-K2-Instruct': calls([kimiCall, call], kimiResult),
  'Kimi-K2-Thinking': calls([`<think></think>${kimiCall}`, call], kimiResult),
  'openbmb-MiniCPM5-1B': calls(
    ['<function name="get_weather"><param name="city">Zürich</param><param name="days">2</param></function>', call],
    [`<tool_response>\n${result}\n</tool_response>`, result],
  ),
}

/** llama.cpp does not give the template the messages as they are. */
const changedMessages: Readonly<Record<string, Difference>> = {
  /** `convert_tool_responses_gemma4` puts results into the message with the call. */
  'google-gemma-4-31B-it-interleaved': calls([
    `<|tool_response>response:get_weather{value:<|"|>${result}<|"|>}<tool_response|>`,
    `<turn|>\n<|turn>tool\n${result}<turn|>\n<|turn>model\n`,
  ]),
  /** `common_chat_params_init_ministral_3` puts reasoning into the content. */
  'mistralai-Ministral-3-14B-Reasoning-2512': {
    conversation: 'reasoning',
    replaced: [['[THINK]Six sevens are forty-two.[/THINK]', '']],
  },
  /** The same function, but this template writes only the first part of the content, so llama.cpp loses the answer. */
  'unsloth-mistral-Devstral-Small-2507': {
    conversation: 'reasoning',
    replaced: [['What is 6 times 7?[/INST]', 'What is 6 times 7?[/INST]It is 42.']],
  },
  /** The template writes a call only if the content is null. llama.cpp passes an empty text and loses the call. */
  'deepseek-ai-DeepSeek-R1-Distill-Llama-8B': calls([
    '<｜Assistant｜><｜end▁of▁sentence｜>',
    `<｜Assistant｜><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n\`\`\`json\n${call}\n\`\`\`<｜tool▁call▁end｜>`,
  ]),
}

/** The prompts that differ, by template. At most one conversation of each template has a different prompt. */
export const differences: Readonly<Record<string, Difference>> = { ...unknownCalls, ...unrenderableCalls, ...changedMessages }

/** With these templates, llama.cpp refuses a call and its result, because the roles would not alternate. Headroom passes the result as a user message. */
export const llamaRefuses: readonly string[] = ['google-gemma-2-2b-it']
