#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Uses a folder as programs do, inside of an app and outside of it: the first word is the folder, the second what is done.
# Prints how often it was told that something is done, in the last line.
import errno, fcntl, mmap, os, signal, sqlite3, subprocess, sys, time

folder, action, *words = sys.argv[1:]
place = lambda name: os.path.join(folder, name)


def database(mode):
    connection = sqlite3.connect(place(f"{mode}.db"), timeout=60, isolation_level=None)
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def commit(mode, rounds):
    done = 0
    try:
        connection = database(mode)
        for number in range(rounds):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO done VALUES (?, ?)", (os.getpid(), number))
            connection.execute("UPDATE total SET count = count + 1")
            connection.execute("COMMIT")
            done += 1
    except sqlite3.OperationalError as error:
        print(error)
    print(done)


def prepare_database(mode):
    connection = database(mode)
    connection.execute(f"PRAGMA journal_mode={mode}")
    connection.execute("CREATE TABLE done (who, number)")
    connection.execute("CREATE TABLE total (count)")
    connection.execute("INSERT INTO total VALUES (0)")


def check_database(mode):
    connection = database(mode)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    rows, = connection.execute("SELECT count(*) FROM done").fetchone()
    total, = connection.execute("SELECT count FROM total").fetchone()
    print(rows if rows == total else f"{rows} rows, {total} counted")


def environment():
    import lmdb
    return lmdb.open(place("lmdb"), map_size=1 << 26, sync=False)


def put(rounds):
    done = 0
    try:
        opened = environment()
        for number in range(rounds):
            with opened.begin(write=True) as transaction:
                transaction.put(f"{os.getpid()} {number}".encode(), b"x")
            done += 1
    except Exception as error:
        print(error)
    print(done)


def add(take, rounds):
    """Reads a number, adds one and writes it, under a lock that is waited for."""
    for _ in range(rounds):
        with open(place("number"), "r+") as file:
            take(file)
            value = int(file.read())
            file.seek(0)
            file.write(str(value + 1))
    print(rounds)


def append(rounds):
    with open(place("log"), "ab", buffering=0) as file:
        for number in range(rounds):
            assert file.write(f"{os.getpid() % 10**8:08} {number:08}\n".encode()) == 18
    print(rounds)


def git(*words):
    person = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "safe.directory=*", "-c", "gc.auto=0"]
    return subprocess.run(["git", *person, "-C", place("repository"), *words], capture_output=True, text=True)


def record(rounds):
    done = 0
    for number in range(rounds):
        name = f"{os.getpid()}-{os.environ.get('LOGNAME', '')}-{number}"
        with open(place(f"repository/{name}"), "w") as file:
            file.write(name)
        # Another has the lock of the index: that is said, and nothing was done.
        for _ in range(1000):
            if git("add", name).returncode == 0:
                break
        done += git("commit", "-m", name, "--", name).returncode == 0
    print(done)


def prepare(kind):
    if kind in ("sqlite", "wal"):
        prepare_database("delete" if kind == "sqlite" else "wal")
    elif kind == "lmdb":
        environment()
    elif kind == "git":
        subprocess.run(["git", "init", "-q", place("repository")], check=True)
    elif kind in ("counter", "flock"):
        with open(place("number"), "w") as file:
            file.write("0")


def check(kind):
    if kind in ("sqlite", "wal"):
        check_database("delete" if kind == "sqlite" else "wal")
    elif kind == "lmdb":
        with environment().begin() as transaction:
            print(transaction.stat()["entries"])
    elif kind == "git":
        assert git("fsck", "--strict").returncode == 0
        print(git("rev-list", "--count", "HEAD").stdout.strip())
    elif kind == "append":
        with open(place("log")) as file:
            lines = file.readlines()
        assert all(len(line) == 18 for line in lines)
        print(len(lines))
    else:
        with open(place("number")) as file:
            print(file.read())


def mapping():
    def number(flags, protection, mode):
        with open(place("letter"), mode) as file:
            try:
                mmap.mmap(file.fileno(), 0, flags, protection)
                return "mapped"
            except OSError as error:
                return errno.errorcode[error.errno]
    shared = [number(mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE, "r+b"), number(mmap.MAP_SHARED, mmap.PROT_READ, "rb")]
    with open(place("letter"), "rb") as file:
        private = mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
        print(f"{' '.join(shared)}, private: {private[:].decode()}", end="")


def hold():
    file = open(place("letter"), "r+")
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("held", flush=True)
    signal.pause()


def wait():
    signal.signal(signal.SIGALRM, lambda *_: None)
    report, children = os.pipe(), []
    for index in range(41):
        if (child := os.fork()) == 0:
            file = open(place("letter"), "r+")
            if index == 0:
                # Python itself would try again.
                import ctypes
                libc = ctypes.CDLL(None, use_errno=True)
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                data = ctypes.create_string_buffer(32)
                data[0] = fcntl.F_WRLCK
                libc.fcntl(file.fileno(), fcntl.F_SETLKW, data)
                print("interrupted", ctypes.get_errno(), flush=True)
                os._exit(0)
            fcntl.lockf(file, fcntl.LOCK_EX)
            os.write(report[1], b"x")
            os._exit(0)
        children.append(child)
    os.waitpid(children.pop(0), 0)
    with open(place("letter")) as file:
        print("meanwhile", file.read(), end="", flush=True)
    for child in children:
        os.waitpid(child, 0)
    print("taken", len(os.read(report[0], 4096)), flush=True)


actions = {
    "prepare": prepare, "check": check, "mapping": mapping, "hold": hold, "wait": wait,
    "sqlite": lambda rounds: commit("delete", int(rounds)), "wal": lambda rounds: commit("wal", int(rounds)),
    "lmdb": lambda rounds: put(int(rounds)), "append": lambda rounds: append(int(rounds)),
    "counter": lambda rounds: add(lambda file: fcntl.lockf(file, fcntl.LOCK_EX), int(rounds)),
    "flock": lambda rounds: add(lambda file: fcntl.flock(file, fcntl.LOCK_EX), int(rounds)),
    "git": lambda rounds: record(int(rounds)),
}
actions[action](*words)
