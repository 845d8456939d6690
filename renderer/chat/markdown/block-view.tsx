/** Markdown is drawn as React elements, never as HTML. */
import type { Tokens } from 'marked'
import { type CSSProperties, memo } from 'react'
import { copy } from '../../../core/copy/copy'
import { CodeBlock } from './code-block'
import { Inline } from './inline'
import { MathView } from './math-view'
import type { Block } from './parse/blocks'
import { known, parseBlocks, type ShownToken } from './parse/parse'

export interface BlockViewProps {
  readonly block: Block
  readonly isOpen: boolean
}

export const BlockView = memo(function BlockView({ block, isOpen }: BlockViewProps) {
  if (block.isPlain) return <p className="plain">{block.text}</p>
  return <Content tokens={parseBlocks(block.text)} isOpen={isOpen} />
})

const Content = ({ tokens, isOpen = false }: { readonly tokens: readonly ShownToken[]; readonly isOpen?: boolean }) =>
  withOffsets(tokens).map(({ token, offset }) => <Part key={offset} token={token} isOpen={isOpen} />)

/** Offsets are stable keys while the text grows. */
function withOffsets<T extends { readonly raw: string }>(tokens: readonly T[]): { token: T; offset: number }[] {
  let offset = 0
  return tokens.map((token) => {
    const here = { token, offset }
    offset += token.raw.length
    return here
  })
}

function Part({ token, isOpen }: { readonly token: ShownToken; readonly isOpen: boolean }) {
  switch (token.type) {
    case 'paragraph':
      return (
        <p>
          <Inline tokens={known(token.tokens)} />
        </p>
      )
    case 'text':
      return token.tokens ? <Inline tokens={known(token.tokens)} /> : token.text
    case 'heading':
      return <Heading token={token} />
    case 'code':
      return <CodeBlock code={token.text} language={token.lang ?? ''} isGrowing={isOpen} />
    case 'list':
      return <List token={token} isOpen={isOpen} />
    case 'blockquote':
      return (
        <blockquote>
          <Content tokens={known(token.tokens)} isOpen={isOpen} />
        </blockquote>
      )
    case 'table':
      return <Table token={token} />
    case 'math':
      return (
        <p>
          <MathView token={token} />
        </p>
      )
    case 'hr':
      return <hr />
    case 'space':
      return null
    // HTML is shown as written, and so are link definitions, because each block is parsed by itself.
    default:
      return <p className="plain">{token.raw.trimEnd()}</p>
  }
}

function Heading({ token }: { readonly token: Tokens.Heading }) {
  const Level = `h${Math.min(6, token.depth + 3)}` as 'h4' | 'h5' | 'h6'
  return (
    <Level data-depth={token.depth}>
      <Inline tokens={known(token.tokens)} />
    </Level>
  )
}

function List({ token, isOpen }: { readonly token: Tokens.List; readonly isOpen: boolean }) {
  const items = withOffsets(token.items).map(({ token: item, offset }, index) => (
    <ListItem key={offset} item={item} isOpen={isOpen && index === token.items.length - 1} />
  ))
  return token.ordered ? <ol start={Number(token.start) || 0}>{items}</ol> : <ul>{items}</ul>
}

const ListItem = memo(
  function ListItem({ item, isOpen }: { readonly item: Tokens.ListItem; readonly isOpen: boolean }) {
    return (
      <li className={item.task ? 'task' : undefined}>
        {item.task && (
          <input
            type="checkbox"
            checked={item.checked ?? false}
            readOnly
            disabled
            aria-label={item.checked ? copy.chat.markdown.task.done : copy.chat.markdown.task.open}
          />
        )}
        <Content tokens={known(item.tokens).filter(({ type }) => type !== 'checkbox')} isOpen={isOpen} />
      </li>
    )
  },
  (before, after) => before.item.raw === after.item.raw && before.item.loose === after.item.loose && before.isOpen === after.isOpen,
)

function Table({ token }: { readonly token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by keyboard too.
    <section className="scrolling" tabIndex={0} aria-label={copy.chat.markdown.table}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, column) => (
              <th key={column} scope="col" style={alignOf(cell)}>
                <Inline tokens={known(cell.tokens)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} style={alignOf(cell)}>
                  <Inline tokens={known(cell.tokens)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const alignOf = ({ align }: Tokens.TableCell): CSSProperties | undefined => (align ? { textAlign: align } : undefined)
