import type { SessionFingerprint } from '../../sessions/fingerprint'

export const fingerprint: SessionFingerprint = {
  modelHash: 'a',
  architecture: 'llama',
  rope: 'freq_base=10000',
  keyType: 'f16',
  valueType: 'f16',
  contextTokens: 4096,
  sequences: 2,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: true,
  engine: 'llama.cpp v0.4.0, cpu',
}
