/**
 * What a helper does after each test or file. The files of the unit lane share a process and its modules, so a hook that a helper registers
 * when it is loaded would run only in the first file that loads the helper.
 */
type Work = () => Promise<void>

const ofTest = new Set<Work>()
const ofFile = new Set<Work>()

export const afterEveryTest = (work: Work): unknown => ofTest.add(work)
export const afterEveryFile = (work: Work): unknown => ofFile.add(work)

export const endTest = (): Promise<void> => all(ofTest)
export const endFile = (): Promise<void> => all(ofFile)

/** In turn. Throws the first error after all of them. */
async function all(works: ReadonlySet<Work>): Promise<void> {
  const errors: unknown[] = []
  for (const work of works) await work().catch((error) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
