import type { UpdateTrouble } from '../../core/contract/errors/app-reasons'

interface UpdaterError {
  readonly message?: string
  readonly code?: string
  readonly statusCode?: number
}

const noConnection = /net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NETWORK_CHANGED|TIMED_OUT|CONNECTION_\w+)/
/** Source: `newError` in electron-updater's providers. */
const noVersions = ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'ERR_UPDATER_LATEST_VERSION_NOT_FOUND', 'ERR_UPDATER_NO_PUBLISHED_VERSIONS']
const longest = 200

export function updaterReason(error: unknown): UpdateTrouble {
  const { message = String(error), code, statusCode } = (error ?? {}) as UpdaterError
  if (code && noVersions.includes(code)) return { kind: 'no-versions' }
  if (noConnection.test(message)) return { kind: 'no-connection' }
  if (statusCode) return { kind: 'status', status: statusCode }
  const [line = ''] = message.split('\n')
  const quoted = line
    .replace(/^Error: /, '')
    .replace(/[.:\s]+$/, '')
    .slice(0, longest)
  return { kind: 'electron-updater', quoted }
}

export function updaterDamage(error: unknown): 'checksum' | 'signature' | undefined {
  const { message = '', code } = (error ?? {}) as UpdaterError
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'checksum'
  return code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature/i.test(message) ? 'signature' : undefined
}
