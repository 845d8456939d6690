import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { LlamaServerFiles } from '../build/llama-server-files'
import { type ChildServer, follow } from './child-server'
import { type Hosts, twoHosts } from './network-namespaces'

export interface RpcWorkers {
  readonly workers: readonly ChildServer[]
  /** For llama-server's `--rpc`. */
  readonly addresses: readonly string[]
  readonly areSeparate: boolean
  stop(): Promise<void>
}

const firstPort = 50_052
const startMs = 20_000

export async function startRpcWorkers(files: LlamaServerFiles): Promise<RpcWorkers> {
  const network = twoHosts()
  const started = network.hosts.map((host, index) => startWorker(files, host, firstPort + index))
  try {
    await Promise.all(started.map(({ host, port, worker }) => accepts(host, port, worker)))
  } catch (error) {
    await stopAll(
      started.map(({ worker }) => worker),
      network,
    )
    throw error
  }
  return {
    workers: started.map(({ worker }) => worker),
    addresses: started.map(({ host, port }) => `${host}:${port}`),
    areSeparate: network.areSeparate,
    stop: () =>
      stopAll(
        started.map(({ worker }) => worker),
        network,
      ),
  }
}

function startWorker(files: LlamaServerFiles, { address, enter }: Hosts['hosts'][number], port: number) {
  const words = [...enter, files.rpcServer, '--host', address, '--port', `${port}`, '--threads', '1']
  const [command = files.rpcServer, ...args] = words
  const worker = follow(spawn(command, args, { cwd: files.cwd, stdio: ['ignore', 'pipe', 'pipe'] }), `${address}:${port}`)
  return { host: address, port, worker }
}

async function stopAll(workers: readonly ChildServer[], network: Hosts): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()))
  network.remove()
}

async function accepts(host: string, port: number, worker: ChildServer): Promise<void> {
  const deadline = Date.now() + startMs
  while (!(await canConnect(host, port))) {
    if (Date.now() > deadline) throw new Error(`rpc-server did not start:\n${worker.log()}`)
    await wait(100)
  }
}

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
