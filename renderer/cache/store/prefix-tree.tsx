import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { CacheStore, StoredPrefix } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { cutName } from '../../ui/charts/row-shape'
import { useWidth } from '../../ui/charts/use-width'
import type { NameOf } from './prefix-name'
import { tierColors } from './tier-colors'
import { type LaidNode, strandHeight, type TreeLayout, treeLayout } from './tree-layout'

/** For the names at the ends of the branches. */
const nameShare = 0.3
const characterWidth = 6.6
const leastSharedLabel = 70

export interface PrefixTreeProps {
  readonly store: CacheStore
  readonly nameOf: NameOf
  /** A prefix that the list points at. */
  readonly pointed: string | null
  readonly onPoint: (prefixId: string | null) => void
}

export function PrefixTree({ store, nameOf, pointed, onPoint }: PrefixTreeProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { nodes, prefixes } = store
  const plotWidth = Math.max(120, width * (1 - nameShare))
  const layout = useMemo(() => treeLayout(nodes, plotWidth), [nodes, plotWidth])
  const [at, setAt] = useState(0)
  const [seen, setSeen] = useState<number | null>(null)
  const items = useRef<(SVGGElement | null)[]>([])
  const texts = copy.cache.store.tree
  const byId = new Map(prefixes.map((prefix) => [prefix.id, prefix]))
  const holdersOf = (index: number): StoredPrefix[] => (nodes[index]?.prefixIds ?? []).flatMap((id) => byId.get(id) ?? [])
  const textOf = (index: number): string => {
    const holders = holdersOf(index)
    const { from, to, firstWords } = nodes[index] as (typeof nodes)[number]
    return texts.node({ from, to, firstWords, names: [...new Set(holders.map(nameOf))], tiers: holders.map(({ tier }) => tier) })
  }
  const current = Math.min(at, nodes.length - 1)
  const lit = seen !== null && seen < nodes.length ? new Set(nodes[seen]?.prefixIds) : pointed !== null ? new Set([pointed]) : null
  const onKey = (event: KeyboardEvent) => {
    const next = neighborOf(layout.nodes, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    items.current[next]?.focus()
  }
  return (
    <div>
      <div ref={frame} className="max-h-[22rem] overflow-y-auto rounded-md border border-line bg-raised px-3 py-2">
        <div role="tree" aria-label={texts.label} tabIndex={-1} onKeyDown={onKey}>
          {width > 0 && (
            <svg width="100%" height={layout.height} viewBox={`0 0 ${width} ${layout.height}`} role="presentation" className="block">
              <Ticks layout={layout} />
              <g aria-hidden fill="none" strokeWidth={strandHeight} strokeLinejoin="round">
                {layout.strands.map(({ prefixId, path }) => (
                  <path
                    key={prefixId}
                    d={path}
                    stroke={tierColors[byId.get(prefixId)?.tier ?? 'disk']}
                    opacity={lit && !lit.has(prefixId) ? 0.25 : 1}
                    className="transition-opacity"
                  />
                ))}
              </g>
              {layout.nodes.map((node) => (
                <g
                  key={node.index}
                  ref={(element) => {
                    items.current[node.index] = element
                  }}
                  role="treeitem"
                  aria-level={node.level}
                  aria-selected={seen === node.index}
                  aria-label={textOf(node.index)}
                  tabIndex={node.index === current ? 0 : -1}
                  onFocus={() => {
                    setAt(node.index)
                    setSeen(node.index)
                  }}
                  onBlur={() => setSeen(null)}
                  onPointerEnter={() => {
                    setSeen(node.index)
                    onPoint(node.isLeaf ? (nodes[node.index]?.prefixIds[0] ?? null) : null)
                  }}
                  onPointerLeave={() => {
                    setSeen(null)
                    onPoint(null)
                  }}
                  className="outline-none"
                >
                  <NodeFrame node={node} isSeen={seen === node.index} />
                  <NodeName node={node} holders={holdersOf(node.index)} nameOf={nameOf} width={width} />
                </g>
              ))}
            </svg>
          )}
        </div>
      </div>
      <p className="mt-1 line-clamp-2 min-h-[2.25rem] text-[12px] text-soft leading-snug [overflow-wrap:anywhere]" data-testid="tree-text">
        {seen !== null && seen < nodes.length ? textOf(seen) : texts.hint}
      </p>
    </div>
  )
}

function NodeFrame({ node: { x, y, width, height }, isSeen }: { readonly node: LaidNode; readonly isSeen: boolean }) {
  const [padX, padY] = [2, 4]
  return (
    <rect
      x={x - padX}
      y={y - padY}
      width={width + 2 * padX}
      height={height + 2 * padY}
      rx="4"
      fill="transparent"
      stroke={isSeen ? 'var(--ink)' : 'none'}
      strokeWidth="1.5"
    />
  )
}

interface NodeNameProps {
  readonly node: LaidNode
  readonly holders: readonly StoredPrefix[]
  readonly nameOf: NameOf
  readonly width: number
}

/** A branch has the name of its conversation, and a trunk the number of copies. */
function NodeName({ node, holders, nameOf, width }: NodeNameProps) {
  const texts = copy.cache.store.tree
  if (!node.isLeaf)
    return node.width < leastSharedLabel ? null : (
      <text x={node.x + 4} y={node.y - 4} className="fill-[var(--ink-faint)] text-[11px]">
        {texts.shared(holders.length)}
      </text>
    )
  const names = [...new Set(holders.map(nameOf))]
  const [first] = holders
  if (!first) return null
  const x = node.x + node.width + 10
  const more = names.length > 1 ? ` ${texts.more(names.length - 1)}` : ''
  const count = formatCount(first.tokens)
  const characters = Math.max(4, Math.floor((width - x) / characterWidth) - count.length - more.length - 3)
  return (
    <text x={x} y={node.y + node.height / 2 + 4} className="fill-[var(--ink)] text-[12px]">
      {cutName(names[0] ?? '', characters)}
      {more}
      <tspan dx="8" className="fill-[var(--ink-faint)]">
        {count}
      </tspan>
    </text>
  )
}

function Ticks({ layout: { ticks, height } }: { readonly layout: TreeLayout }) {
  return (
    <g aria-hidden className="fill-[var(--ink-faint)] text-[11px]">
      {ticks.map(({ tokens, x }) => (
        <g key={tokens}>
          <line x1={x} x2={x} y1={4} y2={height - 18} stroke="var(--line)" />
          <text x={x} y={height - 4} textAnchor={tokens === 0 ? 'start' : 'middle'}>
            {tokens === 0 ? copy.cache.store.tree.axis : formatCount(tokens)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Up and down go through the tree in its order, left to the trunk, right to the first branch. */
function neighborOf(nodes: readonly LaidNode[], at: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(nodes.length - 1, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'ArrowLeft':
      return nodes[at]?.parent ?? undefined
    case 'ArrowRight':
      return nodes.find(({ parent }) => parent === at)?.index
    case 'Home':
      return 0
    case 'End':
      return nodes.length - 1
    default:
      return undefined
  }
}
