import type { SceneEvent } from '../../../lab/paged/scene'
import { formatCount, formatPercent } from '../../../text/amounts'
import type { paged as english, SceneText } from '../../en/lab/paged'
import { counted, listed, tokens } from '../../words/de'

const blocks = (count: number): string => counted(count, 'Block', 'Blöcke')
const slots = (count: number): string => counted(count, 'Slot', 'Slots')

function compacted({ compaction, copiedSlots, freedBlocks }: Extract<SceneEvent, { type: 'compact' }>): SceneText {
  if (compaction === 'none')
    return {
      title: 'Keine Kompaktierung',
      text: 'Die Lücken bleiben. Neue Tokens von A kommen hinter seine letzte Zelle; nur ein Block, der alle seine Tokens verloren hat, wird frei.',
    }
  const result = `${slots(copiedSlots)} kopiert, ${blocks(freedBlocks)} befreit`
  return compaction === 'repack'
    ? {
        title: 'Zusammenrücken',
        text: `Die übrigen Zellen rücken in ihrer Reihenfolge zusammen: ${result}. Geteilte Blöcke bleiben, wie sie sind, samt ihren Lücken.`,
      }
    : {
        title: 'Lücken füllen',
        text: `Die neuesten Zellen rücken in ältere Lücken: ${result}. Das braucht meist weniger Kopien als Zusammenrücken, aber Speicher und Text haben nicht mehr dieselbe Reihenfolge; deshalb muss die Tabelle die Position jedes Tokens kennen.`,
      }
}

function scene(event: SceneEvent): SceneText {
  switch (event.type) {
    case 'empty':
      return {
        title: 'Ein leerer Pool',
        text: 'Der Speicher wird einmal belegt und in gleich große Blöcke geteilt. Eine Sequenz bekommt einen Block erst, wenn sie ihn braucht. Ihre Tabelle nennt die Blöcke, die sie hat.',
      }
    case 'prompt':
      return {
        title: 'A beginnt',
        text: `As Prompt von ${tokens(event.tokens)} belegt ${blocks(event.blocks)}. Der letzte ist vielleicht teilweise leer; das ist die einzige Verschwendung. Volle Blöcke lassen sich über einen Hash ihrer Tokens wiederfinden.`,
      }
    case 'shared-prefix':
      return {
        title: 'B beginnt mit denselben Wörtern',
        text: `Von Bs ${tokens(event.tokens)} fanden sich die ersten ${formatCount(event.reusedTokens)} in As Blöcken. Sie werden nicht noch einmal berechnet, und B braucht nur ${blocks(event.newBlocks)} mehr. Die geteilten Blöcke haben jetzt zwei Verweise.`,
      }
    case 'fork':
      return {
        title: 'C ist eine weitere Antwort auf As Prompt',
        text: `Cs Tabelle zeigt auf dieselben ${blocks(event.blocks)} wie As. Nichts wurde kopiert, auch nicht der letzte Block.`,
      }
    case 'copy-on-write':
      return {
        title: 'A und C schreiben je ein Token',
        text:
          event.copiedSlots === 0
            ? `Ihr letzter Block war voll, also nahm jede einen eigenen (zusammen ${blocks(event.newBlocks)}). Nichts musste kopiert werden.`
            : `Sie dürfen nicht in denselben Slot schreiben. Wer zuerst schreibt, bekommt eine Kopie der ${counted(event.copiedSlots, 'Zelle', 'Zellen')} des letzten Blocks in einem eigenen Block (Copy on Write). Das brauchte ${blocks(event.newBlocks)}.`,
      }
    case 'grow':
      return { title: 'As Antwort wächst', text: `${tokens(event.tokens)} mehr brauchten ${blocks(event.newBlocks)}.` }
    case 'evict':
      return {
        title: 'As Strategie verdrängt zwei von drei Zellen',
        text: `${tokens(event.tokens)} wurden verdrängt und ${formatCount(event.left)} bleiben, aber ${event.freedBlocks === 0 ? 'kein Block wurde frei' : `nur ${blocks(event.freedBlocks)} ${event.freedBlocks === 1 ? 'wurde' : 'wurden'} frei`}: Ein Block wird erst frei, wenn keine Sequenz mehr ein Token darin hat. Verdrängte Tokens allein machen also wenig oder keinen Speicher frei.`,
      }
    case 'compact':
      return compacted(event)
    case 'end':
      return {
        title: 'B endet',
        text: `Seine Verweise verschwinden: ${blocks(event.freedBlocks)} ${event.freedBlocks === 1 ? 'wurde' : 'wurden'} frei. Blöcke, die andere Sequenzen benutzen, bleiben, und freie Blöcke lassen sich an ihren Tokens wiederfinden, bis sie neu belegt werden.`,
      }
    case 'found-again':
      return {
        title: 'Bs Prompt kommt noch einmal, als D',
        text: `${formatCount(event.reusedTokens)} seiner ${tokens(event.tokens)} fanden sich wieder. Gesucht wird auch in Blöcken, die keiner Sequenz gehören.`,
      }
  }
}

export const paged: typeof english = {
  blockTokens: 'Tokens je Block',
  blockTokensMeaning: 'vLLM verwendet 16. Kleine Blöcke verschwenden am Ende einer Sequenz weniger, brauchen aber längere Tabellen.',
  compaction: 'Kompaktierung',
  compactionMeaning: 'Was mit den Lücken geschieht, die das Verdrängen in Blöcken lässt.',
  compactions: { none: 'Keine', repack: 'Zusammenrücken', 'hole-fill': 'Lücken füllen' },
  first: 'Zum Anfang',
  back: 'Eine Szene zurück',
  on: 'Eine Szene weiter',
  play: 'Abspielen',
  pause: 'Anhalten',
  sceneNumber: (scene, scenes) => `Szene ${formatCount(scene)} von ${formatCount(scenes)}`,
  scene,

  pool: 'Blöcke des Pools',
  free: 'frei',
  block: (index, owners, held, all) =>
    owners.length === 0
      ? `Block ${index}: frei`
      : `Block ${index}: ${listed(owners)}, ${formatCount(held)} von ${slots(all)} halten ein Token`,
  gauges: ({ blocks: all, freeBlocks, sharedBlocks, tokenSlots, internalFragmentation }) =>
    `${formatCount(freeBlocks)} von ${counted(all, 'Block', 'Blöcken')} sind frei, ${formatCount(sharedBlocks)} geteilt (markiert). ${slots(tokenSlots)} halten ein Token; ` +
    `${formatPercent(internalFragmentation, 1)} der Slots in verwendeten Blöcken halten keines (interne Fragmentierung). Die Zahl in einem Slot ist die Position seines Tokens. ` +
    'Neben der Nummer eines Blocks stehen seine Sequenzen und wie viele Tabellen auf ihn zeigen. Ein Rahmen markiert, was die Szene geändert hat.',
  tables: 'Blocktabellen',
  tablesNote:
    'Alles, was eine Sequenz vom Speicher weiß: ihre Blöcke, in der Reihenfolge ihres Textes. Die Nummern haben keine Reihenfolge, denn eine Sequenz kann jeden freien Block nehmen.',
  tableTokens: (count) => tokens(count),

  fullSize: {
    title: 'In voller Größe',
    note: (sequenceTokens, all, blockTokens) =>
      `Eine Sequenz von ${tokens(sequenceTokens)} in ${counted(all, 'Block', 'Blöcken')} zu ${blockTokens}. Wie viel Speicher eine Verdrängung frei macht, hängt davon ab, wo die übrigen Tokens liegen, nicht davon, wie viele es sind.`,
    pattern: 'Verdrängung',
    patterns: {
      'keep-every-tenth': 'jedes zehnte Token bleibt',
      'keep-one-per-block': 'in jedem Block bleibt ein Token',
      'evict-one-block': 'ein ganzer Block wird verdrängt',
    },
    evicted: 'verdrängt',
    freed: 'Blöcke befreit',
    repacked: 'nach Zusammenrücken',
    copied: 'Slots kopiert',
  },
}
