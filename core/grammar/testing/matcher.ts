/** Whether a grammar accepts a text. */
import { codeOf, holds } from '../characters/code-points'
import { parseGbnf } from '../gbnf/parse-gbnf'
import { Stacks } from '../gbnf/stacks'

export class Matcher {
  private readonly stacks: Stacks

  constructor(source: string) {
    this.stacks = new Stacks(parseGbnf(source))
  }

  accepts(text: string): boolean {
    let { waiting, canEnd } = this.stacks.begin('root')
    for (const character of text) {
      const code = codeOf(character)
      const next = waiting.filter(({ set }) => holds(set, code)).map(({ stack }) => this.stacks.frontier(this.stacks.after(stack)))
      waiting = [...new Set(next.flatMap((frontier) => frontier.waiting))]
      canEnd = next.some((frontier) => frontier.canEnd)
    }
    return canEnd
  }
}
