/**
 * The token of the link that the headless host printed. It comes in the address's fragment, which no server is sent, and leaves the
 * address bar and the history at once; this tab keeps it, so that it can be loaded again.
 */
const key = 'headroom-token'

function tokenInAddress(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!token) return undefined
  sessionStorage.setItem(key, token)
  history.replaceState(history.state, '', location.pathname)
  return token
}

/** '' where the page was opened without the link. */
export function linkToken(): string {
  // The link of a later start, opened in this tab, changes the fragment alone.
  window.addEventListener('hashchange', () => tokenInAddress() && location.reload())
  return tokenInAddress() ?? sessionStorage.getItem(key) ?? ''
}
