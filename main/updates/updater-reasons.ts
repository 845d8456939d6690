/** electron-updater's errors as words that complete a sentence, without its headers, stacks and file names. */

interface UpdaterError {
  readonly message?: string
  readonly code?: string
  readonly statusCode?: number
}

const noConnection = /net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NETWORK_CHANGED|TIMED_OUT|CONNECTION_\w+)/
/** Source: `newError` in electron-updater's providers. */
const noVersions = ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'ERR_UPDATER_LATEST_VERSION_NOT_FOUND', 'ERR_UPDATER_NO_PUBLISHED_VERSIONS']
const longest = 200

export function updaterReason(error: unknown): string {
  const { message = String(error), code, statusCode } = (error ?? {}) as UpdaterError
  if (code && noVersions.includes(code)) return 'it has no list of versions'
  if (noConnection.test(message)) return 'there is no connection to it'
  if (statusCode) return `it answers ${statusCode}`
  const [line = ''] = message.split('\n')
  return line
    .replace(/^Error: /, '')
    .replace(/[.:\s]+$/, '')
    .slice(0, longest)
}

/** undefined if the file is not complete. */
export function updaterDamage(error: unknown): 'checksum' | 'signature' | undefined {
  const { message = '', code } = (error ?? {}) as UpdaterError
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'checksum'
  return code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature/i.test(message) ? 'signature' : undefined
}
