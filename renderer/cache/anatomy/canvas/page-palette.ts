import type { CellPalette } from './paint-cells'

/** Indexed by the codes of core/cells/cell-codes.ts. */
const inks = [
  '--cell-free',
  '--cell-system',
  '--cell-user',
  '--cell-assistant',
  '--cell-template',
  '--line-strong',
  '--cell-hole',
  '--cell-reasoning',
  '--cell-tools',
  '--cell-tool-call',
  '--cell-tool-result',
] as const

export function pagePalette(): CellPalette {
  const style = getComputedStyle(document.documentElement)
  const numberOf = (name: string) => colorNumber(style.getPropertyValue(name).trim())
  const ground = numberOf('--panel')
  return { ink: inks.map(numberOf), ground, reused: ground }
}

/** Converts `#0069a8` to 0xffa86900. */
function colorNumber(color: string): number {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? []
  if (!red || !green || !blue) throw new Error(`Expected a color like #0069a8, got "${color}"`)
  return Number.parseInt(`ff${blue}${green}${red}`, 16) >>> 0
}
