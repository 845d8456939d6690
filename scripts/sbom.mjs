import { createHash } from 'node:crypto'

export function sbomOf({ version, stamp, packages, others }) {
  const components = [...others.map(otherComponent), ...packages.map(npmComponent)]
  const content = {
    metadata: {
      timestamp: new Date(stamp.epoch * 1000).toISOString(),
      component: {
        'bom-ref': 'headroom',
        type: 'application',
        name: 'headroom',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        ...(stamp.commit ? { properties: [{ name: 'headroom:commit', value: stamp.commit }] } : {}),
      },
    },
    components,
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`, version: 1, ...content }
}

function npmComponent({ name, version, license, integrity }) {
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${short}@${version}`
  return {
    'bom-ref': purl,
    type: 'library',
    ...(group ? { group } : {}),
    name: short,
    version,
    purl,
    ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
    licenses: licensesOf(license),
  }
}

const otherComponent = ({ name, version, license, kind, purl }) => ({
  'bom-ref': purl ?? `${name}@${version}`,
  type: kind,
  name,
  version,
  ...(purl ? { purl } : {}),
  licenses: licensesOf(license),
})

/** CycloneDX requires an expression for a compound license, or one that is missing from SPDX's list. */
const licensesOf = (license) => (/[ (]|^LicenseRef-/.test(license) ? [{ expression: license }] : [{ license: { id: license } }])

function hashOf(integrity) {
  const [, bits, base64] = /^sha(\d+)-(\S+)/.exec(integrity)
  return { alg: bits === '1' ? 'SHA-1' : `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') }
}

/** Version 8, RFC 9562. */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x80
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
