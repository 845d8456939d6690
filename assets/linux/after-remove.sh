#!/bin/sh
# Runs after the files are removed. dpkg passes `remove` or `purge`, rpm 0. Does nothing if another version is installed.
# Conversations and models are in the users' home folders and stay there.
set -e
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
if [ -f /etc/apparmor.d/headroom ]; then
  if ! { command -v ischroot >/dev/null && ischroot; } && command -v apparmor_parser >/dev/null; then
    apparmor_parser --remove /etc/apparmor.d/headroom || true
  fi
  rm -f /etc/apparmor.d/headroom
fi
