export function sourceOf(yaml: string): string {
  const value = (name: string): string | undefined => new RegExp(`^${name}: ['"]?([^'"\\n]+?)['"]?\\s*$`, 'm').exec(yaml)?.[1]
  if (value('provider') === 'github') return `github.com/${value('owner')}/${value('repo')}`
  return (
    value('url')
      ?.replace(/^https?:\/\//, '')
      .replace(/\/$/, '') ?? 'an unknown place'
  )
}
