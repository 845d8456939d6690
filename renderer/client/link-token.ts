/**
 * The headless host's token arrives in the URL fragment, which browsers never send, and is removed from address bar and history. Session
 * storage keeps it for reloads.
 */
const key = 'headroom-token'

function tokenInAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return undefined
  sessionStorage.setItem(key, token)
  history.replaceState(history.state, '', location.pathname)
  return token
}

/** Returns '' if the page was opened without the link. */
export const linkToken = (): string => tokenInAddress() ?? sessionStorage.getItem(key) ?? ''

/** If the user opens the link of a later start in this tab, only the fragment changes. */
export const reloadOnNewLink = (): void => window.addEventListener('hashchange', () => tokenInAddress() && location.reload())
