import { counted } from '../../words/en'

export const fields = {
  speed: {
    tests: {
      label: 'Tests',
      meaning:
        'In llama-bench’s notation: pp512 processes 512 tokens at once, tg128 generates 128 tokens one by one, pp512+tg128 does both.',
    },
    depths: { label: 'Depths', meaning: 'Tokens in the cache before each test. Several depths show how speed drops as the cache fills.' },
    repetitions: { label: 'Repetitions', meaning: 'How often each test is measured. With one repetition there are no error bars.' },
    warmUp: { label: 'Warm-up', meaning: 'Runs each test before it is measured.' },
  },
  latency: {
    prompt: { label: 'Prompt for each turn', meaning: 'Every turn sends this prompt.' },
    newWords: {
      label: 'New words per turn',
      meaning:
        'Short words that each turn puts before the prompt, so that no cache has it. Most models have one token for each word. All settings get the same words. A server needs them: it would answer a repeated prompt from its cache.',
    },
    turns: { label: 'Turns', meaning: 'How many turns are measured for each setting.' },
    outputTokens: { label: 'Tokens per turn', meaning: 'Every turn generates exactly this many tokens, even past the end of an answer.' },
    ttft: {
      label: 'TTFT limit in ms',
      meaning: 'A turn counts toward goodput only if its first token comes within this time. You can change both limits after the run.',
    },
    itl: {
      label: 'ITL limit in ms',
      meaning: 'A turn counts toward goodput only if 9 in 10 of its gaps between tokens are also within this limit.',
    },
  },
  quality: {
    chunkTokens: {
      label: 'Tokens per chunk',
      meaning: 'The text is read in chunks of this length. As in llama-perplexity, the second half of each chunk is scored.',
    },
    maxChunks: { label: 'Maximum chunks', meaning: 'If empty, the whole text is used. More chunks make the errors smaller.', all: 'all' },
    specialTokens: {
      label: 'Special tokens',
      meaning:
        'On: markers such as <|im_start|> in the text become the model’s special tokens, as in a chat. Off: they are read as plain text, as in llama-perplexity; only then can you compare the figures with those of llama-perplexity.',
    },
  },
  passkey: {
    depths: { label: 'Positions in percent', meaning: 'Where in the text the number is: 0 is the beginning, 100 the end.' },
    promptTokens: { label: 'Tokens in the text', meaning: 'Approximate: the text ends with a whole sentence.' },
    trials: { label: 'Trials', meaning: 'Trials at each position, each with a different number.' },
  },
  suite: {
    prompts: {
      label: 'Prompts of the suite',
      meaning:
        'How many prompts of the bundled suite are used. The same number always gives the same prompts; more prompts make the intervals smaller.',
    },
  },
  answers: {
    prompts: { label: 'Prompts', meaning: 'One prompt per line.' },
    maxTokens: { label: 'Maximum tokens', meaning: 'An answer may be shorter.' },
  },
  cacheless: {
    note: 'Only the first setting is measured because this part shows what any cache saves.',
    prompt: { label: 'Prompt to continue', meaning: 'Both runs, with and without the cache, continue this prompt.' },
    tokens: { label: 'Tokens to generate', meaning: 'Without a cache, a token takes longer the more tokens come before it.' },
  },
}

export const text = {
  label: 'Text',
  placeholder: 'Choose a text',
  characters: (count: number): string => counted(count, 'character', 'characters'),
  bundled: {
    story: {
      title: 'Story',
      about: 'The first chapters of Alice’s Adventures in Wonderland by Lewis Carroll, 1865; public domain.',
    },
    code: { title: 'Program code', about: 'TypeScript: part of Headroom’s own source code.' },
    pocket: {
      title: 'Conversations',
      about: 'Similar to the training data of the embedded model (Pocket), but not part of it. Other models find this text unusual.',
    },
  },
  own: { name: 'Your own text', note: 'Paste it, or drop a .txt file on this window.' },
  ofRun: (name: string): string => `${name}, from the earlier run`,
  pasted: 'pasted text',
  field: {
    label: 'Your text',
    meaning: 'It must be at least as long as two chunks. A few thousand tokens give figures with small errors.',
    placeholder: 'Paste your text here.',
  },
  file: { label: 'Text file', choose: 'Choose a .txt file…' },
  size: (name: string, characters: number, isCut: boolean): string =>
    `${name}, ${isCut ? 'cut off after ' : ''}${counted(characters, 'character', 'characters')}`,
}
