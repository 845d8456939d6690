/**
 * The tree as a picture, in pixels. A stored prefix is a strand as long as its tokens; strands run side by side as long as their tokens are
 * the same. So a trunk is as thick as the number of copies that it holds.
 *
 *   x grows with the square root of the tokens, because a short system prompt would be invisible next to a long conversation
 */
import type { CacheStore } from '../../../core/contract/cache/prefixes'

export const strandHeight = 7
const strandGap = 1
const pitch = strandHeight + strandGap
const leastRow = 26
const axisHeight = 22
const top = 18
/** The longest curve in which a strand leaves its trunk, in pixels. */
const longestBend = 30
const leastTickDistance = 52

export interface LaidNode {
  /** An index of the store's list of nodes. */
  readonly index: number
  readonly parent: number | null
  readonly level: number
  readonly isLeaf: boolean
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number
}

export interface Strand {
  readonly prefixId: string
  readonly path: string
}

export interface TreeLayout {
  readonly height: number
  readonly nodes: readonly LaidNode[]
  readonly strands: readonly Strand[]
  readonly ticks: readonly { readonly tokens: number; readonly x: number }[]
}

export function treeLayout(nodes: CacheStore['nodes'], width: number): TreeLayout {
  const most = Math.max(1, ...nodes.map(({ to }) => to))
  const xOf = (tokens: number): number => Math.sqrt(tokens / most) * width
  const children = nodes.map((_, index) => [...nodes.keys()].filter((other) => nodes[other]?.parent === index))
  const centers: number[] = []
  let y = top
  const place = (index: number): number => {
    const own = children[index] ?? []
    const thickness = (nodes[index]?.prefixIds.length ?? 0) * pitch
    if (own.length === 0) {
      const row = Math.max(leastRow, thickness + 12)
      centers[index] = y + row / 2
      y += row
    } else {
      const start = y
      const placed = own.map(place)
      // A trunk can be thicker than its branches take room, if prefixes end in it.
      y = Math.max(y, start + thickness + 12)
      centers[index] = ((placed[0] as number) + (placed.at(-1) as number)) / 2
    }
    return centers[index] as number
  }
  for (const [index, { parent }] of nodes.entries()) if (parent === null) place(index)
  const ordered = nodes.map((node, index) => inOrder(nodes, children, index, node.prefixIds))
  const yIn = (index: number, prefixId: string): number => {
    const holders = ordered[index] as readonly string[]
    return (centers[index] as number) + (holders.indexOf(prefixId) - (holders.length - 1) / 2) * pitch
  }
  return {
    height: y + axisHeight,
    nodes: nodes.map(({ parent, from, to, prefixIds }, index) => {
      const height = prefixIds.length * pitch
      const x = xOf(from)
      return {
        index,
        parent,
        level: levelOf(nodes, index),
        isLeaf: children[index]?.length === 0,
        x,
        width: Math.max(2, xOf(to) - x),
        y: (centers[index] as number) - height / 2,
        height,
      }
    }),
    strands: strandsOf(nodes, xOf, yIn),
    ticks: ticksUpTo(most, xOf),
  }
}

/** First those that end here, then those of each branch, so that no strands cross. */
function inOrder(nodes: CacheStore['nodes'], children: readonly (readonly number[])[], index: number, ids: readonly string[]): string[] {
  const below = (children[index] ?? []).flatMap((child) => inOrder(nodes, children, child, nodes[child]?.prefixIds ?? []))
  return [...ids.filter((id) => !below.includes(id)), ...below]
}

function strandsOf(
  nodes: CacheStore['nodes'],
  xOf: (tokens: number) => number,
  yIn: (index: number, prefixId: string) => number,
): Strand[] {
  const strands = new Map<string, string>()
  for (const [index, { parent, from, to, prefixIds }] of nodes.entries())
    for (const prefixId of prefixIds) {
      const [x, end, y] = [xOf(from), xOf(to), yIn(index, prefixId)]
      const bend = Math.min(longestBend, (end - x) * 0.7)
      const before = parent === null ? y : yIn(parent, prefixId)
      const start = strands.get(prefixId) ?? `M${px(x)} ${px(y)}`
      const curve = `C${px(x + bend / 2)} ${px(before)} ${px(x + bend / 2)} ${px(y)} ${px(x + bend)} ${px(y)}`
      strands.set(prefixId, `${start}${parent === null ? '' : curve}H${px(Math.max(end, x + 2))}`)
    }
  return [...strands].map(([prefixId, path]) => ({ prefixId, path }))
}

function levelOf(nodes: CacheStore['nodes'], index: number): number {
  let level = 1
  for (let parent = nodes[index]?.parent ?? null; parent !== null; parent = nodes[parent]?.parent ?? null) level++
  return level
}

/** 1, 2 or 5 times a power of ten, as far as there is room. */
function ticksUpTo(most: number, xOf: (tokens: number) => number): TreeLayout['ticks'] {
  const ticks: { tokens: number; x: number }[] = [{ tokens: 0, x: 0 }]
  for (let power = 10; power <= most; power *= 10)
    for (const tokens of [power, 2 * power, 5 * power]) {
      const x = xOf(tokens)
      if (tokens <= most && x - (ticks.at(-1)?.x ?? 0) >= leastTickDistance) ticks.push({ tokens, x })
    }
  return ticks
}

const px = (value: number): string => String(Math.round(value * 10) / 10)
