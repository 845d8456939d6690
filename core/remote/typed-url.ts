/** A scheme has at least two characters, because the `C` of `C://models/a.gguf` is a drive. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text)

export const isThisMachine = ({ hostname }: URL): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Reads the address of a server as people type or paste it. undefined if it is malformed. */
export function typedUrl(typed: string): URL | undefined {
  const text = withScheme(typed.trim())
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // Servers print this address if they listen on every interface.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url
}

/** True for http to another machine. */
export function isReadByOthers(typed: string): boolean {
  const url = typedUrl(typed)
  return url?.protocol === 'http:' && !isThisMachine(url)
}

function withScheme(typed: string): string {
  if (isUrl(typed)) return typed
  const local = typed.replace(/^:?(\d{1,5})(?=\/|$)/, 'localhost:$1')
  return `${isNearby(local) ? 'http' : 'https'}://${local}`
}

/** Servers on this machine and in private networks rarely have a certificate. Source: RFC 6890, section 2.2. */
const nearbyHosts = [
  /^[^.:]*$/,
  /\.(?:local|lan|internal|home\.arpa|localhost)$/,
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[(?:::1?|f[cd]..:.*|fe[89ab].:.*)\]$/,
]

function isNearby(hostAndMore: string): boolean {
  const address = `http://${hostAndMore}`
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return nearbyHosts.some((pattern) => pattern.test(hostname))
}
