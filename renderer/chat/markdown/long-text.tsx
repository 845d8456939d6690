import { memo, useLayoutEffect, useRef } from 'react'

/** From here on a text node is worth the element around it. */
export const longCharacters = 400

/** A text that may still grow: what comes is appended to its node, so that the browser shapes the new words alone. */
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
