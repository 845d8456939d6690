/**
 * @param {Record<string, {integrity?: string}>} installed `packages` of node_modules/.package-lock.json
 * @param {Record<string, {integrity?: string, optional?: boolean, devOptional?: boolean}>} wanted `packages` of package-lock.json;
 *   `''` is the project itself
 */
export function holdsAll(installed, wanted) {
  const isSame = (name) => installed[name]?.integrity === wanted[name]?.integrity
  return (
    Object.keys(installed).every((name) => name in wanted && isSame(name)) &&
    Object.entries(wanted).every(([name, { optional, devOptional }]) => name === '' || optional || devOptional || name in installed)
  )
}
