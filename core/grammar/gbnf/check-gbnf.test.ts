import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Matcher } from '../testing/matcher'
import { gbnfProblem } from './check-gbnf'

const problems: readonly (readonly [string, ReturnType<typeof gbnfProblem>])[] = [
  ['root ::= "a', { flaw: 'unexpected-end', line: 1 }],
  ['root ::= "a"\nb ::= )', { flaw: 'unexpected-character', line: 2 }],
  ['root = "a"', { flaw: 'unexpected-character', line: 1 }],
  ['start ::= "a"', { flaw: 'no-root', line: 1 }],
  ['', { flaw: 'no-root', line: 1 }],
  ['root ::= a\n# none\n', { flaw: 'unknown-rule', line: 1 }],
  ['root ::= a\n\n\na ::= b', { flaw: 'unknown-rule', line: 4 }],
  ['root ::= *', { flaw: 'nothing-to-repeat', line: 1 }],
  ['root ::= "\\q"', { flaw: 'unknown-escape', line: 1 }],
  ['root ::= "a"{3000}', { flaw: 'repeats-too-often', line: 1 }],
  ['root ::= "a"{2000}', { flaw: 'repeats-too-often', line: 1 }],
  ['root ::= "a"{50}{40}', { flaw: 'repeats-too-often', line: 1 }],
  ['root ::= ([a-z]{1,9} ","){300}', { flaw: 'repeats-too-often', line: 1 }],
  ['root ::= (a b c){500,}\na ::= "a"\nb ::= "b"\nc ::= "c"', { flaw: 'repeats-too-often', line: 1 }],
  ['root ::= "x" a\na ::= b? a "c"\nb ::= "b"', { flaw: 'left-recursion', line: 2 }],
  ['root ::= ("a"*)*', { flaw: 'left-recursion', line: 1 }],
  [`root ::= ${'("a"? "b"? [a-z ]? '.repeat(60)}${')'.repeat(60)} "c"`, { flaw: 'too-ambiguous', line: 1 }],
  [`root ::= "x"\nlong ::= "${'a'.repeat(10_000)}"{1999}`, { flaw: 'too-large', line: 2 }],
  ['root ::= ([a-z]+)*', { flaw: 'too-ambiguous', line: 1 }],
  ['root ::= "a" words\nwords ::= (word " "?)+\nword ::= [a-z]+', { flaw: 'too-ambiguous', line: 2 }],
  [
    'root ::= x\nx ::= y y y y | y y y | y y | y\ny ::= z z z z | z z z | z z | z\nz ::= w w w w | w w w | w w | w\nw ::= [a-z]',
    { flaw: 'too-ambiguous', line: 2 },
  ],
]

describe('gbnfProblem', () => {
  for (const [source, problem] of problems)
    it(`says what is wrong with ${JSON.stringify(source.slice(0, 300))}`, () => {
      expect(gbnfProblem(source)).toEqual(problem)
    })
  it('accepts the grammars of llama.cpp’s examples', () => {
    const folder = new URL('../../../node_modules/node-llama-cpp/llama/grammars/', import.meta.url)
    const names = readdirSync(folder).filter((name) => name.endsWith('.gbnf'))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => gbnfProblem(readFileSync(new URL(name, folder), 'utf8')))).toEqual([])
  })
  it('accepts words with one space between them, and repetitions of a character', () => {
    expect(gbnfProblem('root ::= [a-z]+ (" " [a-z]+)*')).toBeUndefined()
    expect(gbnfProblem('root ::= [a-z]{0,1000} "."? [a-z]*')).toBeUndefined()
    expect(gbnfProblem(`root ::= "${'a'.repeat(100)}"{1999}`)).toBeUndefined()
    expect(gbnfProblem(`root ::= ("${'a'.repeat(1000)}"{40} "b"){1000}`)).toBeUndefined()
  })
  it('accepts as many repetitions as llama.cpp', () => {
    expect(gbnfProblem('root ::= "a"{1999}')).toBeUndefined()
    expect(gbnfProblem('root ::= (a b c){499,}\na ::= "a"\nb ::= "b"\nc ::= "c"')).toBeUndefined()
    expect(gbnfProblem('root ::= part{300}\npart ::= [a-z]{1,9} ","')).toBeUndefined()
  })
  it('reads comments, groups over several lines, escapes, sets and counts', () => {
    const source = '# numbers\nroot ::= (\n  digit{2,3} |\n  "\\x41\\n"\n) [^a-z]?\ndigit ::= [0-9]\n'
    expect(gbnfProblem(source)).toBeUndefined()
    const matcher = new Matcher(source)
    expect(['12', '123', '123!', 'A\n', 'A\nB'].filter((text) => !matcher.accepts(text))).toEqual([])
    expect(['1', '1234a', 'A', 'A\nb'].filter((text) => matcher.accepts(text))).toEqual([])
  })
})
