import { isThisMachine } from '../../../core/remote/typed-url'

export type FindProxy = (url: URL) => Promise<URL | undefined>

/**
 * Like curl, reads `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, and prefers lowercase names. Unlike curl, also accepts
 * HTTP_PROXY in capitals. Source:
 * https://everything.curl.dev/usingcurl/proxies/env.html
 */
export function environmentProxy(environment: NodeJS.ProcessEnv = process.env): FindProxy {
  const read = (name: string): string => (environment[name] || environment[name.toUpperCase()] || '').trim()
  return async (url) => {
    // A proxy cannot connect back to this machine.
    if (isThisMachine(url) || isExempt(url, read('no_proxy'))) return undefined
    return proxyUrl(read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy'))
  }
}

/** Without a scheme, as in `proxy.example:3128`, the proxy is an http proxy. */
function proxyUrl(text: string): URL | undefined {
  if (text === '') return undefined
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address) : undefined
}

/** `.example.org` and `example.org` exempt the name and its subdomains, `host:8080` one port, `*` every host. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const match = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase())
      const [, name = '', only] = match ?? []
      return (hostname === name || hostname.endsWith(`.${name}`)) && (only === undefined || only === ownPort)
    })
}

/**
 * Parses a PAC result, such as `PROXY host:8080; DIRECT`. Source:
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Proxy_servers_and_tunneling/Proxy_Auto-Configuration_PAC_file
 */
export function proxyFromPac(list: string): URL | undefined {
  const [kind = 'DIRECT', hostPort = ''] = list.split(';')[0]?.trim().split(/\s+/) ?? []
  const schemes: Readonly<Record<string, string>> = {
    PROXY: 'http',
    HTTP: 'http',
    HTTPS: 'https',
    SOCKS: 'socks',
    SOCKS4: 'socks4',
    SOCKS5: 'socks5',
  }
  const scheme = schemes[kind.toUpperCase()]
  const address = `${scheme}://${hostPort}`
  return scheme && URL.canParse(address) ? new URL(address) : undefined
}
