import { chats } from '../../../main/remote/testing/recorded-chats'
import { type LlamaServerFiles, llamaServerFiles } from '../build/llama-server-files'
import { bodyOf, chatPath, recordLlamaServer } from '../exchanges/llama-server-exchanges'
import type { Lane, RecordedServer } from '../lane'
import { Tape } from '../recording/tape'
import { allocationsIn } from '../servers/allocation'
import { contextTokens, pocket, slots, startLlamaServer, usualFlags } from '../servers/llama-server'
import { type RpcWorkers, startRpcWorkers } from '../servers/rpc-workers'
import { plannedBytes } from './planned-bytes'

/** One llama-server whose layers are on two rpc-servers. */
export async function runRpc(lane: Lane): Promise<void> {
  const files = llamaServerFiles()
  if ('missing' in files) return lane.cannot('llama-server with RPC workers', files.missing)
  const workers = await startRpcWorkers(files)
  try {
    await recordWithWorkers(lane, files, workers)
  } finally {
    await workers.stop()
  }
}

async function recordWithWorkers(lane: Lane, files: LlamaServerFiles, workers: RpcWorkers): Promise<void> {
  const flags = [...usualFlags, '--rpc', workers.addresses.join(','), '-ngl', '99', '-ts', '1,1', '-lv', '4']
  const { process, about } = await startLlamaServer({ files, flags })
  try {
    await saveAllocation(lane, about, process.log(), workers)
    const run = { url: process.url, server: about, lane, folder: 'llama-server-rpc', slots, slotTokens: contextTokens / slots }
    await recordLlamaServer(run)
    await recordLostWorker()
  } finally {
    await process.stop()
  }

  async function recordLostWorker(): Promise<void> {
    const tape = new Tape(process.url)
    const broken = await tape.post(chatPath, bodyOf(chats.endless), {
      onPiece: (count) => {
        if (count === 8) workers.workers[1]?.child.kill('SIGKILL')
      },
    })
    const { code, signal } = await process.gone
    lane.save('llama-server-rpc/lost-worker', about, { end: 'broken', serverEnded: { code, signal } }, await tape.exchanges())
    lane.compare('llama-server-rpc/lost-worker: how the answer ended', 'broken', broken.answer.end)
  }
}

async function saveAllocation(lane: Lane, server: RecordedServer, log: string, { areSeparate }: RpcWorkers): Promise<void> {
  const devices = allocationsIn(log)
  const planned = await plannedBytes(pocket, contextTokens, slots)
  lane.saveFacts('allocation/llama-server-rpc', server, { workersHaveOwnNetworks: areSeparate, planned, devices })
  const sum = (kind: 'modelMiB' | 'kvMiB') => devices.reduce((total, device) => total + device[kind], 0)
  lane.compareMiB('llama-server-rpc: K and V on all devices', planned.cacheBytes, sum('kvMiB'), devices.length)
  lane.compareMiB('llama-server-rpc: weights on all devices', planned.weightBytes, sum('modelMiB'), devices.length)
}
