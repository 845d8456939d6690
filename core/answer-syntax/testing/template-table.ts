/**
 * What is expected of each template in llama.cpp's models/templates (v0.4.0): what it can do | its switches | reasoning | calls | where the syntax comes from.
 * Made with `summaryOf`, then checked against the templates. The inputs of llama.cpp's tests/test-chat.cpp were parsed once with these syntaxes as a check.
 */
export const summaries: Readonly<Record<string, string>> = {
  'Apertus-8B-Instruct':
    'system tools calls results | enable_thinking=true/false (off) | no reasoning | <|tools_prefix|>{NAME, }<|tools_suffix|> | derived',
  'Apriel-1.6-15b-Thinker-fixed':
    'system calls results reasoning_content |  | Here are my reasoning steps:…[BEGIN FINAL RESPONSE] | <tool_calls>{name, arguments}</tool_calls> | described-in-prompt',
  'Bielik-11B-v3.0-Instruct':
    'system tools calls results reasoning_content history-always | enable_thinking=true/false (off) | <think>…</think> | <tool_call> {name, arguments} </tool_call> | derived',
  'ByteDance-Seed-OSS':
    ' |  | <seed:think>…</seed:think> | <seed:tool_call> <function=NAME><parameter=KEY>VALUE</parameter></function> </seed:tool_call> | not-renderable',
  Cohere2MoE:
    'system tools calls results reasoning_content history-always | reasoning_effort=high/none (on) | <|START_THINKING|>…<|END_THINKING|> | <|START_ACTION|> {tool_name, parameters, tool_call_id}<|END_ACTION|> | derived',
  'CohereForAI-c4ai-command-r-plus-tool_use':
    'tools calls results |  | no reasoning | Action: ```json {tool_name, parameters}``` | derived',
  'CohereForAI-c4ai-command-r7b-12-2024-tool_use':
    'system tools calls results reasoning_content | enable_thinking=true/false (off) | <|START_THINKING|>…<|END_THINKING|> | <|START_ACTION|> {tool_name, parameters, tool_call_id}<|END_ACTION|> | derived',
  'GLM-4.6':
    'system tools calls results reasoning_content | enable_thinking=true/false (on) | <think>…</think> | <tool_call>NAME <arg_key>KEY</arg_key> <arg_value>VALUE</arg_value> </tool_call> | derived',
  'GLM-4.7-Flash':
    'system tools calls results reasoning_content history-optional | enable_thinking=true/false (on) clear_thinking=false (off) | <think>…</think> | <tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call> | derived',
  'GigaChat3-10B-A1.8B':
    'system tools call results |  | no reasoning | <|message_sep|> function call<|role_sep|> {name, arguments} | derived',
  'GigaChat3.1-10B-A1.8B': 'system tools call results |  | no reasoning | <|function_call|>{name, arguments} | derived',
  'HuggingFaceTB-SmolLM3-3B': 'system results | enable_thinking=true/false (on) | <think>…</think> | no calls | derived',
  'Kimi-K2-Instruct':
    'system tools |  | no reasoning | <|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:SKIPPED<|tool_call_argument_begin|>JSON<|tool_call_end|><|tool_calls_section_end|> | not-renderable',
  'Kimi-K2-Thinking':
    'system tools |  | <think>…</think> | <|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:SKIPPED<|tool_call_argument_begin|>JSON<|tool_call_end|><|tool_calls_section_end|> | not-renderable',
  'Kimi-K3':
    'system tools calls results reasoning_content history-always | thinking=true/false (on) thinking_effort=low/high/max | <|open|>think<|sep|>…<|close|>think<|sep|> | <|open|>tools<|sep|><|open|>call tool="NAME" index="SKIPPED"<|sep|><|open|>argument key="KEY" type="TYPE"<|sep|>VALUE<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|> | channels',
  'LFM2-8B-A1B': "system tools results |  | <think>…</think> | <|tool_call_start|>NAME(KEY='VALUE')<|tool_call_end|> | described-in-prompt",
  'LFM2.5-8B-A1B':
    "system tools calls results thinking history-optional | preserve_thinking=true (off) | <think>…</think> | <|tool_call_start|>NAME(KEY='VALUE')<|tool_call_end|> | derived",
  'LFM2.5-Instruct':
    "system tools results |  | <think>…</think> | <|tool_call_start|>NAME(KEY='VALUE')<|tool_call_end|> | described-in-prompt",
  'MiMo-VL': 'system tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'MiniMax-M1': 'system tools calls results |  | no reasoning | <tool_calls> {name, arguments} </tool_calls> | derived',
  'MiniMax-M2':
    'system tools calls results reasoning_content |  | <think>…</think> | <minimax:tool_call><invoke name="NAME"> <parameter name="KEY">VALUE</parameter> </invoke> </minimax:tool_call> | derived',
  'MiniMax-M3':
    'system tools calls results reasoning_content history-always | thinking_mode=enabled/disabled (neither) | <mm:think>…</mm:think> | ]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="NAME">]<]minimax[>[<KEY>VALUE]<]minimax[>[</KEY>]<]minimax[>[</invoke> ]<]minimax[>[</tool_call> | derived',
  'Mistral-Small-3.2-24B-Instruct-2506': 'system tools calls results |  | no reasoning | [TOOL_CALLS]NAME[CALL_ID]ID[ARGS]JSON | derived',
  'NVIDIA-Nemotron-3-Nano-30B-A3B-BF16':
    'system tools calls results reasoning_content history-optional | enable_thinking=true/false (on) truncate_history_thinking=false (off) | <think>…</think> | <tool_call> <function=NAME> <parameter=KEY> VALUE </parameter> </function> </tool_call> | derived',
  'NVIDIA-Nemotron-Nano-v2': 'system tools calls results |  | <think>…</think> | <TOOLCALL>{name, arguments}</TOOLCALL> | derived',
  'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use':
    'tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'NousResearch-Hermes-3-Llama-3.1-8B-tool_use':
    'tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'Qwen-QwQ-32B':
    'system tools calls results | enable_thinking=true/false (off) | <think>…</think> | <tool_call> {name, arguments} </tool_call> | derived',
  'Qwen-Qwen2.5-7B-Instruct': 'system tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'Qwen-Qwen3-0.6B':
    'system tools calls results reasoning_content | enable_thinking=true/false (on) | <think>…</think> | <tool_call> {name, arguments} </tool_call> | derived',
  'Qwen3-Coder':
    'system tools calls results |  | no reasoning | <tool_call> <function=NAME> <parameter=KEY> VALUE </parameter> </function> </tool_call> | derived',
  'Qwen3.5-4B':
    'system tools calls results reasoning_content | enable_thinking=true/false (on) | <think>…</think> | <tool_call> <function=NAME> <parameter=KEY> VALUE </parameter> </function> </tool_call> | derived',
  'Reka-Edge':
    'system tools calls results reasoning_content | enable_thinking=true/false (off) | <think>…</think> | <tool_call> {name, arguments} </tool_call> | derived',
  'StepFun3.5-Flash':
    'system tools calls results reasoning_content |  | <think>…</think> | <tool_call> <function=NAME> <parameter=KEY> VALUE </parameter> </function> </tool_call> | derived',
  'deepseek-ai-DeepSeek-R1-Distill-Llama-8B':
    'system calls results string-arguments null-text |  | <think>…</think> | <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME ```json JSON ```<｜tool▁call▁end｜><｜tool▁calls▁end｜> | derived',
  'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B':
    'system calls results | enable_thinking=true/false (off) | <think>…</think> | <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME ```json JSON ```<｜tool▁call▁end｜><｜tool▁calls▁end｜> | derived',
  'deepseek-ai-DeepSeek-V3.1':
    'system calls results | enable_thinking=true/false (off) | <think>…</think> | <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>NAME<｜tool▁sep｜>JSON<｜tool▁call▁end｜><｜tool▁calls▁end｜> | derived',
  'deepseek-ai-DeepSeek-V3.2':
    'system tools calls results reasoning_content | enable_thinking=true/false (off) | <think>…</think> | <｜DSML｜function_calls><｜DSML｜invoke name="NAME"> <｜DSML｜parameter name="KEY" string="TYPE">VALUE</｜DSML｜parameter> </｜DSML｜invoke> </｜DSML｜function_calls> | derived',
  'deepseek-ai-DeepSeek-V4-Flash-0731':
    'system tools calls results reasoning_content history-optional | enable_thinking=true/false (off) drop_thinking=false (off) reasoning_effort=high/max | <think>…</think> | <｜DSML｜tool_calls><｜DSML｜invoke name="NAME"> <｜DSML｜parameter name="KEY" string="TYPE">VALUE</｜DSML｜parameter> </｜DSML｜invoke> </｜DSML｜tool_calls> | derived',
  'deepseek-ai-DeepSeek-V4':
    'system tools calls results reasoning_content history-optional | enable_thinking=true/false (off) drop_thinking=false (off) reasoning_effort=max | <think>…</think> | <｜DSML｜tool_calls><｜DSML｜invoke name="NAME"> <｜DSML｜parameter name="KEY" string="TYPE">VALUE</｜DSML｜parameter> </｜DSML｜invoke> </｜DSML｜tool_calls> | derived',
  'fireworks-ai-llama-3-firefunction-v2': 'system tools calls results |  | no reasoning | functools{name, arguments} | derived',
  'google-gemma-2-2b-it': ' |  | no reasoning | no calls | derived',
  'google-gemma-4-31B-it-interleaved':
    'system tools calls results reasoning_content | enable_thinking=true/false (off) | <|channel>thought…<channel|> | <|tool_call>call:NAME{KEY:<|"|>VALUE<|"|>}<tool_call|> | derived',
  'google-gemma-4-31B-it':
    'system tools calls results reasoning_content | enable_thinking=true/false (off) | <|channel>thought…<channel|> | <|tool_call>call:NAME{KEY:<|"|>VALUE<|"|>}<tool_call|><|tool_response> | derived',
  'ibm-granite-granite-3.3-2B-Instruct':
    'system tools results | thinking=true/false (off) | <think>…</think> | <|tool_call|>{name, arguments} | described-in-prompt',
  'ibm-granite-granite-4.0': 'system tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'ibm-granite-granite-4.1': 'system tools calls results |  | no reasoning | <tool_call> {name, arguments} </tool_call> | derived',
  'llama-cpp-deepseek-r1':
    'system tools calls results |  | <think>…</think> | <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME ```json JSON ```<｜tool▁call▁end｜><｜tool▁calls▁end｜> | derived',
  'llama-cpp-rwkv-world': 'system | enable_thinking=true/false (neither) | <think>…</think> | no calls | derived',
  'meetkai-functionary-medium-v3.1': 'tools calls results |  | no reasoning | <function=NAME>JSON</function><|eom_id|> | derived',
  'meetkai-functionary-medium-v3.2': 'system calls results string-arguments |  | no reasoning | >>>NAME JSON | channels',
  'meta-llama-Llama-3.1-8B-Instruct': 'system tools call results |  | no reasoning | {name, parameters} | derived',
  'meta-llama-Llama-3.2-3B-Instruct': 'system tools call results |  | no reasoning | {name, parameters} | derived',
  'meta-llama-Llama-3.3-70B-Instruct': 'system tools call results |  | no reasoning | {name, parameters} | derived',
  'microsoft-Phi-3.5-mini-instruct': 'system |  | no reasoning | no calls | derived',
  'mistralai-Ministral-3-14B-Reasoning-2512':
    'system tools calls results |  | [THINK]…[/THINK] | [TOOL_CALLS]NAME[ARGS]JSON | described-in-prompt',
  'mistralai-Mistral-Nemo-Instruct-2407': 'system tools calls results |  | no reasoning | [TOOL_CALLS]{name, arguments, id} | derived',
  'moonshotai-Kimi-K2':
    'system tools calls results |  | no reasoning | <|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:SKIPPED<|tool_call_argument_begin|>JSON<|tool_call_end|><|tool_calls_section_end|> | derived',
  'muse-glimmer':
    'system tools calls results reasoning_content history-always | reasoning_strength=low/medium/high | <|start|>assistant to=self<|message|>…<|eom|> | <|start|>assistant to=SKIPPED<|message|><atem:function_calls> <atem:invoke name="NAME"><atem:parameter name="KEY">VALUE</atem:parameter></atem:invoke> </atem:function_calls> | channels',
  'openai-gpt-oss-120b':
    'system tools call results thinking | reasoning_effort=low/medium/high | <|start|>assistant<|channel|>analysis<|message|>…<|end|> | <|start|>assistant to=functions.NAMESKIPPED<|message|>JSON<|call|> | channels',
  'openbmb-MiniCPM5-1B':
    'system tools reasoning_content | enable_thinking=true/false (neither) | <think>…</think> | <function name="NAME"><param name="KEY">VALUE</param></function> | not-renderable',
  'poolside-Laguna-S-2.1':
    'system tools calls results reasoning_content history-always | enable_thinking=true/false (on) | <think>…</think> | <tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call> | derived',
  'poolside-Laguna-XS-2.1':
    'system tools calls results reasoning_content history-always | enable_thinking=true/false (off) | <think>…</think> | <tool_call>NAME <arg_key>KEY</arg_key> <arg_value>VALUE</arg_value> </tool_call> | derived',
  'poolside-Laguna-XS.2':
    'system tools calls results reasoning_content history-always | enable_thinking=true/false (off) | <think>…</think> | <tool_call>NAME <arg_key>KEY</arg_key> <arg_value>VALUE</arg_value> </tool_call> | derived',
  'tencent-Hy3':
    ' |  | <think:opensource>…</think:opensource> | <tool_calls:opensource><tool_call:opensource>NAME<tool_sep:opensource><arg_key:opensource>KEY</arg_key:opensource> <arg_value:opensource>VALUE</arg_value:opensource></tool_call:opensource></tool_calls:opensource> | not-renderable',
  'unsloth-Apriel-1.5':
    ' |  | Here are my reasoning steps:…[BEGIN FINAL RESPONSE] | <tool_calls>{name, arguments}</tool_calls> | not-renderable',
  'unsloth-mistral-Devstral-Small-2507': 'system tools calls results |  | no reasoning | [TOOL_CALLS]NAME[ARGS]JSON | derived',
  'upstage-Solar-Open-100B':
    'system tools calls results reasoning | reasoning_effort=minimal/low | <|think|>…<|end|> | <|tool_calls|><|tool_call:begin|>ID<|tool_call:name|>NAME<|tool_call:args|>JSON<|tool_call:end|><|calls|> | derived',
}

/** Templates that @huggingface/jinja 0.5.11 can't render, with a part of the error. */
export const unrenderable: Readonly<Record<string, string>> = {
  'ByteDance-Seed-OSS': 'Object keys must be strings',
  // `''.format()`
  'tencent-Hy3': 'Cannot call something that is not a function',
  'unsloth-Apriel-1.5': 'Unknown ObjectValue filter: string',
}

/** Templates that write earlier answers in a form in which no model writes an answer. */
export const writtenDifferently: Readonly<Record<string, string>> = {
  'Apriel-1.6-15b-Thinker-fixed': 'It writes reasoning without its start, which is in the prompt of a new answer only.',
  'CohereForAI-c4ai-command-r-plus-tool_use': 'It writes a system message after each answer.',
  'NVIDIA-Nemotron-Nano-v2': 'It opens reasoning in each earlier answer, and never closes it.',
  'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B': 'It writes calls and text as two answers.',
  'fireworks-ai-llama-3-firefunction-v2': 'It writes the beginning of the next answer after each answer.',
  'openai-gpt-oss-120b': 'It writes the text before a call as reasoning.',
  'llama-cpp-rwkv-world': 'It ends an answer with line breaks.',
}

interface WrittenAnswer {
  readonly answer: string
  readonly prompt?: string
  readonly found: readonly string[]
}

/** Source: tests/test-chat.cpp of llama.cpp, and the templates' own descriptions. */
export const writtenAnswers: Readonly<Record<string, readonly WrittenAnswer[]>> = {
  'ByteDance-Seed-OSS': [
    {
      answer: '<seed:think>Hm.</seed:think>\n<seed:tool_call>\n<function=f>\n<parameter=a>1</parameter>\n</function>\n</seed:tool_call>',
      found: ['reasoning: Hm.', 'f{"a": 1}'],
    },
  ],
  'Kimi-K2-Thinking': [
    {
      answer:
        '<think>Hm.</think>Yes.<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|><|tool_calls_section_end|>',
      found: ['reasoning: Hm.', 'text: Yes.', 'f{"a": 1}'],
    },
  ],
  'Kimi-K2-Instruct': [
    {
      answer:
        '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|><|tool_call_begin|>functions.g:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
      found: ['f{"a": 1}', 'g{}'],
    },
  ],
  'LFM2-8B-A1B': [{ answer: '<|tool_call_start|>[f(a=1, b="x")]<|tool_call_end|>', found: ['f{"a": 1, "b": "x"}'] }],
  'LFM2.5-Instruct': [
    {
      answer: '<think>Hm.</think>\n<|tool_call_start|>[f(a=1)]<|tool_call_end|>Yes.',
      found: ['reasoning: Hm.', 'f{"a": 1}', 'text: Yes.'],
    },
  ],
  'fireworks-ai-llama-3-firefunction-v2': [{ answer: ' functools[{"name": "f", "arguments": {"a": 1}}]', found: ['f{"a": 1}'] }],
  'ibm-granite-granite-3.3-2B-Instruct': [
    { answer: '<think>Hm.</think><response>Yes.</response>', found: ['reasoning: Hm.', 'text: Yes.'] },
    { answer: '<|tool_call|>[{"name": "f", "arguments": {"a": 1}}]', found: ['f{"a": 1}'] },
  ],
  'mistralai-Ministral-3-14B-Reasoning-2512': [
    { answer: '[THINK]Hm.[/THINK][TOOL_CALLS]f[ARGS]{"a": 1}[TOOL_CALLS]g[ARGS]{}', found: ['reasoning: Hm.', 'f{"a": 1}', 'g{}'] },
  ],
  'openbmb-MiniCPM5-1B': [
    {
      answer: 'Hm.\n</think>\n\n<function name="f"><param name="a">1</param></function>',
      prompt: '<think>\n',
      found: ['reasoning: Hm.', 'f{"a": 1}'],
    },
  ],
  'tencent-Hy3': [
    {
      answer:
        'Hm.</think:opensource>Yes.<tool_calls:opensource>\n<tool_call:opensource>f<tool_sep:opensource>\n<arg_key:opensource>a</arg_key:opensource>\n<arg_value:opensource>1</arg_value:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>',
      prompt: '<｜hy_Assistant:opensource｜><think:opensource>',
      found: ['reasoning: Hm.', 'text: Yes.', 'f{"a": 1}'],
    },
  ],
  'unsloth-Apriel-1.5': [
    {
      answer: 'Here are my reasoning steps:\nHm.\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "f", "arguments": {"a": 1}}]</tool_calls>',
      found: ['reasoning: Hm.', 'f{"a": 1}'],
    },
  ],
}
