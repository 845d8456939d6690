/** The tokens of a chat's prompt, from the template and the tokenizer instead of the answer. */
export async function promptTokens(url: string, body: object): Promise<number[]> {
  const { prompt } = await ask<{ prompt: string }>(`${url}/apply-template`, body)
  return tokensOf(url, prompt)
}

export async function tokensOf(url: string, content: string): Promise<number[]> {
  const { tokens } = await ask<{ tokens: number[] }>(`${url}/tokenize`, { content, add_special: true, parse_special: true })
  return tokens
}

async function ask<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
