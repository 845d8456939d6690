/**
 * `npm run bench:kills -- [--host N] [--engine N] [--seed N] [--within MS]`: sends SIGKILL N times to the headless host and to its engine,
 * at random moments while the embedded model streams answers. After each kill it checks for lost messages or shown text and for processes
 * left over; exits with 1 if there are any. Ctrl+C stops after the current kill and prints the table. Linux only.
 */
import { parseArgs } from 'node:util'
import { thisMachine } from '../machine'
import { say } from '../say'
import { Kills } from './kills'
import { hasFaults, table } from './tally'

export async function killsBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string', default: '200' },
      engine: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      within: { type: 'string', default: '1500' },
    },
  })
  const [hostKills, engineKills, seed, withinMs] = [values.host, values.engine, values.seed, values.within].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  say(`Seed ${seed}`)
  const kills = new Kills(seed, withinMs)
  // The terminal signals the whole group and npm forwards the signal, so it arrives more than once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => kills.stop())
  await kills.run(hostKills, engineKills)
  const { cpu, logicalCores, system, node } = thisMachine()
  process.stdout.write(
    `${table(kills.ofHost, kills.ofEngine)}\nSeed ${seed}. ${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`,
  )
  return hasFaults(kills.ofHost) || hasFaults(kills.ofEngine) ? 1 : 0
}
