/** SnapKV's scores, with a budget that a layer's heads share. */
import { sharing } from '../../selection/adaptive'
import type { EvictionPolicy } from '../../selection/policy'
import { snapKv } from './snapkv'

export const adaKv: EvictionPolicy = { ...sharing(snapKv), name: 'ada-kv' }
