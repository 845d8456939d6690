/** In a GitHub workflow, returns its repository. Elsewhere, returns names that nobody can own (RFC 2606 reserves ".invalid"). */
export function publisherOf(environment) {
  const repository = environment.GITHUB_REPOSITORY
  if (!repository) return { homepage: 'https://headroom.invalid', maintainer: 'The Headroom authors <authors@headroom.invalid>' }
  const [owner, repo] = repository.split('/')
  if (!owner || !repo) throw new Error(`Expected GITHUB_REPOSITORY to be OWNER/NAME, got "${repository}"`)
  return {
    homepage: `${environment.GITHUB_SERVER_URL || 'https://github.com'}/${repository}`,
    maintainer: `${owner} <${owner}@users.noreply.github.com>`,
    feed: { provider: 'github', owner, repo },
  }
}

/** A variant publishes no latest.yml, because it would replace that of the plain variant. */
export function publisherOptions({ homepage, maintainer, feed }, variant) {
  return [
    `-c.extraMetadata.homepage=${homepage}`,
    `-c.linux.maintainer=${maintainer}`,
    ...Object.entries(feed ?? {}).map(([name, value]) => `-c.publish.${name}=${value}`),
    ...(feed && variant ? ['-c.publish.publishAutoUpdate=false'] : []),
  ]
}
