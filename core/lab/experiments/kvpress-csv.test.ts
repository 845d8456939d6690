import { expect, it } from 'vitest'
import { policies, policyNamed, sharedPolicies } from '../policies/all'
import { kvpressCsv } from './kvpress-csv'

const estimate = (value: number) => ({ value, low: value - 5, high: value + 5 })
const row = { signal: 'window', budgetTokens: 96, multiKey: null, variableTracking: null, commonWords: null, perplexity: estimate(2) }

it('kvpressCsv writes the columns of kvpress’s leaderboard, one row per task, with kvpress’s policy names', () => {
  const rows = [
    { ...row, policy: 'full', mode: null, budgetTokens: null, compressionRatio: 0, needle: estimate(95) },
    { ...row, policy: 'streaming-llm', mode: 'query-agnostic', compressionRatio: 0.6, needle: estimate(20), multiKey: estimate(30) },
    { ...row, policy: 'ada-kv', mode: 'query-aware', compressionRatio: 0.625, needle: estimate(90) },
    { ...row, policy: 'ada-expected-attention', mode: 'query-aware', compressionRatio: 0.625, needle: estimate(85) },
    { ...row, policy: 'ada:expected-attention', mode: 'query-aware', compressionRatio: 0.625, needle: estimate(84) },
    { ...row, policy: 'ada:triattention', mode: 'query-aware', compressionRatio: 0.625, needle: estimate(80) },
  ]
  expect(kvpressCsv({ name: 'policies', model: 'Pocket', seed: 7, rows }).split('\r\n')).toEqual([
    'dataset,data_dir,task,model,method,compression_ratio,query_aware,score,score_low,score_high',
    'headroom-lab,256,needle,Pocket,no_press,0,false,95,90,100',
    'headroom-lab,256,needle,Pocket,no_press,0,true,95,90,100',
    'headroom-lab,256,needle,Pocket,streaming_llm,0.6,false,20,15,25',
    'headroom-lab,256,multi-key,Pocket,streaming_llm,0.6,false,30,25,35',
    'headroom-lab,256,needle,Pocket,adakv_snapkv,0.625,true,90,85,95',
    'headroom-lab,256,needle,Pocket,adakv_expected_attention_e2,0.625,true,85,80,90',
    'headroom-lab,256,needle,Pocket,adakv_expected_attention,0.625,true,84,79,89',
    'headroom-lab,256,needle,Pocket,adakv_triattention,0.625,true,80,75,85',
    '',
  ])
})

it('no two policies have the same method', () => {
  const rows = [...policies, ...sharedPolicies].map(({ name }) => ({
    ...row,
    policy: policyNamed(name).name,
    mode: 'query-aware',
    compressionRatio: 0.5,
    needle: estimate(50),
  }))
  const methods = kvpressCsv({ name: 'policies', model: 'Pocket', seed: 7, rows })
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[4])
  const names = new Set(rows.map(({ policy }) => policy))
  expect(new Set(methods).size).toBe(names.size)
})
