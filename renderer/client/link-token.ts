/**
 * The token of the link that the headless host printed. It arrives in the URL fragment, which browsers never send, and is removed from
 * address bar and history at once. Session storage keeps it for reloads of this tab.
 */
const key = 'headroom-token'

function tokenInAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return undefined
  sessionStorage.setItem(key, token)
  history.replaceState(history.state, '', location.pathname)
  return token
}

/** '' if the page was opened without the link. */
export const linkToken = (): string => tokenInAddress() ?? sessionStorage.getItem(key) ?? ''

/** The link of a later start, opened in this tab, changes only the fragment. */
export const reloadOnNewLink = (): void => window.addEventListener('hashchange', () => tokenInAddress() && location.reload())
