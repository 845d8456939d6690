import type { PromptMessage } from '../../contract/chat/turn'

const turns: readonly (readonly [question: string, answer: string])[] = [
  [
    'We want to travel by train for two weeks. What should we think of first?',
    'Start with the days on which you must be somewhere, such as a wedding or a concert. Put them on a calendar, and fill the days between them with short rides. Long rides are easier after a day without any travel.',
  ],
  [
    'There are four of us, and two of us get tired quickly. How long should a ride be?',
    'Keep most rides below three hours. Plan one longer ride at most every four days, and take it in the morning, when everybody is awake. Choose seats at a table, so that you can eat, draw or play cards together.',
  ],
  [
    'What do we need to pack if it may be cold at night?',
    'Take one warm sweater each, a thin jacket against rain, and two pairs of dry socks in a bag that closes well. A scarf is small and helps on a cold platform. Leave the heavy boots at home unless you plan to walk in the mountains.',
  ],
  [
    'And what about food on the way?',
    'Bread, cheese, apples and nuts keep for a day without a fridge. Buy water at the station only if you must, because a bottle that you fill yourself costs nothing. In the evening, look for a small place two streets away from the main square.',
  ],
  [
    'One of us wants to see old bridges. Is that a good plan for a rainy day?',
    'Yes. Many old bridges are close to a museum or a market hall, so you can go inside when the rain gets heavy. Walk over the bridge first, then look at it from the other bank, where you can see how the arches stand in the water.',
  ],
  [
    'Thank you. I will tell the others tonight, and then we can book the first tickets.',
    'That sounds good. Write down the names as they are on the passports before you book, and keep the numbers of the bookings in one place. If a ride is sold out, look for one that leaves an hour earlier or later.',
  ],
]

/** About 400 tokens of a conversation without tools. */
export const earlierTurns: readonly PromptMessage[] = turns.flatMap(([question, answer]): PromptMessage[] => [
  { role: 'user', text: question },
  { role: 'assistant', text: answer },
])
