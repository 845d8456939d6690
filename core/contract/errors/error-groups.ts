/** Errors that many calls have in common. */
import type { ErrorCode } from './errors'

export const fileCodes = [
  'file-not-found',
  'file-unreadable',
  'not-a-file',
  'file-name-unusable',
  'file-address-unusable',
  'gguf-not-a-model',
  'gguf-version-unsupported',
  'gguf-truncated',
  'gguf-malformed',
  'split-part-missing',
  'split-not-first',
  'split-inconsistent',
] as const satisfies readonly ErrorCode[]

export const serverCodes = [
  'offline',
  'url-invalid',
  'url-unreachable',
  'certificate-untrusted',
  'token-unusable',
  'download-refused',
  'download-cut-off',
  'download-changed',
  'server-answer-invalid',
] as const satisfies readonly ErrorCode[]

/** Any request to an inference server can fail in these ways. */
export const inferenceServerCodes = [
  'offline',
  'certificate-untrusted',
  'server-address-invalid',
  'server-key-unusable',
  'server-unreachable',
  'server-key-refused',
  'server-path-wrong',
  'server-not-recognized',
  'server-model-missing',
  'server-context-exceeded',
  'server-busy',
  'server-refused',
  'server-failed',
  'server-dropped',
  'server-redirected',
  'server-response-unreadable',
] as const satisfies readonly ErrorCode[]
