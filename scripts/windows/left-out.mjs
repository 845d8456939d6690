/** Tests left out under Wine. Each name is the beginning of a name in the reports. */

const noLinks = 'under Wine, Node reports success but creates no symbolic link'

const noGit = 'Git for Windows is not installed'

export const unitTestsLeftOut = [
  { name: 'the pre-commit hook', reason: noGit },
  { name: 'the files that changed', reason: noGit },
  { name: 'scanLibrary reads Hugging Face', reason: noLinks },
  { name: 'assertInside refuses links that lead out of the folder', reason: noLinks },
]

export const storiesLeftOut = []

export const allBut = (tests) => `^(?!${tests.map(({ name }) => `.*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).join('|') || '(?!)'})`
