/** The tokens of a chat's prompt, from the template and the tokenizer instead of the answer. */
export async function promptTokens(url: string, body: object): Promise<number[]> {
  const { prompt } = await ask<{ prompt: string }>(`${url}/apply-template`, body)
  return tokensOf(url, prompt)
}

/** The tokens before and after the only image of a chat's prompt. */
export async function promptTokensAround(url: string, body: object): Promise<number> {
  const { prompt } = await ask<{ prompt: string }>(`${url}/apply-template`, body)
  const parts = prompt.split(/<__media\w*__>/)
  if (parts.length !== 2) throw new Error(`Expected a prompt with one image, got ${prompt}`)
  const [before, after] = parts as [string, string]
  return (await tokensOf(url, before)).length + (await tokensOf(url, after, false)).length
}

export async function tokensOf(url: string, content: string, isStart = true): Promise<number[]> {
  const { tokens } = await ask<{ tokens: number[] }>(`${url}/tokenize`, { content, add_special: isStart, parse_special: true })
  return tokens
}

async function ask<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
