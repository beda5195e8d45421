#!/bin/bash
# The service on a plain Debian, judged by its systemd: rig/service.sh boots the machine and runs this in it, as root, once before and
# once after a restart of the machine. Prints a line for each thing that was looked at; the status goes to the second serial port.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin LC_ALL=C.UTF-8 SYSTEMD_PAGER= SYSTEMD_COLORS=0
here=/opt/imu-rt
failures=0
# What the service said from then on is looked at.
since=1970-01-01

check() { # WHAT COMMAND...: the command must succeed
  local what=$1 said
  shift
  if said=$("$@" 2>&1); then echo "ok      $what"; else
    echo "FAILED  $what"
    [ -z "$said" ] || echo "$said" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}
is() { [ "$1" = "$2" ] || { echo "'$1', expected '$2'"; return 1; }; }
contains() { [[ $1 == *"$2"* ]] || { echo "'$1' lacks '$2'"; return 1; }; }
at_most() { [ "$1" -le "$2" ] || { echo "$1, at most $2 expected"; return 1; }; }
at_least() { [ "$1" -ge "$2" ] || { echo "$1, at least $2 expected"; return 1; }; }
not() { ! "$@"; }
property() { systemctl show imu-rt --property "$1" --value; }
# Waits for a state of the unit, 120 s at most.
until_unit() { # PROPERTY VALUE
  local tries
  for ((tries = 0; tries < 240; tries++)); do
    [ "$(property "$1")" = "$2" ] && return
    sleep 0.5
  done
  is "$(property "$1")" "$2"
}
# Waits for a line of the service's, 120 s at most.
until_said() {
  local tries
  for ((tries = 0; tries < 240; tries++)); do
    [[ $(said) == *"$1"* ]] && return
    sleep 0.5
  done
  contains "$(said)" "$1"
}
said() { journalctl --quiet --unit imu-rt --output cat --since "$since"; }
begin() { since=$(date '+%F %T'); sleep 1; }
configure() { mkdir -p /etc/imu-rt && cat >/etc/imu-rt/config.json5; }
read_pipe() { timeout 60 head -n "$1" /run/imu-rt/motion; }
stopped_cleanly() {
  is "$(property Result) $(property ExecMainCode) $(property ExecMainStatus)" "success 1 0"
}
finish() {
  journalctl --quiet --sync
  echo "$1" >/dev/ttyS1
  systemctl poweroff 2>/dev/null
  exit
}

threads() { # what the threads of the service are scheduled by: name, policy, priority
  local task
  for task in /proc/"$(property MainPID)"/task/*; do
    echo "$(cat "$task/comm") $(chrt -p "${task##*/}" | sed 's/.*: //' | tr '\n' ' ')"
  done 2>/dev/null # some end meanwhile
}

installed() {
  is "$(systemctl is-enabled imu-rt)" enabled
}

before_install() {
  check "a plain system: no group i2c" not getent group i2c
  check "no group gpio" not getent group gpio
}

# Only the unit, as somebody copies it: it has no user, says so once, and does not try for ever.
unit_alone() {
  begin
  install -D -m 755 $here/.build/release/imu-rt /usr/local/bin/imu-rt
  cp $here/config/imu-rt.service /etc/systemd/system/
  configure <$here/config/simulated.json5
  systemctl daemon-reload
  check "the unit alone does not start" not systemctl start imu-rt
  sleep 12
  check "it has failed for want of its user" is "$(property ActiveState) $(property ExecMainStatus)" "failed 217"
  check "and was not tried again" is "$(property NRestarts)" 0
  systemctl reset-failed imu-rt
  rm -r /etc/imu-rt
}

install_all() {
  check "make install" make -C $here --no-print-directory install
  check "group i2c" getent group i2c
  check "group gpio" getent group gpio
  check "the user is a member of both" is "$(id -nG imu-rt | tr ' ' '\n' | sort | tr '\n' ' ')" "gpio i2c imu-rt "
  check "twice makes no difference" make -C $here --no-print-directory install
  local verdict
  verdict=$(systemd-analyze verify /etc/systemd/system/imu-rt.service 2>&1)
  check "systemd-analyze verify has nothing to say" is "$verdict" ""
  # Debian 13 has it, Debian 12 does not.
  if udevadm verify --help >/dev/null 2>&1; then
    check "udevadm verify" udevadm verify --no-summary /etc/udev/rules.d/99-imu-rt.rules
  fi
  echo "        $(systemd-analyze security --no-pager imu-rt 2>&1 | tail -n 1)"
}

without_configuration() {
  systemctl start imu-rt
  check "without a configuration it does not run" is "$(property ActiveState) $(property NRestarts)" "inactive 0"
  check "and its status has the file that is missing" contains "$(systemctl status imu-rt 2>&1)" \
    "ConditionPathExists=/etc/imu-rt/config.json5"
}

with_a_mistake() {
  configure <<<'{ simulate: {}, sampelRate: 200 }'
  begin
  systemctl start imu-rt
  check "with a mistake in the configuration it says which" until_said "config.json5: unknown key 'sampelRate'"
  systemctl stop imu-rt
  systemctl reset-failed imu-rt 2>/dev/null
}

# So many tries, then the end; the drop-in only makes them quick, and few.
without_bus() {
  begin
  check "thirty tries in a quarter of an hour" is "$(property StartLimitBurst) $(property StartLimitIntervalUSec)" "30 15min"
  mkdir -p /etc/systemd/system/imu-rt.service.d
  printf '[Unit]\nStartLimitBurst=6\n[Service]\nRestartSec=100ms\n' >/etc/systemd/system/imu-rt.service.d/quick.conf
  systemctl daemon-reload
  systemctl start imu-rt
  check "without a bus it ends as failed" until_unit ActiveState failed
  check "after six tries, where six are allowed" is "$(property NRestarts)" 6
  check "each of which said why" is "$(said | grep -c '^imu-rt: ')" 6
  echo "        $(said | grep -m 1 '^imu-rt: ')"
  sleep 3
  check "and there it stays" is "$(property ActiveState)" failed
  rm -r /etc/systemd/system/imu-rt.service.d
  systemctl daemon-reload
  systemctl reset-failed imu-rt
}

streams() {
  begin
  check "systemctl enable --now" systemctl enable --now imu-rt
  check "it runs" is "$(property ActiveState) $(property SubState)" "active running"
  check "as imu-rt" is "$(stat -c %U /proc/"$(property MainPID)")" imu-rt
  check "its pipe is the group's to read" is "$(stat -c '%F %a %U:%G' /run/imu-rt/motion)" "fifo 640 imu-rt:imu-rt"
  local lines
  lines=$(read_pipe 100)
  check "100 lines out of the pipe" is "$(echo "$lines" | grep -c '^{.*}$')" 100
  check "with values" contains "$lines" '"qw":'
  check "another reader, later" is "$(read_pipe 20 | grep -c '^{')" 20
}

rights() {
  local found
  found=$(threads)
  check "the acquisition thread's priority is granted" contains "$found" "imu-acquisition SCHED_FIFO 80"
  check "the fusion thread's, too" contains "$found" "imu-fusion SCHED_FIFO 70"
  check "memory is locked" at_least "$(awk '/VmLck/ { print $2 }' /proc/"$(property MainPID)"/status)" 1024
  check "what was found is in the journal" until_said "edges from "
  check "nothing was refused" not grep 'refused (' <(said)
}

# A minute in which nobody reads: what is written, and where.
keeps_nothing() {
  local journal run disk
  journal=$(said | wc -c) run=$(df --output=used -k /run | tail -n 1) disk=$(df --output=used -k / | tail -n 1)
  sleep 60
  check "a minute adds at most 1 KiB to the journal ($(($(said | wc -c) - journal)) bytes)" at_most $(($(said | wc -c) - journal)) 1024
  check "and 64 KiB to /run ($(($(df --output=used -k /run | tail -n 1) - run)) KiB)" at_most $(($(df --output=used -k /run | tail -n 1) - run)) 64
  check "and 64 KiB to the disk ($(($(df --output=used -k / | tail -n 1) - disk)) KiB)" at_most $(($(df --output=used -k / | tail -n 1) - disk)) 64
  check "who reads then is told what was left out" at_least "$(read_pipe 100 | grep -c '"event":"not_printed"')" 1
}

stops() { # WHAT
  local begun=${EPOCHREALTIME/./}
  check "systemctl stop, $1" systemctl stop imu-rt
  echo "        took $(((${EPOCHREALTIME/./} - begun) / 1000)) ms"
  check "with status 0" stopped_cleanly
  check "and its pipe is gone" not test -e /run/imu-rt
}

# Events without end: what the journal takes of them is bounded.
noisy() {
  cat >/etc/imu-rt/faults.json5 <<'END'
{ faults: [ { atSeconds: 1, everySeconds: 0.1, fault: "noAcknowledge", times: 3 } ] }
END
  configure <<<'{ simulate: { faults: "faults.json5" } }'
  begin
  systemctl start imu-rt
  local pipe
  pipe=$(timeout 60 cat /run/imu-rt/motion | grep -c '"event"')
  check "a chip that fails all the time: events in a minute ($pipe)" at_least "$pipe" 500
  # That minute has parts of two of journald's; it allows up to four times the unit's figure where the disk has 4 GB to spare.
  check "in the journal ($(said | wc -l) lines)" at_most "$(said | wc -l)" 240
  systemctl stop imu-rt
}

# A simulated chip behind this kernel's own bus and line, and the udev rule that opens them. Bus and chip come some time after the
# service, as they may when a board boots.
real_bus() {
  local bus=/dev/i2c-0
  configure <<END
{ bus: "$bus", address: 0x68, interrupt: { chip: "imu-rig", line: "IMU_68_INT" } }
END
  begin
  systemctl start imu-rt
  check "without its bus it tries again" until_unit NRestarts 1
  modprobe -a i2c-dev imu_rig
  systemd-run --quiet --unit chip $here/.build/release/imu-rt simulate --kernel --chip mpu6050
  check "once bus and chip are there it runs by the chip's edges" until_said "edges from"
  local lines
  lines=$(read_pipe 200)
  check "and streams" is "$(echo "$lines" | grep -c '^{"seq"')" "$(echo "$lines" | grep -vc '"event"')"
  check "the bus is the group i2c's" is "$(stat -c '%a %G' "$bus")" "660 i2c"
  check "GPIO chips are the group gpio's" is "$(stat -c '%a %G' /dev/gpiochip* | sort -u)" "660 gpio"
  rights
  stops "from a real bus"
  check "doctor, as the service's user, finds the chip" contains \
    "$(setpriv --reuid imu-rt --regid imu-rt --init-groups imu-rt doctor --config /etc/imu-rt/config.json5)" \
    "ok       $bus address 0x68: MPU-6050, WHO_AM_I 0x68"
  systemctl stop chip
}

case $(cat /var/lib/judge 2>/dev/null) in
  '')
    echo "service: $(. /etc/os-release && echo "$PRETTY_NAME"), $(systemctl --version | head -n 1), Linux $(uname -r)"
    before_install
    unit_alone
    install_all
    without_configuration
    configure <$here/config/mpu6050.json5
    without_bus
    with_a_mistake
    configure <$here/config/simulated.json5
    streams
    rights
    keeps_nothing
    systemctl kill --signal KILL imu-rt
    check "killed, it is started again" until_unit NRestarts 1
    check "and runs" until_unit ActiveState active
    # A stop before the first sample ends with status 1, as every run without one.
    read_pipe 1 >/dev/null
    stops "with nobody at the pipe"
    systemctl start imu-rt
    read_pipe 1 >/dev/null
    sleep 60 </run/imu-rt/motion &
    stops "with a reader that does not read"
    kill %1
    real_bus
    noisy
    [ $failures = 0 ] || finish $failures
    configure <$here/config/simulated.json5
    echo restarted >/var/lib/judge
    systemctl reboot 2>/dev/null
    ;;
  *)
    check "after a restart of the machine it runs by itself" until_unit ActiveState active
    check "at the first try" is "$(property NRestarts)" 0
    check "and streams" is "$(read_pipe 20 | grep -c '^{')" 20
    rights
    check "nothing on the system has failed" is "$(systemctl --failed --plain --no-legend)" ""
    check "make uninstall" make -C $here --no-print-directory uninstall
    check "leaves no unit" not systemctl cat imu-rt
    finish $failures
    ;;
esac
