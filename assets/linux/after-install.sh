#!/bin/sh
# Once the files are in place: dpkg calls it with `configure`, rpm with the number of versions that are installed.
set -e
app=/opt/Headroom

# Chromium's sandbox makes user namespaces. Where the kernel lets no ordinary user make them, its helper has to be root's.
if runuser -u nobody -- unshare --user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

# Ubuntu 24.04 lets only programs with a profile make them. Older AppArmor does not know such a profile, and needs none.
profile=$app/resources/apparmor-profile
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  cp "$profile" /etc/apparmor.d/headroom
  # In a chroot, where images are made, there is no kernel of its own to tell.
  if ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/headroom || true
  fi
fi
