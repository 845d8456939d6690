/**
 * Who publishes a build: in a GitHub workflow its repository, else nobody.
 *
 * The project owns no domain. A build that nobody publishes says so with names that can never belong to anyone (RFC 2606 keeps
 * ".invalid" free), and it has no place to look for newer versions.
 */
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

/**
 * The same for electron-builder's command line. A variant looks for newer versions where the plain one does, but describes none there:
 * its latest.yml would take the place of the plain one's.
 */
export function publisherOptions({ homepage, maintainer, feed }, variant) {
  return [
    `-c.extraMetadata.homepage=${homepage}`,
    `-c.linux.maintainer=${maintainer}`,
    ...Object.entries(feed ?? {}).map(([name, value]) => `-c.publish.${name}=${value}`),
    ...(feed && variant ? ['-c.publish.publishAutoUpdate=false'] : []),
  ]
}
