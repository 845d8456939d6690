/** For tests of other services and benchmarks, which have no Lab. */
import type { StartLab } from '../lab-process'

export const noLab: StartLab = () => {
  throw new Error('Expected no question to the Lab')
}
