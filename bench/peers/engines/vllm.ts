import { llamaServerFiles } from '../build/llama-server-files'
import { vllmEnvironment } from '../build/vllm-environment'
import { bodyOf } from '../exchanges/llama-server-exchanges'
import { promptTokens } from '../exchanges/llama-server-tokens'
import { recordVllm } from '../exchanges/vllm-exchanges'
import type { Lane } from '../lane'
import { startLlamaServer, usualFlags } from '../servers/llama-server'
import { startVllm, vllmBlockTokens, vllmContextTokens, vllmSequences } from '../servers/vllm'

/** llama-server with the same model tells how many tokens each prompt has. */
export async function runVllm(lane: Lane): Promise<void> {
  const environment = vllmEnvironment()
  if ('missing' in environment) return lane.cannot('vLLM', environment.missing)
  const files = llamaServerFiles()
  if ('missing' in files) return lane.cannot('vLLM', `It needs llama-server to count tokens: ${files.missing}`)
  const counter = await startLlamaServer({ files, flags: usualFlags })
  try {
    const { process, about } = await startVllm(environment)
    try {
      await recordVllm({
        url: process.url,
        server: about,
        lane,
        sequences: vllmSequences,
        contextTokens: vllmContextTokens,
        blockTokens: vllmBlockTokens,
        llamaUrl: counter.process.url,
        promptTokens: (request) => promptTokens(counter.process.url, bodyOf(request)),
      })
    } finally {
      await process.stop()
    }
  } finally {
    await counter.process.stop()
  }
}
