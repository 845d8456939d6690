import { llamaServerFiles } from '../build/llama-server-files'
import { ollamaFile } from '../build/ollama-file'
import { bodyOf } from '../exchanges/llama-server-exchanges'
import { promptTokens } from '../exchanges/llama-server-tokens'
import { recordOllama } from '../exchanges/ollama-exchanges'
import type { Lane } from '../lane'
import { startLlamaServer, usualFlags } from '../servers/llama-server'
import { ollamaContextTokens, ollamaSlots, startOllama } from '../servers/ollama'

/** llama-server with the same model tells how many tokens each prompt has. */
export async function runOllama(lane: Lane): Promise<void> {
  const ollama = ollamaFile()
  if ('missing' in ollama) return lane.cannot('Ollama', ollama.missing)
  const files = llamaServerFiles()
  if ('missing' in files) return lane.cannot('Ollama', `It needs llama-server to count tokens: ${files.missing}`)
  const counter = await startLlamaServer({ files, flags: usualFlags })
  try {
    const { process, about } = await startOllama(ollama.path)
    try {
      await recordOllama({
        url: process.url,
        server: about,
        lane,
        slots: ollamaSlots,
        contextTokens: ollamaContextTokens,
        promptTokens: (request) => promptTokens(counter.process.url, bodyOf(request)),
      })
    } finally {
      await process.stop()
    }
  } finally {
    await counter.process.stop()
  }
}
