import { spawnSync } from 'node:child_process'
import { root } from './checkout.mjs'

/** `commit` ends with "+" if files differ from it. `epoch` is SOURCE_DATE_EPOCH or the commit's time, in seconds. */
export function buildStamp(environment = process.env, git = askGit) {
  const [commit = '', seconds] = git(['log', '-1', '--format=%h %ct']).split(' ')
  const isChanged = commit !== '' && git(['status', '--porcelain', '--untracked-files=no']) !== ''
  const epoch = Number(environment.SOURCE_DATE_EPOCH || seconds || Math.floor(Date.now() / 1000))
  if (!Number.isSafeInteger(epoch) || epoch < 0)
    throw new Error(`Expected SOURCE_DATE_EPOCH to be a number of seconds, got "${environment.SOURCE_DATE_EPOCH}"`)
  return { commit: isChanged ? `${commit}+` : commit, epoch }
}

function askGit(words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
