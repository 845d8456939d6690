import { useMemo, useState } from 'react'
import type { PromptPart, RequestBody } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { type FoldedRow, foldPrompts } from '../../../core/requests/fold-prompts'
import { Button } from '../../ui/controls/button'

export function SideBySide({ body: { prompt, answer, compared } }: { readonly body: RequestBody }) {
  const texts = copy.requests.sideBySide
  const [isOpen, setOpen] = useState(false)
  const now = useMemo(() => [...prompt, ...answer], [prompt, answer])
  const rows = useMemo(() => (isOpen ? foldPrompts(compared ?? [], now) : []), [isOpen, compared, now])
  return (
    <section aria-label={texts.title}>
      <Button className="h-7" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hide : texts.show}
      </Button>
      {isOpen && (
        <div className="mt-2 flex flex-col gap-1.5">
          <div className="grid grid-cols-2 gap-2 text-[12px] text-faint">
            <span>{compared ? texts.earlier : ''}</span>
            <span>{compared ? texts.now : texts.only}</span>
          </div>
          {rows.map((row, at) => (
            <FoldedRows key={at} row={row} />
          ))}
        </div>
      )}
    </section>
  )
}

function FoldedRows({ row }: { readonly row: FoldedRow }) {
  const [isOpen, setOpen] = useState(false)
  if (row.kind === 'different')
    return (
      <div className="grid grid-cols-2 gap-2">
        <Part part={row.held} />
        <Part part={row.prompt} />
      </div>
    )
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="rounded-md border border-line border-dashed px-2 py-1 text-left text-[12px] text-faint hover:bg-sunken"
        onClick={() => setOpen(!isOpen)}
      >
        {copy.requests.sideBySide.folded(row.parts.length, row.tokens)}
      </button>
      {isOpen && row.parts.map((part, at) => <Part key={at} part={part} />)}
    </>
  )
}

const shownCharacters = 1200

function Part({ part }: { readonly part: PromptPart | null }) {
  const texts = copy.requests.sideBySide
  if (!part) return <p className="rounded-md border border-line border-dashed px-2 py-1 text-[12px] text-faint">{texts.missing}</p>
  const { holds, tokens, text } = part
  const rest = text.length - shownCharacters
  return (
    <div className="min-w-0 rounded-md border border-line bg-raised px-2 py-1">
      <p className="text-[12px] text-faint">{texts.partTitle(texts.holds[holds], tokens)}</p>
      <p className="max-h-64 overflow-y-auto whitespace-pre-wrap font-mono text-[11px] leading-relaxed [overflow-wrap:anywhere]">
        {text.slice(0, shownCharacters)}
        {rest > 0 && <span className="text-faint"> … {texts.more(rest)}</span>}
      </p>
    </div>
  )
}
