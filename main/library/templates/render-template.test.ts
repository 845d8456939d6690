import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/coded-error'
import { renderTemplate } from './render-template'

const chatMl =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}'
const hello = [{ role: 'user', text: 'Hello' }] as const

function reasonIn(template: string): string | undefined {
  try {
    renderTemplate(template, hello)
    return undefined
  } catch (error) {
    const failure = failureOf(error)
    return failure?.code === 'template-failed' ? failure.facts.reason : 'another error'
  }
}

describe('renderTemplate', () => {
  it('writes messages as the template says, open for an answer', () => {
    expect(renderTemplate(chatMl, hello)).toBe('<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n')
    expect(renderTemplate(chatMl, [...hello, { role: 'assistant', text: 'Hi' }])).not.toMatch(/assistant\n$/)
    expect(renderTemplate('{{ bos_token }}{{ messages[0].content }}{{ eos_token }}', hello)).toBe('<bos>Hello<eos>')
  })
  it('tells what is wrong with a template', () => {
    expect(reasonIn('{% for m in messages %}')).toBeDefined()
    expect(reasonIn('{{ messages | nonsense }}')).toContain('nonsense')
    expect(reasonIn("{{ raise_exception('no system prompt') }}")).toContain('no system prompt')
  })
  it('ends one that does not end by itself', () => {
    const nested = '{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}'
    expect(reasonIn(nested)).toBe('it did not end within 0.5 s')
  })
  it('gives a template nothing of this process', () => {
    expect(renderTemplate('{{ process }}{{ globalThis }}{{ constructor }}', hello)).not.toContain('node')
  })
})
