#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An app that tries to get out of its sandbox, or into another's place: a line `NAME: refused REASON` or `NAME: OUT` for each way.

Its arguments: the path of another app's container on the machine, the process number of a process outside, the path of the
machine's broker socket, the path of a file that the person may read, an abstract socket's name that somebody outside listens on.
"""
import array
import ctypes
import errno
import mmap
import os
import signal
import socket
import stat
import struct
import sys

CONTAINER, OUTSIDE, BROKER, FILE, ABSTRACT = sys.argv[1:6]
OUTSIDE = int(OUTSIDE)
libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
# Numbers of x86-64 and of the generic table.
NUMBERS = {
    "ptrace": (101, 117), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "bpf": (321, 280), "perf_event_open": (298, 241), "io_uring_setup": (425, 425), "userfaultfd": (323, 282),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "kexec_load": (246, 104), "init_module": (175, 105), "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264), "reboot": (169, 142), "swapon": (167, 224), "sethostname": (170, 161),
    "settimeofday": (164, 170), "clone": (56, 220), "clone3": (435, 435), "kcmp": (312, 272), "open_tree": (428, 428),
    "fsopen": (430, 430), "move_mount": (429, 429), "personality": (135, 92), "acct": (163, 89), "iopl": (172, 9999),
    "syslog": (103, 116), "quotactl": (179, 60), "lookup_dcookie": (212, 18),
}


class Refused(Exception):
    pass


def call(name, *arguments):
    number = NUMBERS[name][0 if X86 else 1]
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def need(condition, reason):
    if not condition:
        raise Refused(reason)


WAYS = []


def way(function):
    WAYS.append((function.__name__.replace("_", " "), function))
    return function


# MARK: files

@way
def read_a_file_of_the_person(): open(FILE).read()


@way
def list_another_apps_container(): os.listdir(CONTAINER)


@way
def list_the_home_folders(): need([n for f in ("/home", "/root") for n in os.listdir(f)], "empty")


@way
def follow_a_symbolic_link_out_of_the_container():
    link = os.path.join(os.environ["HOME"], "way-out")
    if not os.path.lexists(link):
        os.symlink(FILE, link)
    open(link).read()


@way
def hard_link_a_file_into_the_container(): os.link(FILE, os.path.join(os.environ["HOME"], "linked"))


@way
def climb_above_the_root():
    os.chdir("/")
    for _ in range(40):
        os.chdir("..")
    open("." + FILE).read()


@way
def climb_through_an_open_folder():
    folder = os.open("/", os.O_RDONLY)
    os.stat("../.." + FILE, dir_fd=folder)


@way
def read_through_the_root_of_a_process_outside(): open(f"/proc/{OUTSIDE}/root{FILE}").read()


@way
def read_through_the_root_of_the_first_process(): open(f"/proc/1/root{FILE}").read()


@way
def read_through_its_own_root(): open(f"/proc/self/root{FILE}").read()


@way
def use_the_machines_tmp():
    need([n for n in os.listdir("/tmp") if n.startswith("bailey-outside")], "not there")


@way
def change_its_own_bundle():
    bundle = os.path.dirname(os.path.abspath(sys.argv[0]))
    open(os.path.join(bundle, "added"), "w").close()


@way
def change_the_systems_programs(): open("/usr/bin/added", "w").close()


@way
def make_a_set_user_ID_program_that_counts():
    path = os.path.join(os.environ["HOME"], "suid")
    open(path, "w").write("x")
    os.chmod(path, 0o4755)
    need(not os.statvfs(path).f_flag & os.ST_NOSUID, "nosuid")


@way
def open_a_file_by_its_handle():
    buffer = ctypes.create_string_buffer(128)
    struct.pack_into("I", buffer, 0, 120)
    mount = ctypes.c_int()
    call("name_to_handle_at", -100, b"/", buffer, ctypes.byref(mount), 0)


# MARK: devices and the kernel

@way
def make_a_device_node(): os.mknod("/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(8, 0))


@way
def open_the_memory_of_the_machine(): open("/dev/mem", "rb").read(1)


@way
def open_the_fuse_device(): os.open("/dev/fuse", os.O_RDWR)


@way
def open_kernel_messages(): open("/dev/kmsg").read(1)


@way
def change_the_core_pattern():
    # What is there: a sandbox that fails must not leave the machine changed.
    pattern = open("/proc/sys/kernel/core_pattern").read()
    open("/proc/sys/kernel/core_pattern", "w").write(pattern)


@way
def change_any_setting_of_the_machine():
    for folder, _, names in os.walk("/proc/sys"):
        for name in names:
            path = os.path.join(folder, name)
            try:
                os.close(os.open(path, os.O_WRONLY))
            except OSError:
                continue
            return
    raise Refused("all read-only")


@way
def trigger_a_system_request(): os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY))


@way
def write_to_sysfs(): os.close(os.open("/sys/kernel/uevent_helper", os.O_WRONLY))


@way
def read_the_real_machine_id():
    need(open("/etc/machine-id").read().strip() == os.environ.get("REAL_MACHINE", ""), "another")


# MARK: processes

@way
def trace_a_process_outside(): call("ptrace", 16, OUTSIDE, 0, 0)


@way
def trace_its_own_parent(): call("ptrace", 16, os.getppid(), 0, 0)


@way
def read_memory_of_a_process_outside(): open(f"/proc/{OUTSIDE}/mem", "rb").read(1)


@way
def read_memory_by_call():
    local = ctypes.create_string_buffer(8)
    vector = struct.pack("QQ", ctypes.addressof(local), 8)
    call("process_vm_readv", OUTSIDE, vector, 1, vector, 1, 0)


@way
def signal_a_process_outside(): os.kill(OUTSIDE, 0)


@way
def open_a_process_outside(): call("pidfd_open", OUTSIDE, 0)


@way
def take_a_descriptor_of_another_process():
    handle = call("pidfd_open", os.getppid(), 0)
    call("pidfd_getfd", handle, 0, 0)


@way
def see_processes_outside():
    need([n for n in os.listdir("/proc") if n.isdigit() and int(n) > 1000], "none")


@way
def read_what_the_kernel_tells_root_alone():
    readable = []
    names = "kcore kmsg kpagecgroup kpagecount kpageflags pagetypeinfo slabinfo timer_list vmallocinfo"
    for name in names.split():
        try:
            handle = os.open("/proc/" + name, os.O_RDONLY | os.O_NONBLOCK)
            readable += [name] if os.read(handle, 8) else []
        except OSError:
            pass
    need(readable, "none")


@way
def compare_descriptors_of_processes(): call("kcmp", os.getpid(), os.getppid(), 0, 0, 0)


# MARK: namespaces and mounts

@way
def make_a_user_namespace(): call("unshare", 0x10000000)


@way
def clone_into_a_user_namespace():
    child = call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)


@way
def clone_by_the_newer_call():
    arguments = struct.pack("8Q", 0x10000000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    child = call("clone3", arguments, len(arguments))
    if child == 0:
        os._exit(0)


@way
def enter_a_namespace_outside():
    call("setns", os.open(f"/proc/{os.getppid()}/ns/user", os.O_RDONLY), 0)


@way
def mount_a_filesystem(): call("mount", b"none", b"/tmp", b"tmpfs", 0, None)


@way
def mount_by_the_newer_calls(): call("fsopen", b"tmpfs", 0)


@way
def copy_a_mount_tree(): call("open_tree", -100, b"/", 1)


@way
def unmount_its_root(): call("umount2", b"/proc/sys/kernel/random/boot_id", 2)


@way
def change_its_root(): call("chroot", b"/tmp")


@way
def change_its_host_name(): call("sethostname", b"x", 1)


# MARK: the kernel's rarer parts

@way
def use_keys_of_the_kernel(): call("keyctl", 0, -3, 0, 0, 0)


@way
def load_bpf(): call("bpf", 0, ctypes.create_string_buffer(128), 128)


@way
def use_io_uring(): call("io_uring_setup", 4, ctypes.create_string_buffer(128))


@way
def use_performance_counters(): call("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1, 0)


@way
def handle_page_faults(): call("userfaultfd", 0)


@way
def load_a_module(): call("init_module", b"x", 1, b"")


@way
def replace_the_kernel(): call("kexec_load", 0, 0, 0, 0)


@way
def reboot_the_machine(): call("reboot", 0, 0, 0, 0)


@way
def set_the_clock(): call("settimeofday", None, None)


@way
def read_the_kernels_log(): call("syslog", 3, ctypes.create_string_buffer(16), 16)


# MARK: terminals and sockets

def terminal_request(number):
    leader, follower = os.openpty()
    import fcntl
    fcntl.ioctl(follower, number, b"x")


@way
def push_characters_into_a_terminal(): terminal_request(0x5412)


@way
def push_characters_with_upper_bits_set():
    leader, follower = os.openpty()
    if libc.syscall(16 if X86 else 29, ctypes.c_long(follower), ctypes.c_ulong(0x100005412), b"x") < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@way
def paste_into_a_console(): terminal_request(0x541C)


@way
def connect_to_an_abstract_socket():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.connect("\0" + ABSTRACT)


@way
def connect_to_the_machines_broker():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    s.connect(BROKER)


@way
def connect_to_the_session_bus():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.connect(f"/run/user/{os.getuid()}/bus")


@way
def connect_to_the_system_bus():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.connect("/run/dbus/system_bus_socket")


@way
def connect_to_X11():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        s.connect("\0/tmp/.X11-unix/X0")
    except OSError:
        s.connect("/tmp/.X11-unix/X0")


@way
def reach_the_network():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    s.settimeout(2)
    s.connect(("1.1.1.1", 53))


@way
def reach_a_service_of_this_machine():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    s.settimeout(2)
    s.connect(("127.0.0.1", int(os.environ.get("OUTSIDE_PORT", "1"))))


@way
def open_a_raw_socket(): socket.socket(socket.AF_PACKET, socket.SOCK_RAW)


@way
def open_a_socket_to_the_hypervisor(): socket.socket(40, socket.SOCK_STREAM)


@way
def open_a_socket_to_the_kernels_ciphers(): socket.socket(38, socket.SOCK_SEQPACKET)


# MARK: another's place

def broker_name():
    """What `baileyd` is called in the sandbox's own network."""
    return "\0" + os.readlink(f"/run/user/{os.getuid()}/bailey/broker.sock")[1:]


# Of a message of the connection, a refusal, and why.
NOT_PERMITTED = bytes([1, 71, 2])


class Client:
    """The broker's protocol, far enough to ask which groups one has: hello, then access."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(broker_name())
        challenge = self.socket.recv(4096)
        nonce = challenge[6:22]
        self.socket.send(struct.pack(">IBBBB", 2 + 2 + 16 + 2, 1, 1, 2, 255) + nonce + b"\0\0")
        self.socket.recv(4096)

    def ask(self, number, fields=b""):
        self.socket.send(struct.pack(">IBH", 3 + len(fields), 2, number) + fields)
        return self.socket.recv(65536)


def groups():
    return Client().ask(0x0201)


@way
def be_nobody_at_its_own_socket(): need(b"org.example.Escape" not in groups(), "known by its socket")


def in_a_child(body):
    """Whether the body succeeds in a child process that ends."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if body() else 1)
        except BaseException:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@way
def be_another_app_from_a_memory_file():
    descriptor = os.memfd_create("Ledger", 0)
    os.write(descriptor, open("/usr/bin/true", "rb").read())

    def body():
        os.execve(descriptor, ["org.example.Ledger"], os.environ)

    in_a_child(body)
    need(b"org.example.Ledger" in groups(), "still itself")


@way
def be_another_app_by_a_name():
    libc.prctl(15, b"Ledger", 0, 0, 0)
    sys.argv[0] = "/app/Ledger.app/Ledger"
    need(b"org.example.Ledger" in groups(), "still itself")


@way
def be_another_app_with_a_forged_process_number():
    """Credentials of another process in the messages, as `SO_PASSCRED` lets root send them."""
    client = Client()
    credentials = struct.pack("3i", 1, os.getuid(), os.getgid())
    client.socket.sendmsg(
        [struct.pack(">IBH", 3, 2, 0x0201)], [(socket.SOL_SOCKET, 2, credentials)])
    need(client.socket.recv(65536), "ended")


@way
def be_another_app_on_a_connection_that_was_passed_on():
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    if os.fork() == 0:
        client = Client()
        near.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [client.socket.fileno()]))])
        os._exit(0)
    _, ancillary, _, _ = far.recvmsg(1, 64)
    passed = socket.socket(fileno=struct.unpack("i", ancillary[0][2][:4])[0])
    passed.send(struct.pack(">IBH", 3, 2, 0x0201))
    need(passed.recv(65536), "ended")


@way
def ask_as_the_command_line():
    answer = Client().ask(0x0206)
    need(answer[4:7] != NOT_PERMITTED, "not permitted")


@way
def start_another_app():
    identifier = b"org.example.Ledger"
    answer = Client().ask(0x0408, struct.pack(">I", len(identifier)) + identifier + b"\0")
    need(answer[4:7] != NOT_PERMITTED, "not permitted")


@way
def trust_an_authority():
    answer = Client().ask(0x0401, struct.pack(">I", 3) + b"abc")
    need(answer[4:7] != NOT_PERMITTED, "not permitted")


@way
def find_the_instances_files():
    need([n for n in ("enclave.sock", "supervisor.sock") if os.path.exists(f"/run/user/{os.getuid()}/bailey/{n}")], "none")


@way
def listen_at_its_own_sockets_place():
    socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).bind(broker_name())


@way
def gain_capabilities():
    text = open("/proc/self/status").read()
    effective = [l.split()[1] for l in text.splitlines() if l.startswith(("CapEff", "CapPrm", "CapBnd", "CapInh"))]
    need(any(int(e, 16) for e in effective), "none")


@way
def gain_privileges_by_a_program():
    text = open("/proc/self/status").read()
    need("NoNewPrivs:\t0" in text, "no new privileges")


def main():
    for name, body in WAYS:
        try:
            body()
            print(f"{name}: OUT", flush=True)
        except Refused as reason:
            print(f"{name}: refused ({reason})", flush=True)
        except OSError as error:
            print(f"{name}: refused ({errno.errorcode.get(error.errno, error)})", flush=True)
        except Exception as error:
            print(f"{name}: refused ({type(error).__name__} {error})", flush=True)


main()
