import { memo, useLayoutEffect, useRef } from 'react'

export const longCharacters = 400

/** Appends to the existing node, so that the browser shapes only the new words. */
export const LongText = memo(function LongText({ text }: { readonly text: string }) {
  const holder = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const node = holder.current?.firstChild
    if (!(node instanceof Text)) holder.current?.append(text)
    else if (text.startsWith(node.data)) node.appendData(text.slice(node.data.length))
    else node.data = text
  }, [text])
  return <span ref={holder} />
})
