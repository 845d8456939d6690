import type { StartLab } from '../lab-process'

export const noLab: StartLab = () => {
  throw new Error('Expected no question to the Lab')
}
