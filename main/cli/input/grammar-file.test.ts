import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { exitCodeOf } from './exit-codes'
import { UsageError } from './flags'
import { grammarFrom } from './grammar-file'

const folder = mkdtempSync(join(tmpdir(), 'headroom-grammar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (content: string): string => {
  const path = join(folder, 'answer.json')
  writeFileSync(path, content)
  return path
}
const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((error: unknown) => error)
  return failureOf(error) ?? error
}

describe('the schema or grammar of chat', () => {
  it('comes from the file of --json-schema or --grammar', async () => {
    expect(await grammarFrom({})).toBeNull()
    expect(await grammarFrom({ 'json-schema': file('\ufeff{"type":"null"}') })).toEqual({ kind: 'json-schema', text: '{"type":"null"}' })
    expect(await grammarFrom({ grammar: file('root ::= "a"\n') })).toEqual({ kind: 'gbnf', text: 'root ::= "a"\n' })
  })
  it('is refused if both are given', async () => {
    expect(await failure(grammarFrom({ 'json-schema': 'a', grammar: 'b' }))).toBeInstanceOf(UsageError)
  })
  it('is refused with the keyword or the line, as bad input', async () => {
    const refused = await failure(grammarFrom({ 'json-schema': file('{"not":{}}') }))
    expect(refused).toEqual({ code: 'schema-refused', facts: { refusals: [{ pointer: '/not', reason: 'not-supported' }] } })
    expect(exitCodeOf(refused as Failure)).toBe(2)
    const invalid = await failure(grammarFrom({ grammar: file('root ::= "a"\nb ::= c') }))
    expect(invalid).toEqual({ code: 'grammar-invalid', facts: { problem: { kind: 'flaw', flaw: 'unknown-rule', line: 2 } } })
  })
  it('is refused if the file does not exist, is a folder, or is too large', async () => {
    const missing = join(folder, 'missing.json')
    expect(await failure(grammarFrom({ 'json-schema': missing }))).toEqual({ code: 'file-not-found', facts: { path: missing } })
    expect(await failure(grammarFrom({ 'json-schema': folder }))).toMatchObject({ code: 'not-a-file' })
    expect(await failure(grammarFrom({ 'json-schema': file(' '.repeat(70_000)) }))).toMatchObject({ code: 'file-too-large' })
  })
})
