import { useStore } from 'zustand'
import type { Divergence, ReuseReport } from '../../../core/contract/cache/reuse'
import { copy } from '../../../core/copy/copy'
import { reuseAdvice } from '../../../core/reuse/reuse-advice'
import { useApp } from '../../client/use-app'
import { conversationStore } from '../conversation/conversation-store'
import { type PlaceLink, usePlaceLink } from '../words/use-place-link'

export function ReuseView({ reuse }: { readonly reuse: ReuseReport }) {
  const list = useStore(conversationStore, (state) => state.list)
  const prefixNames = useApp(({ app }) => app?.prefixNames)
  const nameOf = (ownerId: string) => prefixNames?.[ownerId] ?? list.find(({ id }) => id === ownerId)?.title
  const { source, evicted = [] } = reuse
  const advice = reuseAdvice(reuse)
  const texts = copy.reuse.difference
  return (
    <section aria-label={texts.title} className="mt-3 border-line border-t pt-3">
      <h4 className="mb-1 font-medium text-soft">{texts.title}</h4>
      <p className="first-letter:uppercase">{copy.reuse.cause(reuse)}.</p>
      {source && <p className="mt-1.5">{copy.reuse.source(source, nameOf(source.conversationId))}</p>}
      {evicted.map((prefix) => (
        <p key={prefix.conversationId} className="mt-1.5 text-faint">
          {copy.reuse.evicted(prefix, nameOf(prefix.conversationId))}
        </p>
      ))}
      {reuse.divergence && <Difference divergence={reuse.divergence} />}
      {advice && <p className="mt-1.5 text-faint">{copy.reuse.advice[advice]}</p>}
    </section>
  )
}

function Difference({ divergence }: { readonly divergence: Divergence }) {
  const { before, held, prompt } = divergence
  const texts = copy.reuse.difference
  const link = usePlaceLink(divergence)
  return (
    <>
      <p className="mt-1.5 text-faint">{texts.from(divergence)}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 font-mono text-[11px]">
        <Side name={texts.cache} before={before} text={held} />
        <Side name={texts.prompt} before={before} text={prompt} link={link} />
      </dl>
    </>
  )
}

const sharedCharacters = 32

interface SideProps {
  readonly name: string
  readonly before: string
  readonly text: string
  readonly link?: PlaceLink | undefined
}

function Side({ name, before, text, link }: SideProps) {
  const texts = copy.reuse.difference
  const differing = <mark className="rounded-xs bg-accent-soft text-ink">{visible(text) || texts.end}</mark>
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="truncate" title={before + text}>
        <span className="text-faint">{visible(before.slice(-sharedCharacters))}</span>
        {link ? (
          <button type="button" title={texts.go} className="underline decoration-dotted underline-offset-3" {...link}>
            {differing}
          </button>
        ) : (
          differing
        )}
      </dd>
    </>
  )
}

const visible = (text: string): string => text.replace(/\r?\n/g, '⏎')
