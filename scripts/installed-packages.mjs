/**
 * `installed` has the `packages` of node_modules/.package-lock.json, and `wanted` those of package-lock.json, where `''` is the project.
 */
export function holdsAll(installed, wanted) {
  const isSame = (name) => installed[name]?.integrity === wanted[name]?.integrity
  return (
    Object.keys(installed).every((name) => name in wanted && isSame(name)) &&
    Object.entries(wanted).every(([name, { optional, devOptional }]) => name === '' || optional || devOptional || name in installed)
  )
}
