import type { TemplateVariables } from './template-variables'

/**
 * Renders one template. Templates are programs: they may throw, never end or use all memory, so the caller runs them in a separate process.
 * `threw`: the template refused these variables. `died`: the process ended; nothing is rendered after that.
 */
export type Render = (variables: TemplateVariables) => Promise<Rendered>
export type Rendered = { readonly text: string } | { readonly failed: 'threw' | 'died' }

/** The text, or null if the template refuses the variables. */
export type Probe = (variables: TemplateVariables) => Promise<string | null>

/** Renders equal variables once. After a death, every new probe is null, so that a template that hangs costs one time limit. */
export function probeWith(render: Render): Probe {
  const known = new Map<string, string | null>()
  let died = false
  return async (variables) => {
    const key = JSON.stringify(variables)
    const before = known.get(key)
    if (before !== undefined || known.has(key)) return before ?? null
    if (died) return null
    const rendered = await render(variables).catch((): Rendered => ({ failed: 'died' }))
    if ('failed' in rendered && rendered.failed === 'died') died = true
    const text = 'text' in rendered ? rendered.text : null
    known.set(key, text)
    return text
  }
}
