/** Each question shows a different effect. The embedded model knows only English. */
export const examples = [
  {
    id: 'early-fact',
    question:
      'The code of the small sled is 3530. Small waves moved across the lake. Hana bought carrot at the cave. The owl and the deer met at the beach. ' +
      'The red coin stood in the school. The old pilot told stories about the station. Nothing else happened in winter.\nWhat is the code of the small sled?',
  },
  {
    id: 'hidden-fact',
    question:
      'Read this text and remember the important facts. Tom cannot swim, but Sam can. The code of the shiny sled is 8413. The owl and the deer met at the ' +
      'beach. The red coin stood in the school. The wind blew over the island in spring. The road from the tower to the kitchen is long. In October the ' +
      'harbor is full of visitors.\nWhat is the code of the shiny sled?',
  },
  {
    id: 'story',
    question: 'Tell me a tiny story.',
  },
] as const
