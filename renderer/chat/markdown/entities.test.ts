import { expect, it } from 'vitest'
import { decodeEntities } from './entities'

it('decodeEntities decodes character references, leaves unknown names unchanged, and turns invalid code points into U+FFFD', () => {
  expect(decodeEntities('a &lt; b &amp;&amp; c &hellip; &#65; &#x1F600;')).toBe('a < b && c … A 😀')
  expect(decodeEntities('R&D &nothing; &toString; &')).toBe('R&D &nothing; &toString; &')
  expect(decodeEntities('&#0; &#xD800; &#1114112;')).toBe('\ufffd \ufffd \ufffd')
})
