import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientSetup, placeholderKey, setupClients } from './client-setup'

const example = { url: 'http://127.0.0.1:8080', key: null, model: 'Qwen3-4B-Q4_K_M', contextTokens: 32_768 }
const odd = { url: 'http://127.0.0.1:8080', key: 'hr-key', model: `it's "odd" \\ $HOME`, contextTokens: 4096 }

describe('the text for a client', () => {
  it.each(setupClients)('has the address, the key and the model: %s', (client) => {
    const { text } = clientSetup(client, { ...example, key: 'hr-secret' })
    expect(text).toContain('http://127.0.0.1:8080')
    expect(text).toContain('hr-secret')
    // Open WebUI asks the server for the list of models.
    if (client !== 'open-webui') expect(text).toContain('Qwen3-4B-Q4_K_M')
    expect(clientSetup(client, example).text).toContain(placeholderKey)
  })
  it('is valid JSON even for a name with quotes and backslashes', () => {
    expect(JSON.parse(clientSetup('claude-code', odd).text).env.ANTHROPIC_MODEL).toBe(odd.model)
    expect(JSON.parse(clientSetup('opencode', odd).text).model).toBe(`headroom/${odd.model}`)
  })
  it('is in the documentation as the app shows it', () => {
    const document = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
    for (const client of setupClients) {
      const { name, language, text } = clientSetup(client, example)
      expect(document).toContain(`## ${name}\n`)
      expect(document).toContain(`\`\`\`${language}\n${text}\`\`\`\n`)
    }
  })
})
