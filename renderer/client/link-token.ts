/** The headless host's token arrives in the URL fragment, which browsers never send. Session storage keeps it for reloads. */
const key = 'headroom-token'

function tokenInAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return undefined
  sessionStorage.setItem(key, token)
  history.replaceState(history.state, '', location.pathname)
  return token
}

export const linkToken = (): string => tokenInAddress() ?? sessionStorage.getItem(key) ?? ''

/** A link opened in this tab changes only the fragment, so the page must reload. */
export const reloadOnNewLink = (): void => window.addEventListener('hashchange', () => tokenInAddress() && location.reload())
