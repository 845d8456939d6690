/** The texts of the window and the command line, by feature: pure functions from typed facts to sentences. */
import { backends } from './en/backends'
import { compare } from './en/compare'
import { errors } from './en/errors'
import { overflow } from './en/overflow'
import { reuse } from './en/reuse'
import { speculation } from './en/speculation'

export const copy = { backends, compare, errors, overflow, reuse, speculation }
