/** Tests that Wine cannot run, each with the reason. They run on Windows itself. Names are those of the reports, from their beginning. */

const noLinks = 'Node makes no symbolic links under Wine: the call succeeds, and there is no link'

const noGit = 'there is no git for Windows here'

export const unitTestsLeftOut = [
  { name: 'the pre-commit hook', reason: noGit },
  { name: 'the files that changed', reason: noGit },
  { name: 'scanLibrary reads the cache of Hugging Face: links to blobs', reason: noLinks },
  { name: 'assertInside follows no link out of the folder', reason: noLinks },
]

export const storiesLeftOut = []

/** A pattern that no test of the list fits, for `--testNamePattern` and `--grep`. */
export const allBut = (tests) => `^(?!${tests.map(({ name }) => `.*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).join('|') || '(?!)'})`
