import type { Tokens } from 'marked'
import { copy } from '../../../core/copy/copy'
import { decodeEntities } from './entities'
import { withNumbers } from './hidden-characters'
import { Link } from './link'
import { LongText, longCharacters } from './long-text'
import { MathView } from './math-view'
import { known, type ShownToken } from './parse/parse'
import { safeAddress } from './safe-address'
import { Visible } from './visible'

export function Inline({ tokens }: { readonly tokens: readonly ShownToken[] }) {
  let offset = 0
  return tokens.map((token) => {
    const key = offset
    offset += token.raw.length
    return <Part key={key} token={token} />
  })
}

const lineBreak = /^<br\s*\/?>$/i

function Part({ token }: { readonly token: ShownToken }) {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={known(token.tokens)} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={known(token.tokens)} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={known(token.tokens)} />
        </del>
      )
    case 'codespan':
      return (
        <code>
          <Visible text={token.text} />
        </code>
      )
    case 'br':
      return <br />
    case 'link':
      return <LinkOrText token={token} />
    case 'image':
      return <ImageAsText token={token} />
    case 'html':
      return lineBreak.test(token.text) ? <br /> : token.text
    case 'text':
      return token.tokens ? <Inline tokens={known(token.tokens)} /> : plain(decodeEntities(token.text))
    case 'math':
      return <MathView token={token} />
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

const plain = (text: string) => (text.length < longCharacters ? text : <LongText text={text} />)

function LinkOrText({ token }: { readonly token: Tokens.Link }) {
  const address = safeAddress(token.href)
  if (address !== undefined)
    return (
      <Link address={address}>
        <Inline tokens={known(token.tokens)} />
      </Link>
    )
  return (
    <bdi>
      <Inline tokens={known(token.tokens)} />
      {token.text !== token.href && <> ({withNumbers(token.href)})</>}
    </bdi>
  )
}

/** Loading an image would tell its server that the answer was read. */
function ImageAsText({ token }: { readonly token: Tokens.Image }) {
  const address = safeAddress(token.href)
  return (
    <bdi className="image">
      {copy.chat.markdown.image(decodeEntities(token.text))} ({address ? <Link address={address}>{address}</Link> : withNumbers(token.href)}
      )
    </bdi>
  )
}
