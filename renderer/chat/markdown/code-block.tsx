import { useEffect, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { CopyButton } from '../../ui/controls/copy-button'
import { type CodePart, highlight, highlighted } from './highlight'
import { Visible } from './visible'

export interface CodeBlockProps {
  readonly code: string
  /** The text after the opening fence, such as `python title="x"`. */
  readonly language: string
  readonly isGrowing: boolean
}

/** Longer code is truncated on screen but copied in full. */
const shownCharacters = 40_000

export function CodeBlock({ code, language, isGrowing }: CodeBlockProps) {
  const [name = ''] = language.toLowerCase().split(/[\s,{]/, 1)
  const parts = useHighlight(code, isGrowing ? '' : name)
  const hidden = Math.max(0, code.length - shownCharacters)
  return (
    <figure className="code" dir="ltr">
      <figcaption>
        <span>{name || copy.chat.markdown.code.noLanguage}</span>
        <CopyButton label={copy.chat.markdown.code.copy} text={() => code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and must do so by keyboard too. */}
      <pre tabIndex={0}>
        <code>{parts ? <Colored parts={parts} /> : <Visible text={hidden > 0 ? code.slice(0, shownCharacters) : code} />}</code>
      </pre>
      {hidden > 0 && <p>{copy.chat.markdown.code.hidden(hidden)}</p>}
    </figure>
  )
}

function Colored({ parts }: { readonly parts: readonly CodePart[] }) {
  let offset = 0
  return parts.map(({ kind, text }) => {
    const key = offset
    offset += text.length
    return (
      <span key={key} data-kind={kind}>
        <Visible text={text} />
      </span>
    )
  })
}

function useHighlight(code: string, language: string): readonly CodePart[] | undefined {
  const known = highlighted(code, language)
  const [found, setFound] = useState<{ readonly code: string; readonly parts: readonly CodePart[] }>()
  useEffect(() => {
    if (known || language === '') return
    let current = true
    highlight(code, language).then(
      (parts) => current && parts && setFound({ code, parts }),
      (error: unknown) => console.warn('highlight', language, error),
    )
    return () => {
      current = false
    }
  }, [code, language, known])
  return known ?? (found?.code === code ? found.parts : undefined)
}
