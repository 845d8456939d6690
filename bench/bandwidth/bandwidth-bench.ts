/**
 * `npm run bench:bandwidth`: memory bandwidth against a compiled STREAM, and predicted ITL against measured. 5 rounds unless --rounds says
 * otherwise; `--only triad` takes two minutes, the predictions of the 300 M model most of an hour.
 */
import { ratioBenchOf } from '../engine/ratio-bench'
import { predictionRows } from './prediction-rows'
import { triadRows } from './triad-rows'

export const bandwidthBench = (args: readonly string[]): Promise<number> =>
  ratioBenchOf(
    'bench:bandwidth',
    {
      triad: triadRows,
      'itl-60M': (rounds) => predictionRows(rounds, ['small']),
      'itl-300M': (rounds) => predictionRows(rounds, ['large']),
    },
    args.some((arg) => arg.startsWith('--rounds') || arg === '--quick') ? args : ['--rounds', '5', ...args],
  )
