import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './files-below.mjs'

/** `folder` has the layout of /. `targets` belong only to this package. `epoch` is in seconds. */
export function packRpm(wanted, { work, folder, targets, epoch }) {
  const spec = join(work, 'headroom.spec')
  const top = join(work, 'rpm')
  writeFileSync(spec, specOf(wanted, folder, targets))
  const target = { amd64: 'x86_64', arm64: 'aarch64' }[wanted.architecture] ?? wanted.architecture
  try {
    execFileSync('rpmbuild', ['-bb', '--quiet', '--define', `_topdir ${top}`, '--target', target, spec], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    })
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Error('An rpm needs rpmbuild: install the package "rpm" (Debian, Ubuntu) or "rpm-build" (Fedora)')
    throw error
  }
  const [made] = filesBelow(join(top, 'RPMS'))
  cpSync(join(top, 'RPMS', made), wanted.output)
}

function specOf(
  { name, version, license, url, maintainer, summary, description, depends, afterInstall, afterRemove, compression },
  folder,
  targets,
) {
  const script = (section, path) => (path ? [`%${section}`, readFileSync(path, 'utf8')] : [])
  return [
    `Name: ${name}`,
    `Version: ${version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${summary}`,
    `License: ${license}`,
    `URL: ${url}`,
    `Vendor: ${maintainer}`,
    // Electron includes its own libraries.
    'AutoReqProv: no',
    ...depends.map((what) => `Requires: ${what}`),
    '%define __strip /bin/true',
    '%define _build_id_links none',
    '%define __os_install_post %{nil}',
    `%define _binary_payload ${compression === 'xzmt' ? 'w7T0.xzdio' : 'w1.gzdio'}`,
    '%define use_source_date_epoch_as_buildtime 1',
    '%define clamp_mtime_to_source_date_epoch 1',
    '%define _buildhost headroom',
    '%description',
    ...description,
    '%install',
    `cp -a "${folder}"/. %{buildroot}/`,
    ...script('post', afterInstall),
    ...script('postun', afterRemove),
    '%files',
    '%defattr(-,root,root,-)',
    ...targets.map((target) => `"${target}"`),
    '',
  ].join('\n')
}
