import { expect, it } from 'vitest'
import { overflow } from './overflow'

it('the German verb agrees with the number of messages that were dropped from the context', () => {
  const report = { policy: 'drop-oldest' as const, messages: [1, 2, 3, 4, 7], droppedTokens: 204, leftOutTokens: 204 }
  expect(overflow.left(report)).toBe(
    'Der Kontext war voll: Für diese Antwort sind die Nachrichten 1–4 und 7 weggefallen (204 Tokens). Das Modell sieht sie nicht mehr.',
  )
  expect(overflow.left({ ...report, messages: [3] })).toContain('ist Nachricht 3 weggefallen')
  const preview = { usedTokens: 900, contextTokens: 1024, messages: [3], droppedTokens: 210, repeatedTokens: 0 }
  expect(overflow.preview(preview)).toContain('Wenn er voll ist, fällt Nachricht 3 weg (210 Tokens).')
  expect(overflow.preview({ ...preview, messages: [] })).toContain('fallen frühere Tokens weg')
})
