#!/bin/sh
# Once the files are gone: dpkg says `remove` or `purge`, rpm 0. Nothing is done when another version takes their place.
# Conversations and models are in the home of whoever wrote them, and stay.
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
