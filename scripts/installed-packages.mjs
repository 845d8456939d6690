/**
 * `installed` is the object `packages` of node_modules/.package-lock.json, and `wanted` the same object of package-lock.json. The key `''`
 * is the project.
 */
export function holdsAll(installed, wanted) {
  const isSame = (name) => installed[name]?.integrity === wanted[name]?.integrity
  return (
    Object.keys(installed).every((name) => name in wanted && isSame(name)) &&
    Object.entries(wanted).every(([name, { optional, devOptional }]) => name === '' || optional || devOptional || name in installed)
  )
}
