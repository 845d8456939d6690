/** SnapKV's scores, with a budget that a layer's heads share. */
import { sharedAmongHeads } from '../../selection/adaptive'
import type { EvictionPolicy } from '../../selection/policy'
import { snapKv } from './snapkv'

export const adaKv: EvictionPolicy = {
  ...snapKv,
  name: 'ada-kv',
  source: 'Feng et al., Ada-KV, arXiv:2407.11550',
  keep: sharedAmongHeads(snapKv.scoresOf),
}
