import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { copy } from '../../../core/copy/copy'
import { childrenOf } from '../../../e2e/processes'
import { TemplateRunner } from './render-template'

const templates = new TemplateRunner(join(import.meta.dirname, '../../../out/template/index.mjs'))
const chatMl =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}'
const hello = [{ role: 'user', text: 'Hello' }] as const

async function reasonIn(template: string): Promise<string | undefined> {
  try {
    await templates.render(template, hello)
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    return failure?.code === 'template-failed' ? copy.reasons.templateProblem(failure.facts.reason) : 'another error'
  }
}

describe('a chat template', () => {
  it('formats the messages, and starts the answer', async () => {
    expect(await templates.render(chatMl, hello)).toBe('<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n')
    expect(await templates.render(chatMl, [...hello, { role: 'assistant', text: 'Hi' }])).not.toMatch(/assistant\n$/)
    expect(await templates.render('{{ bos_token }}{{ messages[0].content }}{{ eos_token }}', hello)).toBe('<bos>Hello<eos>')
  })
  it('has the date in English', async () => {
    expect(await templates.render("{{ strftime_now('%A') }}, {{ date_string }}", hello)).toMatch(
      /^[A-Z][a-z]+day, \d\d [A-Z][a-z]{2} \d{4}$/,
    )
  })
  it('fails with the cause if it is invalid', async () => {
    expect(await reasonIn('{% for m in messages %}')).toBeDefined()
    expect(await reasonIn('{{ messages | nonsense }}')).toContain('nonsense')
    expect(await reasonIn("{{ raise_exception('no system prompt') }}")).toContain('no system prompt')
    expect(await templates.hazard("{{ raise_exception('no system prompt') }}")).toBeNull()
    expect(await templates.hazard(chatMl)).toBeNull()
  })
  it('waits while two other templates are rendered', async () => {
    let areDone = false
    const all = Promise.all(Array.from({ length: 8 }, () => templates.render(chatMl, hello))).finally(() => {
      areDone = true
    })
    let most = 0
    while (!areDone) {
      most = Math.max(most, childrenOf(process.pid).filter(({ command }) => command.includes('template')).length)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await all).toHaveLength(8)
    expect(most).toBe(2)
  })
  it('has no access to the process', async () => {
    expect(await templates.render('{{ process }}{{ globalThis }}{{ constructor }}', hello)).not.toContain('node')
  })
})

const tooSlow = /did not finish within 2 s/
const tooLarge = /more than 256 MiB|did not finish within 2 s|Invalid string length|characters/
/** Each of these templates once crashed or blocked the main process. */
const hostile: readonly [name: string, template: string, reason: RegExp][] = [
  ['loops in a loop', '{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}', tooSlow],
  [
    'a string that doubles',
    "{% set ns = namespace(s='xxxxxxxxxxxxxxxx') %}{% for i in range(40) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s | upper | length }}",
    tooLarge,
  ],
  [
    'a list that grows',
    '{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = ns.l + ns.l %}{% endfor %}{{ ns.l | length }}',
    tooLarge,
  ],
  ['a range that is too long', '{{ range(2000000000) | list | length }}', /./],
  [
    'work on one long string, which V8’s timeout cannot interrupt',
    "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(22) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{% for i in range(100000) %}{% set t = ns.s.replace('a', 'bb') | upper | lower %}{% endfor %}",
    tooLarge,
  ],
]
it.each(hostile)('a chat template with %s fails with a cause, and this process survives', async (_, template, reason) => {
  expect(await reasonIn(template)).toMatch(reason)
})
