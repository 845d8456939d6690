import { useState } from 'react'
import { ShowMore } from './markdown'
import { headOf, shownCharacters } from './parse/shown-part'

export function PromptText({ text }: { readonly text: string }) {
  const [characters, setCharacters] = useState(shownCharacters)
  const head = headOf(text, characters)
  const hidden = text.length - head.length
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere]">
        {head}
      </p>
      {hidden > 0 && <ShowMore hidden={hidden} isBefore={false} onShow={() => setCharacters(characters + shownCharacters)} />}
    </>
  )
}
