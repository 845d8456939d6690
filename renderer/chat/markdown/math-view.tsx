import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { drawMath as DrawMath } from './draw-math'
import type { MathToken } from './parse/math'

type Draw = typeof DrawMath

/** Longer formulas would delay the next frames. */
const longestTex = 4000

let draw: Draw | undefined
let loading: Promise<void> | undefined

/** KaTeX is loaded with the first formula. */
function load(): Promise<void> {
  loading ??= import('./draw-math').then(({ drawMath }) => {
    draw = drawMath
  })
  return loading
}

/** Shows the source of a formula that is unfinished, invalid or very long. */
export const MathView = memo(
  function MathView({ token: { raw, tex, isDisplay } }: { readonly token: MathToken }) {
    const isDrawable = tex !== undefined && tex.length <= longestTex
    const drawMath = useDraw(isDrawable)
    const box = useRef<HTMLSpanElement>(null)
    const [isInvalid, setInvalid] = useState(false)
    useLayoutEffect(() => {
      if (drawMath && isDrawable && box.current) setInvalid(!drawMath(tex, box.current, isDisplay))
    }, [drawMath, isDrawable, tex, isDisplay])
    const isSource = !drawMath || !isDrawable || isInvalid
    return (
      <>
        {isSource && <span className="math-source">{raw.trim()}</span>}
        {isDrawable && <span ref={box} hidden={isSource} data-math={isDisplay ? 'display' : 'inline'} />}
      </>
    )
  },
  ({ token: before }, { token }) => before.raw === token.raw && before.tex === token.tex,
)

function useDraw(isNeeded: boolean): Draw | undefined {
  const [, setLoaded] = useState(draw !== undefined)
  useEffect(() => {
    if (!isNeeded || draw) return
    let current = true
    load().then(
      () => current && setLoaded(true),
      (error: unknown) => console.warn('math', error),
    )
    return () => {
      current = false
    }
  }, [isNeeded])
  return draw
}
