/** The rules that llama.cpp makes of a grammar, and how it reads a text with them (src/llama-grammar.cpp, v0.4.0). */
import { type CodePoints, codePointsOf } from '../characters/code-points'
import { type Expression, isGroup, type Rules } from './expression'

type Element = { readonly set: CodePoints } | { readonly rule: number }
interface Sequence {
  readonly id: number
  readonly elements: readonly Element[]
}

/** Where to continue, and what comes after the end of that sequence. Equal stacks are the same object. */
export interface Stack {
  readonly id: number
  readonly sequence: Sequence
  readonly index: number
  readonly below: Stack | null
}

/** A stack with a set of characters on top. One object per stack. */
export interface Waiting {
  readonly stack: Stack
  readonly set: CodePoints
}

export interface Frontier {
  readonly waiting: readonly Waiting[]
  readonly canEnd: boolean
}

const end: Frontier = { waiting: [], canEnd: true }

export class Stacks {
  private readonly rules: readonly (readonly Sequence[])[]
  private readonly numbers: ReadonlyMap<string, number>
  private readonly stacks = new Map<string, Stack>()
  private readonly waitings = new Map<Stack, Waiting>()
  private readonly frontiers = new Map<Stack, Frontier>()
  /** Places of the grammar where a text can have several ways to continue, with their rule. */
  readonly choices: readonly { readonly rule: string; readonly stack: Stack }[]
  /** How many stacks were looked at, as a measure of the time. */
  steps = 0

  constructor(rules: Rules) {
    const { compiled, numbers, sequences } = compile(rules)
    this.rules = compiled
    this.numbers = numbers
    this.choices = sequences.flatMap(({ rule, sequence }) =>
      sequence.elements.flatMap((element, index) => ('rule' in element ? [{ rule, stack: this.at(sequence, index, null) }] : [])),
    )
  }

  /** Everything that the rule may begin with. */
  begin(rule: string): Frontier {
    const frontiers = this.optionsOf(this.numbers.get(rule) ?? -1, null).map((stack) => this.frontier(stack))
    return { waiting: frontiers.flatMap(({ waiting }) => waiting), canEnd: frontiers.some(({ canEnd }) => canEnd) }
  }

  /** Everything that may come next (`llama_grammar_advance_stack`). null: the end. */
  frontier(start: Stack | null): Frontier {
    if (start === null) return end
    const known = this.frontiers.get(start)
    if (known) return known
    const waiting: Waiting[] = []
    let canEnd = false
    const seen = new Set<Stack>()
    const open: (Stack | null)[] = [start]
    for (let stack = open.pop(); stack !== undefined; stack = open.pop()) {
      if (stack === null) canEnd = true
      else if (!seen.has(stack)) {
        seen.add(stack)
        const element = stack.sequence.elements[stack.index] as Element
        if ('set' in element) waiting.push(this.waitingAt(stack, element.set))
        else open.push(...this.optionsOf(element.rule, this.after(stack)))
      }
    }
    this.steps += seen.size
    const frontier = { waiting, canEnd }
    this.frontiers.set(start, frontier)
    return frontier
  }

  private waitingAt(stack: Stack, set: CodePoints): Waiting {
    const waiting = this.waitings.get(stack) ?? { stack, set }
    this.waitings.set(stack, waiting)
    return waiting
  }

  after({ sequence, index, below }: Stack): Stack | null {
    return index + 1 < sequence.elements.length ? this.at(sequence, index + 1, below) : below
  }

  private optionsOf(rule: number, below: Stack | null): (Stack | null)[] {
    return (this.rules[rule] ?? []).map((sequence) => (sequence.elements.length > 0 ? this.at(sequence, 0, below) : below))
  }

  private at(sequence: Sequence, index: number, below: Stack | null): Stack {
    const key = `${sequence.id} ${index} ${below?.id ?? -1}`
    const stack = this.stacks.get(key) ?? { id: this.stacks.size, sequence, index, below }
    this.stacks.set(key, stack)
    return stack
  }
}

/** As `llama_grammar_parser::parse_sequence`. `sequences` are those of the grammar itself, without the copies of repetitions. */
function compile(rules: Rules) {
  const compiled: (readonly Sequence[])[] = [...rules].map(() => [])
  const numbers = new Map([...rules.keys()].map((name, number) => [name, number]))
  const sequences: { readonly rule: string; readonly sequence: Sequence }[] = []
  let count = 0
  const sequenceOf = (elements: readonly Element[]): Sequence => ({ id: count++, elements })
  for (const [rule, expression] of rules) {
    const optionsOf = (part: Expression): Sequence[] => {
      const options = (part.kind === 'choice' ? part.options : [part]).map((option) => sequenceOf(elementsOf(option)))
      sequences.push(...options.map((sequence) => ({ rule, sequence })))
      return options
    }
    const add = (options: readonly Sequence[]): Element => ({ rule: compiled.push(options) - 1 })
    const elementsOf = (part: Expression): readonly Element[] => {
      switch (part.kind) {
        case 'text':
          return Array.from(part.text, (character) => ({ set: codePointsOf(character) }))
        case 'set':
          return [{ set: part.set }]
        case 'rule':
          return [{ rule: numbers.get(part.name) ?? -1 }]
        case 'choice':
          return [add(optionsOf(part))]
        case 'sequence':
          return part.items.flatMap(elementsOf)
        case 'repeat': {
          const { item, least, most } = part
          // llama.cpp copies a repeated text. A rule reads it in as many ways.
          const one = isGroup(item) || item.kind === 'text' ? [add(optionsOf(item))] : elementsOf(item)
          const copies = Array.from({ length: least }, () => one).flat()
          if (most === null) {
            const rest = { rule: compiled.length }
            add([sequenceOf([...one, rest]), sequenceOf([])])
            return [...copies, rest]
          }
          let rest: readonly Element[] = []
          for (let left = least; left < most; left++) rest = [add([sequenceOf([...one, ...rest]), sequenceOf([])])]
          return [...copies, ...rest]
        }
      }
    }
    compiled[numbers.get(rule) as number] = optionsOf(expression)
  }
  return { compiled, numbers, sequences }
}
