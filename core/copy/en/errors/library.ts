import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { hostOf, refusalOf, repositoryRefusalOf } from './server-refusals'

export const librarySentences = {
  'url-invalid': ({ url, reason }) => say(`${url} cannot be opened: ${reason}.`, 'Give the http or https address of a .gguf file.'),
  'url-unreachable': ({ url, reason }) =>
    say(`${hostOf(url)} cannot be reached: ${reason}.`, 'Check the address and the connection to the internet, then try again.'),
  'certificate-untrusted': ({ url, reason, name }) =>
    say(
      `${hostOf(url)} was not asked, because its certificate cannot be trusted: ${
        {
          'unknown-issuer': 'nobody whom this machine trusts has signed it',
          'out-of-date': 'it does not count at this date',
          'other-server': 'it was made for another server',
        }[reason]
      } (${name}).`,
      {
        'unknown-issuer':
          'If your organisation reads along, start Headroom with NODE_EXTRA_CA_CERTS set to the path of its certificate (a .pem file). Otherwise use another network: somebody may stand between you and the server.',
        'out-of-date': 'Look at the clock of this machine. If it is right, the server has to be given a new certificate.',
        'other-server': 'Check the address. If it is right, use another network: something answers in the place of the server.',
      }[reason],
    ),
  'download-refused': ({ url, status, retryAfterSeconds }) => {
    const { meaning, todo } = refusalOf(status, retryAfterSeconds)
    return say(`${hostOf(url)} does not give ${fileNameOf(url)}: it ${meaning} (HTTP status ${status}).`, todo)
  },
  'download-cut-off': ({ url, receivedBytes, expectedBytes }) =>
    say(
      `${hostOf(url)} broke off ${fileNameOf(url)} after ${formatBytes(receivedBytes)} of ${formatBytes(expectedBytes)}.`,
      'Try again, on a steadier connection if it repeats.',
    ),
  'download-changed': ({ url, detail }) =>
    say(`${fileNameOf(url)} changed on ${hostOf(url)} while it was being read: ${detail}.`, 'Try again: the file is read anew.'),
  'server-answer-invalid': ({ url, detail }) =>
    say(
      `${hostOf(url)} answers in a way that cannot be used for ${fileNameOf(url)}: ${detail}.`,
      'Download the file with a browser and open it from the disk, or use another address for it.',
    ),

  offline: ({ url, isForced }) =>
    say(
      `${hostOf(url)} was not asked: Headroom is offline.`,
      isForced
        ? 'It was started with HEADROOM_OFFLINE: start it again without that.'
        : 'Turn the offline switch off (Models, Get a model), then try again.',
    ),
  'token-unusable': ({ character }) =>
    say(
      `The access token has ${JSON.stringify(character)} in it, which no token has.`,
      'Copy it when it is made: what its page shows of it later is shortened. One in HF_TOKEN is changed where Headroom is started.',
    ),
  'address-unclear': ({ address, reason }) =>
    say(
      `"${address}" cannot be looked up: ${reason}.`,
      'Give a repository as owner/name, an hf: address, or the https address of a .gguf file.',
    ),
  'repository-refused': ({ repository, host, status, retryAfterSeconds }) => {
    const { meaning, todo } = repositoryRefusalOf(status, retryAfterSeconds)
    return say(`${host} does not list ${repository}: it ${meaning} (HTTP status ${status}).`, todo)
  },
  'search-refused': ({ host, status, retryAfterSeconds }) =>
    say(
      `${host} does not answer the search (HTTP status ${status}).`,
      status === 429 || status >= 500
        ? refusalOf(status, retryAfterSeconds).todo
        : 'Paste the name of a repository instead: it is owner/name, as in the address of its page.',
    ),
  'repository-without-gguf': ({ repository, files }) =>
    say(
      `${repository} has no GGUF file${files > 0 ? `, only ${formatCount(files)} files of other kinds` : ''}.`,
      'Look for a repository of the same model whose name ends in GGUF.',
    ),
  'not-enough-disk': ({ path, neededBytes, freeBytes }) =>
    say(
      `${fileNameOf(path)} needs ${formatBytes(neededBytes)}, with the room that stays free for messages, and the disk has ${formatBytes(freeBytes)} free.`,
      'Free some room, or choose a stronger quantization.',
    ),
  'download-hash-wrong': ({ url, expected, found }) =>
    say(
      `${fileNameOf(url)} is not the file that ${hostOf(url)} describes: its SHA-256 is ${found.slice(0, 12)}… and should be ${expected.slice(0, 12)}….`,
      'What came was deleted. Download it again; if it repeats, something between you and the server changes files.',
    ),
  'download-in-use': ({ path }) =>
    say(`Another Headroom is downloading ${fileNameOf(path)} to the same place.`, 'Wait until it is there, then look for models again.'),
  'file-exists': ({ path }) =>
    say(`There is another file at ${path} already.`, 'Move or rename that one, then try again; Headroom does not overwrite it.'),
  'transfer-not-found': () => say('This download is no longer in the list.', 'Look the model up again and start it anew.'),
  'folder-unusable': ({ path, reason }) =>
    say(
      `${path} cannot be used: ${reason}.`,
      /\blink\b/.test(reason) ? 'Remove that link, then try again.' : 'Choose a folder that this user may read.',
    ),
  'model-in-use': ({ name }) =>
    say(`${name} is loaded.`, 'Unload it first, or load another model; where it drafts, choose another draft model.'),
  'managed-elsewhere': ({ name, program }) =>
    say(`${name} belongs to ${program}, which keeps a list of its own.`, `Remove it with ${program}.`),
} satisfies Partial<Writers>
