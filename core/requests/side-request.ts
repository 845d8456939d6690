/** Recognizes side requests, such as for a title, by the words of their prompts. */
import type { SideKind } from '../contract/requests/request-causes'
import type { TracedRequest } from './traced-request'

const signs: readonly (readonly [SideKind, RegExp])[] = [
  ['autocomplete', /<\|fim_(?:prefix|suffix|middle|begin|hole)\|>|<fim_(?:prefix|suffix|middle)>|<PRE>|\[SUFFIX\]|autocompletion system/],
  ['tags', /generate \d-\d (?:broad )?tags|categori[sz]ing the (?:main|primary) themes/i],
  ['follow-ups', /suggest \d-\d (?:relevant )?follow-up (?:questions|prompts)/i],
  ['search-queries', /necessity of generating search queries|generate \d-\d (?:broad and relevant )?search queries/i],
  ['topic', /if (?:this|the) message indicates a new conversation topic/i],
  [
    'summary',
    /detailed summary of (?:the|our|this) conversation|context checkpoint compaction|summari[sz]e (?:the|our|this) conversation/i,
  ],
  ['title', /(?:generate|write|create|produce)[^.\n]{0,60}\btitle\b|\btitle generator\b/i],
]

/** Clients put the instruction at the beginning or at the end, and the conversation in the middle. */
const readCharacters = 600

export function sideRequestOf({ segments }: Pick<TracedRequest, 'segments'>): SideKind | null {
  const said = segments.filter(({ holds }) => holds === 'user')
  const isOneQuestion = new Set(said.map(({ message }) => message)).size <= 1
  const newest = said.findLast(({ text }) => text.trim() !== '')?.text ?? ''
  const system = segments.find(({ holds }) => holds === 'system')?.text ?? ''
  const asked = [newest.slice(0, readCharacters), newest.slice(-readCharacters)]
  // A long system prompt mentions many things.
  if (system.length <= readCharacters * 4) asked.push(system.slice(0, readCharacters))
  const kind = signs.find(([, sign]) => asked.some((text) => sign.test(text)))?.[0] ?? null
  return isOneQuestion || kind === 'summary' || kind === 'autocomplete' ? kind : null
}

const compactions =
  /session is being continued from a previous conversation|another language model started to solve this problem|conversation (?:so far )?(?:has been|was) (?:compacted|summari[sz]ed)|<(?:context|conversation)[-_]summary>|^#+ (?:conversation|context) summary/im

export const isCompacted = (text: string): boolean => compactions.test(text.slice(0, readCharacters * 2))
