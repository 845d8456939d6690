/** Tests left out under Wine. Each name is the beginning of a name in the reports. */

const noLinks = 'under Wine, Node reports success but creates no symbolic link'

const noGit = 'Git for Windows is not installed'

const noSignals = 'Windows does not report that a signal ended a process'

const otherShell = 'under Wine, the shell that looks for a program ends differently than on Windows'

export const unitTestsLeftOut = [
  { name: 'the pre-commit hook', reason: noGit },
  { name: 'the files that changed', reason: noGit },
  { name: 'scanLibrary reads Hugging Face', reason: noLinks },
  { name: 'the process that reads documents is reported if the system ends it for its memory', reason: noSignals },
  { name: 'a server that does not start is reported if its program does not exist', reason: otherShell },
  { name: 'assertInside refuses links that lead out of the folder', reason: noLinks },
]

export const storiesLeftOut = []

export const allBut = (tests) => `^(?!${tests.map(({ name }) => `.*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).join('|') || '(?!)'})`
