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

  firstSteps: {
    title: 'First steps',
    steps: [
      {
        name: '1. Get a model',
        text: 'A model is the file that answers you. Pocket, which comes with Headroom, is only a tiny demo. Open Models, Get a model, and click Get it next to the recommended one. It is downloaded once and then works without the internet.',
      },
      {
        name: '2. Chat',
        text: 'Write in the box at the bottom and press Enter. You can edit what you wrote, or ask for another answer. New conversation starts from scratch: the model does not know what you wrote in other conversations.',
      },
      {
        name: '3. Keep it private',
        text: 'Everything stays on this computer, unless you connect a server yourself. In a new conversation, switch on “Do not keep this chat”, and not even this computer stores it: it is gone when you close Headroom.',
      },
      {
        name: '4. Delete',
        text: 'Point at a conversation in the list, open its menu (…) and choose Delete. For 7 days, you find it under Recently deleted, where you can restore it or delete it for good.',
      },
    ],
  },

  terms: {
    title: 'What the terms mean',
    find: 'Find a term',
    nothingFound: (typed: string): string => `No term matches “${typed}”.`,
    groups: [
      {
        name: 'A model and its text',
        terms: [
          term('Token', 'A short word or a piece of a longer one. Models read and write text token by token.'),
          term('Prompt', 'What the model reads before it answers: the system prompt, the conversation so far and your new message.'),
          term('Turn', 'One question with its answer.'),
          term(
            'System prompt',
            'Standing instructions, such as “Answer briefly”. The model reads them before the conversation, in every turn.',
          ),
          term(
            'Chat template',
            'The form in which a model expects a conversation: it marks in the prompt who says what. It belongs to the model and has tokens of its own.',
          ),
          term(
            'GGUF',
            'The kind of file that a model comes in, as a photo comes in a JPEG. One file has the weights of a model, its vocabulary and its chat template.',
          ),
          term(
            'Weights',
            'What a model has learned, as a large collection of numbers. For every token, all or most of them are read from memory.',
          ),
          term(
            'Quantization',
            'Rounding numbers, so that they need less memory, much as a compressed photo does. q8_0 has about 8 bits for each number, q4_0 about 4.',
          ),
        ],
      },
      {
        name: 'The cache',
        terms: [
          term(
            'KV cache',
            'What the model keeps in mind of this conversation, so that it does not read everything again for each new word. Technically: for each token so far, the numbers (keys and values) that every layer computed.',
          ),
          term('Cell', 'A place in this memory for one token. Technically: space for one token’s keys and values in the cache.'),
          term('Context', 'How much text the model can keep in mind at once. Technically: how many tokens fit into the cache.'),
          term(
            'Sequence',
            'One conversation in the memory of the model. Technically: its tokens, with their own cells. With several sequences, several conversations stay in the cache.',
          ),
          term(
            'Reused',
            'Text that the model still had in mind. Technically: tokens of the prompt whose cells were still in the cache. They cost almost no time.',
          ),
          term(
            'Processed',
            'Text that the model had to read. Technically: tokens of the prompt that it had to evaluate, because the cache did not have them.',
          ),
          term('Prefix', 'The beginning that two texts have in common. Only this part of a prompt can be reused.'),
          term(
            'Block',
            'A small piece of memory for a fixed number of tokens, often 16. Servers such as vLLM give each conversation whole blocks, so no long stretch of memory has to be free.',
          ),
          term(
            'GQA',
            'A way to make the memory of a model smaller. Technically: grouped-query attention; several query heads share the keys and values of one KV head, so the cache has fewer heads.',
          ),
          term(
            'MLA',
            'Another way to make the memory of a model smaller. Technically: multi-head latent attention; the cache holds one short vector for each token and layer, from which the keys and values of all heads are computed.',
          ),
          term(
            'Sliding window',
            'Some layers of a model look only at the last part of the text, as through a window. Their cache keeps only those tokens.',
          ),
          term(
            'Recurrent state',
            'Some models keep a summary of fixed size instead of every word. Technically: some layers keep one state instead of cells. It cannot be rolled back without a checkpoint.',
          ),
          term(
            'Checkpoint',
            'A saved point to which the model can go back. Technically: a copy of a sliding window or a recurrent state, from which a conversation can continue at an earlier point.',
          ),
        ],
      },
      {
        name: 'Speed',
        terms: [
          term('Prefill', 'The model reads what you wrote, many tokens at a time. llama.cpp calls it prompt processing.'),
          term('Decode', 'The model writes the answer, one token at a time. llama.cpp calls it text generation.'),
          term(
            'TTFT',
            'How long you wait until the answer begins. Technically: time to first token, from Send to the first text of the answer.',
          ),
          term(
            'ITL',
            'How long you wait from one piece of a word to the next. Technically: inter-token latency. p50 is the middle one, and 99 in 100 are shorter than p99.',
          ),
          term(
            'TPOT',
            'How long a piece of a word takes on average. Technically: time per output token, the mean time between the tokens of an answer.',
          ),
          term(
            'Memory bandwidth',
            'How fast this computer can read its memory, in bytes per second. It usually limits how fast a model writes.',
          ),
          term(
            'MBU',
            'How well the model used the speed of the memory. Technically: model bandwidth utilization, the share of the memory bandwidth that it used.',
          ),
          term(
            'Roofline',
            'A picture of what holds the model back: reading memory or computing. Technically: the speed that bandwidth and compute allow, by the number of calculations for each byte that is read.',
          ),
          term(
            'Goodput',
            'How many answers were fast enough. Technically: the share of turns (in load tests, turns per second) whose TTFT and ITL are within your limits.',
          ),
          term('Speculation', 'Guessing ahead: several tokens are proposed and checked together, which can make answers faster.'),
        ],
      },
      {
        name: 'Quality',
        terms: [
          term('Perplexity', 'How much a text surprises the model. Lower is better.'),
          term(
            'KLD',
            'How different two settings make the answers. Technically: the Kullback–Leibler divergence of their predictions, in nats. 0 means that they are identical.',
          ),
          term('Passkey', 'A memory test: a number is hidden in a long text, and the model has to find it.'),
          term(
            'Eviction policy',
            'What to forget first when the memory is full. Technically: a rule that decides which cells to remove. The Lab shows such rules at work.',
          ),
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
        text: 'All your chats stay here, on this computer. For a chat that is never stored, start a new one and switch on “Do not keep this chat”.',
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
        text: 'Here you find this tour again, and what the terms mean. “Details for experts”, above the memory, shows much more of how a model works.',
      },
    },
  },

  about: {
    title: 'About Headroom',
    what: 'Chat with language models that run on your own computer. Your conversations stay here, and no internet is needed.',
    technical: 'Headroom runs GGUF models with llama.cpp and makes the KV cache visible.',
    version: (version: string): string => `Version ${version}`,
    llamaCpp: (release: string): string => `llama.cpp ${release}`,
    license: 'MIT License. Copyright (c) 2026 The Headroom authors.',
  },
}
