/**
 * `npm run bench:serve`: several conversations at the same time, compared with llama-batched-bench, and the API server, compared with
 * llama-server. Both are linked with the engine's libraries, so any difference comes from Headroom.
 */
import { type RowList, ratioBench } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { missing } from '../engine/row'
import { shippedTool } from '../llama-bench/shipped-tool'
import { type LlamaServerFiles, llamaServerFiles } from '../peers/build/llama-server-files'
import { type RandomModel, randomModel } from '../random-models'
import { clientRows, equalLengths, type Lengths, mixedLengths } from './rows/clients'
import { decodeRows } from './rows/decode'
import { longPromptRows } from './rows/long-prompt'
import { prefillRows } from './rows/prefill'
import { sameStartRows } from './rows/same-start'

const parts = ['decode', 'prefill', 'long-prompt', 'clients', 'mixed-clients', 'same-start'] as const
type Part = (typeof parts)[number]

export const serveBench = (args: readonly string[]): Promise<number> => ratioBench<Part>({ command: 'bench:serve', parts, measure }, args)

async function measure(list: RowList, rounds: Rounds, wanted: ReadonlySet<Part>): Promise<void> {
  const models = [await randomModel('small'), await randomModel('large')]
  if (wanted.has('decode') || wanted.has('prefill')) {
    const tool = shippedTool('llama-batched-bench')
    if ('missing' in tool) list.add(missing('decode, prefill', tool.missing))
    else
      for (const model of models) {
        if (wanted.has('decode')) await list.measure(`${model.size}, decode`, () => decodeRows(rounds, tool, model))
        if (wanted.has('prefill')) await list.measure(`${model.size}, prefill`, () => prefillRows(rounds, tool, model))
      }
  }
  if (wanted.has('long-prompt'))
    for (const model of [...models, await randomModel('usual')])
      await list.measure(`${model.size}, long prompt`, () => longPromptRows(rounds, model))
  const ofServers = (['clients', 'mixed-clients', 'same-start'] as const).filter((part) => wanted.has(part))
  if (ofServers.length === 0) return
  const files = llamaServerFiles()
  if ('missing' in files) return list.add(missing(ofServers.join(', '), files.missing))
  const usual = await randomModel('usual')
  if (wanted.has('clients')) await measureClients(list, rounds, files, [...models, usual], equalLengths)
  if (wanted.has('mixed-clients')) await measureClients(list, rounds, files, [usual], mixedLengths)
  if (wanted.has('same-start'))
    for (const model of [...models, usual]) await list.measure(`${model.size}, start together`, () => sameStartRows(rounds, files, model))
}

async function measureClients(
  list: RowList,
  rounds: Rounds,
  files: LlamaServerFiles,
  models: readonly RandomModel[],
  lengths: Lengths,
): Promise<void> {
  for (const model of models) await list.measure(`${model.size}, ${lengths.name}`, () => clientRows(rounds, files, model, lengths))
}
