/** Why a turn reused what it did: the cause, where cache and prompt diverge, and how to avoid it. */

import type { Divergence, ReuseReport } from '../../../core/contract/cache/reuse'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'

export function ReuseView({ reuse }: { readonly reuse: ReuseReport }) {
  const advice = copy.reuse.advice(reuse)
  return (
    <section aria-label="Reuse of the cache" className="mt-3 border-line border-t pt-3">
      <h4 className="mb-1 font-medium text-soft">Reuse of the cache</h4>
      <p className="first-letter:uppercase">{copy.reuse.cause(reuse)}.</p>
      {reuse.divergence && <Difference divergence={reuse.divergence} />}
      {advice && <p className="mt-1.5 text-faint">{advice}</p>}
    </section>
  )
}

function Difference({ divergence }: { readonly divergence: Divergence }) {
  const { position, before, held, prompt } = divergence
  return (
    <>
      <p className="mt-1.5 text-faint">
        Cache and prompt differ from token {formatCount(position + 1)} on, {placeText(divergence)}:
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 font-mono text-[11px]">
        <Side name="cache" before={before} text={held} />
        <Side name="prompt" before={before} text={prompt} />
      </dl>
    </>
  )
}

const placeText = ({ part, message }: Divergence): string => {
  if (part === 'system') return 'in the system prompt'
  if (part === 'template' || message === null) return 'in the text of the chat template'
  return `in message ${formatCount(message)}, ${part === 'user' ? 'yours' : 'the model’s'}`
}

/** Shared characters shown before the divergence. */
const sharedCharacters = 32

function Side({ name, before, text }: { readonly name: string; readonly before: string; readonly text: string }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="truncate" title={before + text}>
        <span className="text-faint">{visible(before.slice(-sharedCharacters))}</span>
        <mark className="rounded-xs bg-accent-soft text-ink">{visible(text) || '(ends here)'}</mark>
      </dd>
    </>
  )
}

/** Shows line ends as a sign, because an excerpt is one line. */
const visible = (text: string): string => text.replace(/\r?\n/g, '⏎')
