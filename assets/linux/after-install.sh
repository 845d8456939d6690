#!/bin/sh
# Runs after the files are installed. dpkg passes `configure`, rpm the number of installed versions.
set -e
app=/opt/Headroom

# Chromium's sandbox uses user namespaces. If only root may create them, the sandbox's helper needs the setuid bit.
if runuser -u nobody -- unshare --user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

# Ubuntu 24.04 allows user namespaces only for programs with an AppArmor profile. Older AppArmor needs no profile and cannot read it.
profile=$app/resources/apparmor-profile
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  cp "$profile" /etc/apparmor.d/headroom
  # In a chroot, where images are built, loading the profile would change the kernel of the host.
  if ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/headroom || true
  fi
fi
