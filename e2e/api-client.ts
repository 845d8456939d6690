import type { Headroom } from './fixture'

export interface ApiClient {
  readonly key: string
  /** `said` alternates between user and assistant. Resolves when the answer is there. */
  readonly ask: (system: string, said: readonly string[], tools?: readonly string[]) => Promise<void>
}

/** Turns the API server on, as a user does. Returns its address. */
export async function turnOnApi(app: Headroom): Promise<string> {
  await app.shortcut('preferences')
  await app.page.getByRole('switch', { name: 'Answer other programs' }).click()
  return app.page.getByTestId('api-address').innerText()
}

/** Makes a key for a program. Preferences have to be open. */
export async function apiClient({ page }: Headroom, url: string, name: string): Promise<ApiClient> {
  await page.getByLabel('Name of the program').fill(name)
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByText(`The key of ${name}`).waitFor()
  const key = await page.getByTestId('api-key').innerText()
  const ask: ApiClient['ask'] = async (system, said, tools = []) => {
    const messages = said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
    const body = {
      model: 'pocket-f16',
      max_tokens: 12,
      system,
      messages,
      tools: tools.map((tool) => ({ name: tool, description: `Use ${tool} for one file at a time.`, input_schema: { type: 'object' } })),
      ...(tools.length > 0 ? { tool_choice: { type: 'none' } } : {}),
    }
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.json()
  }
  return { key, ask }
}
