import { formatCount } from '../../../text/amounts'
import { tokens } from '../../words/en'

interface Term {
  readonly name: string
  readonly meaning: string
}
const term = (name: string, meaning: string): Term => ({ name, meaning })

export const help = {
  menu: 'Help',
  close: 'Close',

  terms: {
    title: 'What the terms mean',
    find: 'Find a term',
    nothingFound: (typed: string): string => `No term matches “${typed}”.`,
    groups: [
      {
        name: 'A model and its text',
        terms: [
          term('Token', 'Models read and write text in tokens. A token is a short word or a piece of a longer one.'),
          term('Prompt', 'Everything that the model is given before it answers: the system prompt, the conversation and your new message.'),
          term('Turn', 'One prompt with its answer.'),
          term('System prompt', 'Instructions that the model reads before the conversation, in every turn.'),
          term('Chat template', 'What marks in the prompt who says what. It belongs to the model and has tokens of its own.'),
          term('GGUF', 'The file format of llama.cpp. One file has the weights of a model, its vocabulary and its chat template.'),
          term('Weights', 'The numbers that a model has learned. For every token, all or most of them are read from memory.'),
          term(
            'Quantization',
            'Storing numbers with fewer bits, so that they need less memory. q8_0 has about 8 bits for each, q4_0 about 4.',
          ),
        ],
      },
      {
        name: 'The cache',
        terms: [
          term(
            'KV cache',
            'The keys and values of all tokens so far. Without it, the model would process the whole text again for each new token.',
          ),
          term('Cell', 'Space for one token’s keys and values in the cache.'),
          term('Context', 'How many tokens fit into the cache: the longest conversation that the model can work with at once.'),
          term(
            'Sequence',
            'The tokens of one conversation, with their own cells. With several sequences, several conversations stay in the cache.',
          ),
          term('Reused', 'Tokens of the prompt whose cells were still in the cache. They cost almost no time.'),
          term('Processed', 'Tokens of the prompt that the model had to evaluate, because the cache did not have them.'),
          term('Prefix', 'The beginning that two prompts have in common. Only this part can be reused.'),
          term('Sliding window', 'Some layers attend only to the last tokens. Their cache keeps only those.'),
          term(
            'Recurrent state',
            'Some layers keep one state of fixed size instead of cells. It cannot be rolled back without a checkpoint.',
          ),
          term(
            'Checkpoint',
            'A copy of a sliding window or a recurrent state, from which a conversation can continue at an earlier point.',
          ),
        ],
      },
      {
        name: 'Speed',
        terms: [
          term('Prefill', 'The model processes the prompt, many tokens at a time. llama.cpp calls it prompt processing.'),
          term('Decode', 'The model writes the answer, one token at a time. llama.cpp calls it text generation.'),
          term('TTFT', 'Time to first token: from Send to the first text of the answer.'),
          term('ITL', 'Inter-token latency: the time between two tokens. p50 is the middle one, and 99 in 100 are shorter than p99.'),
          term('TPOT', 'Time per output token: the mean time between the tokens of an answer.'),
          term('Memory bandwidth', 'How many bytes per second this computer can read. It usually limits how fast a model writes.'),
          term('MBU', 'Model bandwidth utilization: how much of the memory bandwidth the model used.'),
          term('Speculation', 'Several tokens are guessed ahead and checked together, which can make answers faster.'),
        ],
      },
      {
        name: 'Quality',
        terms: [
          term('Perplexity', 'How much a text surprises the model. Lower is better.'),
          term('KLD', 'How far the predictions of two settings are apart, in nats. 0 means that they are identical.'),
          term('Passkey', 'A number that is hidden in a long text. The test is whether the model finds it.'),
          term('Eviction policy', 'A rule that decides which cells to remove when the cache is full. The Lab shows such rules at work.'),
        ],
      },
    ],
  },

  tour: {
    offer: 'New here? A short tour shows you around in five steps.',
    take: 'Take the tour',
    decline: 'No, thanks',
    name: 'Tour',
    step: (step: number, steps: number): string => `Step ${formatCount(step)} of ${formatCount(steps)}`,
    back: 'Back',
    next: 'Next',
    skip: 'End the tour',
    finish: 'Done',
    first: {
      title: 'Start with a message',
      text: 'Ask the model something. Then take the tour again: it shows where the model keeps your message.',
    },
    steps: {
      message: {
        title: 'Your message',
        /** `count` is undefined if the cells do not hold it. */
        text: (count: number | undefined): string =>
          `The model reads text in tokens: short words, or pieces of longer ones.${count === undefined ? '' : ` Your first message became ${tokens(count)}.`}`,
      },
      cells: {
        title: 'Its memory',
        text: (count: number | undefined): string =>
          `This map shows the cells of the memory. Each cell holds one token, and a square stands for one or more cells.${count === undefined ? '' : ' The bright ones hold your first message.'} Point at a square, and its words light up in the conversation.`,
      },
      reuse: {
        title: 'What it saves',
        text: (reused: number, processed: number): string =>
          `${reused === 0 ? 'For this answer, no tokens were in memory yet' : `For this answer, ${reused === 1 ? '1 token was' : `${formatCount(reused)} tokens were`} still in memory`}, and the model had to process ${tokens(processed)}. With your next message, it processes only what is new.`,
      },
      anatomy: {
        title: 'Every cell',
        text: 'The anatomy shows each cell with its word, and how the memory grew with each turn.',
      },
      screens: {
        title: 'Where to go next',
        text: 'The Planner calculates which models and contexts fit this computer. The Lab shows what a model forgets if its memory is too small. You find this tour again under Help, at the top of the window.',
      },
      chats: {
        title: 'Your chats',
        text: 'All your chats stay here, on this computer. For a chat that is never stored, start a new one and switch on Private above it.',
      },
      memory: {
        title: 'The memory of this chat',
        /** `words` is the beginning of the user's first message. */
        text: (words: string): string =>
          `${words === '' ? 'What you write' : `Your message “${words}”`} is in here now, with the answer. That is why the model knows what you are talking about.`,
      },
      full: {
        title: 'How full it is',
        text: 'Each message fills the bar a little more. When the memory is full, the answer stops, and you choose how to go on. Nothing you see is lost.',
      },
      model: {
        title: 'A better model',
        text: 'This is the model that answers you. Larger models know more and write better. Choose “More models…” here to get one that fits this computer.',
      },
      help: {
        title: 'Help',
        text: 'Here you find this tour again, and what the terms mean. “Details”, above the memory, shows much more of how a model works.',
      },
    },
  },

  about: {
    title: 'About Headroom',
    what: 'Runs GGUF models offline and makes the KV cache visible.',
    version: (version: string): string => `Version ${version}`,
    llamaCpp: (release: string): string => `llama.cpp ${release}`,
    license: 'MIT License. Copyright (c) 2026 The Headroom authors.',
    offline: 'Your conversations stay on this computer.',
  },
}
