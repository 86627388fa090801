"""Work done by a Dask cluster: the same bytes as from our own processes, and what is told when something is amiss."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulecheck import __version__
from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.conform.driver.program import Command
from rulecheck.properties.conform.search.game_worker import Copies
from rulecheck.properties.runtime import cluster
from rulecheck.properties.runtime.cluster import Cluster, ClusterError, Room, _trouble, connect
from rulecheck.properties.runtime.progress import Progress
from rulecheck.properties.runtime.workers import Job
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy

distributed: Any = pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster in this process: quick to begin."""
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster, set_as_default=False) as there,
    ):
        yield there


class Shared(Cluster):
    """Workers that leave the client to the next test."""

    def __init__(self, room: Callable[[], Any], client: Any) -> None:
        super().__init__(room, client)

    def close(self) -> None:
        pass


def campaign(**more: Any) -> CampaignResult:
    rules = [toy(2, ("silent",)), toy(3, ("silent",))]
    return Campaign(
        rules=rules, properties=["tests.toy.trader"], build=trader.build, clauses=CLAUSES, seed=7,
        shrink_steps=2000, **{"games": 40, **more},
    ).run()  # fmt: skip


def as_bytes(result: CampaignResult) -> bytes:
    return json.dumps(result.to_json()).encode()


def test_a_cluster_gives_the_same_bytes_as_this_process(client: Any) -> None:
    far = campaign(workers=lambda room: Shared(room, client))

    assert far.notes == []
    assert as_bytes(far) == as_bytes(campaign(jobs=1))


def test_another_size_of_the_rounds_is_another_campaign() -> None:
    """The twin of the test above: what is planned together does decide what is played."""
    assert as_bytes(campaign(jobs=1, round=40)) != as_bytes(campaign(jobs=1))


def room() -> int:
    return 7


def times(room: int, number: int) -> int:
    return room * number


def test_answers_come_with_the_numbers_of_their_jobs(client: Any) -> None:
    workers = Shared(room, client)

    assert dict(workers.map(iter([Job(n, (n,)) for n in range(9)]), times, "at")) == {n: 7 * n for n in range(9)}


class Counting(Shared):
    """How many jobs were handed out together, each time."""

    def __init__(self, room: Callable[[], Any], client: Any) -> None:
        super().__init__(room, client)
        self.together: list[int] = []

    def _submit(self, jobs: list[Job], work: Any) -> bool:
        self.together.append(len(jobs))
        return super()._submit(jobs, work)


def test_short_jobs_are_handed_out_together_and_shared_by_all(client: Any) -> None:
    workers = Counting(room, client)
    answers = dict(workers.map(iter([Job(n, (n,)) for n in range(60)]), times, "at"))

    assert answers == {n: 7 * n for n in range(60)}
    assert workers.together[:4] == [1, 1, 1, 1], "nobody knows yet how long they take"
    assert 4 < max(workers.together) <= 8


def test_long_jobs_are_handed_out_one_by_one(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of the test above: none waits behind another."""
    monkeypatch.setattr(cluster, "_WORTH", 0.0)
    workers = Counting(room, client)

    assert len(dict(workers.map(iter([Job(n, (n,)) for n in range(20)]), times, "at"))) == 20
    assert workers.together == [1] * 20


def fails(room: int, number: int) -> int:
    return room // (number - 9)


def test_what_a_job_raises_is_raised_here_also_if_others_are_with_it(client: Any) -> None:
    workers = Shared(room, client)
    with pytest.raises(ZeroDivisionError):
        list(workers.map(iter([Job(n, (n,)) for n in range(20)]), fails, "at"))


def test_nothing_new_is_begun_once_they_are_told_to_drop_it(client: Any) -> None:
    workers = Shared(room, client)
    answers = []
    for answer in workers.map(iter([Job(n, (n,)) for n in range(50)]), times, "at"):
        answers.append(answer)
        workers.drop()

    assert 1 <= len(answers) <= 40


class FromElsewhere:
    """A room whose rules only this machine can make."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _missing, ()


def _missing() -> None:
    raise ModuleNotFoundError("No module named 'mygame'")


def test_a_worker_that_cannot_make_the_rules_is_named(client: Any) -> None:
    with pytest.raises(
        ClusterError, match=r"worker .* cannot read the rules .*No module named 'mygame'.*installed there"
    ):
        Shared(FromElsewhere(), client)  # type: ignore[arg-type]  # never called


def test_a_worker_without_the_program_to_be_driven_is_named(client: Any) -> None:
    with pytest.raises(ClusterError, match=r"worker .* cannot start no-such-bot: no program no-such-bot on the PATH"):
        Shared(Copies(Command(("no-such-bot",)), {}), client)


class Bare:
    """A scheduler whose workers have nothing installed, or another rulecheck."""

    def __init__(self, told: Callable[[Any], Any]) -> None:
        self._told = told

    def nthreads(self) -> dict[str, int]:
        return {"tcp://bare:1": 1}

    def run(self, function: Any, *given: Any, on_error: str) -> dict[str, Any]:
        return {"tcp://bare:1": self._told(function)}

    def cancel(self, futures: Any, force: bool) -> None:
        pass

    def close(self, timeout: float) -> None:
        pass


@pytest.mark.parametrize("told", [lambda function: None, lambda function: ModuleNotFoundError("rulecheck")])
def test_a_worker_without_the_package_is_named(told: Callable[[Any], Any]) -> None:
    with pytest.raises(ClusterError, match="worker tcp://bare:1 has no rulecheck: install it there"):
        Cluster(room, Bare(told))


def test_a_worker_with_another_version_is_named() -> None:
    here = Room.of(room)

    assert (
        _trouble(here, "0.0.9") == f"has rulecheck {__version__}, this machine 0.0.9: install the same version on both"
    )
    assert _trouble(here, __version__) == ""


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("localhost:8786", "localhost:8786: expected dask://HOST:PORT, tls://HOST:PORT, or dask:// for"),
        ("tls://", "tls://: expected"),
        ("tcp://localhost:8786", "expected dask://"),
    ],
)
def test_an_address_that_is_none_is_told(address: str, why: str) -> None:
    with pytest.raises(ClusterError, match=why):
        connect(address, 2)


def test_a_cluster_that_loses_all_its_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a killed worker is not begun again: nothing waits without an end."""
    monkeypatch.setattr(cluster, "_ALONE", 0.5)
    place = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0")
    workers = Cluster(room, distributed.Client(place, set_as_default=False), owned=place)
    answers = []
    try:
        for answer in workers.map(iter([Job(n, (n,)) for n in range(5000)]), slowly, "at game"):
            answers.append(answer)
            if len(answers) == 3:
                place.scale(0)
    finally:
        workers.close()

    assert 3 <= len(answers) < 5000
    assert any("there was no worker" in note for note in workers.notes), workers.notes


# With processes of their own


def slowly(room: int, number: int) -> int:
    return sum(range(200_000)) * 0 + room * number


def killing(room: int, number: int) -> int:
    """The fifth job ends its worker, wherever it is done."""
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return room * number


@pytest.mark.campaign
def test_a_job_that_kills_its_workers_is_lost_and_the_others_are_not() -> None:
    workers = connect("dask://", 2)(room)
    try:
        answers = dict(workers.map(iter([Job(n, (n,)) for n in range(12)]), killing, "at game"))
    finally:
        workers.close()

    lost = {n for n, answer in answers.items() if answer is None}
    assert answers.keys() == set(range(12)), "each is answered, or told as lost"
    assert 5 in lost
    assert len(lost) <= 4, "those that waited at the same workers go with it, for all that Dask knows"
    for number in lost:
        assert any(f"were killed while they were at game {number};" in note for note in workers.notes), workers.notes


@pytest.mark.campaign
def test_a_worker_that_is_killed_on_the_way_changes_nothing_in_the_answer() -> None:
    made: list[Cluster] = []
    killed: list[int] = []

    def make(room: Callable[[], Any]) -> Cluster:
        made.append(connect("dask://", 2)(room))
        return made[0]

    def kill_a_worker(now: Progress) -> None:
        if now.games >= 5 and not killed:
            killed.append(next(iter(made[0]._client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    far = campaign(workers=make, progress=kill_a_worker, games=400)

    assert killed
    assert as_bytes(evolve(far, notes=[])) == as_bytes(campaign(jobs=1, games=400))
    assert all("was lost; others do its work again" in note for note in far.notes), far.notes


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and a worker as somebody starts them: the scheduler's address and its process."""
    file = tmp_path / "scheduler.json"
    begin = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*begin, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)],
        stderr=subprocess.DEVNULL,
    )
    worker = subprocess.Popen(
        [*begin, "worker", "--nthreads", "1", "--no-dashboard", "--scheduler-file", str(file), "--death-timeout", "30"],
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
    )
    try:
        client = distributed.Client(scheduler_file=str(file), timeout=30, set_as_default=False)
        client.wait_for_workers(1, timeout=30)
        address = client.scheduler_info()["address"]
        client.close()
        yield address.removeprefix("tcp://"), scheduler
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


@pytest.mark.campaign
def test_a_killed_scheduler_ends_the_work_early_and_says_so(machines: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, scheduler = machines
    workers = connect(f"dask://{address}", 1)(room)
    answers = []
    try:
        for answer in workers.map(iter([Job(n, (n,)) for n in range(5000)]), slowly, "at game"):
            answers.append(answer)
            if len(answers) == 3:
                scheduler.kill()
    finally:
        workers.close()

    assert 3 <= len(answers) < 5000
    assert any("the scheduler was lost" in note for note in workers.notes), workers.notes


@pytest.mark.campaign
def test_a_scheduler_elsewhere_plays_a_campaign(machines: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, _ = machines

    assert as_bytes(campaign(workers=connect(f"dask://{address}", 1))) == as_bytes(campaign(jobs=1))


@pytest.mark.campaign
def test_our_own_cluster_listens_for_itself_only_and_serves_no_pages() -> None:
    """Two ports each, of the scheduler and of the process that looks after its worker; Dask's pages had 8787."""
    psutil: Any = pytest.importorskip("psutil")
    before = {port.laddr.port for port in psutil.Process().net_connections() if port.status == "LISTEN"}

    workers = connect("dask://", 1)(room)
    try:
        every = [psutil.Process(), *psutil.Process().children(recursive=True)]
        open_ = [port.laddr for process in every for port in process.net_connections() if port.status == "LISTEN"]
    finally:
        workers.close()

    new = [place for place in open_ if place.port not in before]
    assert new
    assert {place.ip for place in new} == {"127.0.0.1"}
    assert len(new) <= 4
    assert 8787 not in [place.port for place in new]


@pytest.fixture
def certificates(tmp_path: Path) -> dict[str, str]:
    """One certificate of our own for both sides, as Dask's configuration names it."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    key, cert = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    subprocess.run(["openssl", *made, "-keyout", key, "-out", cert], check=True, capture_output=True)
    names = {"CA_FILE": cert, **{f"{side}__{what}": path for side in ("CLIENT", "SCHEDULER", "WORKER")
             for what, path in (("KEY", key), ("CERT", cert))}}  # fmt: skip
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": path for name, path in names.items()}


def _configured(name: str) -> str:
    """The key of Dask's configuration that an environment variable stands for."""
    return name.removeprefix("DASK_").lower().replace("__", ".").replace("_", "-")


@pytest.mark.campaign
def test_a_scheduler_with_tls_is_used_by_who_has_the_certificates(
    certificates: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import dask

    environment = {**os.environ, **certificates}
    file, begin = tmp_path / "scheduler.json", [sys.executable, "-m", "dask"]
    where = ["--protocol", "tls", "--no-dashboard", "--scheduler-file", str(file)]
    machines = [
        subprocess.Popen([*begin, kind, *options, *where], env=environment, cwd=folder, stderr=subprocess.DEVNULL)
        for kind, options, folder in (
            ("scheduler", ["--host", "127.0.0.1", "--port", "0"], tmp_path),
            ("worker", ["--nthreads", "1", "--death-timeout", "60"], Path(__file__).parents[2]),
        )
    ]
    try:
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        monkeypatch.setattr("rulecheck.properties.runtime.cluster._CONNECT", 5.0)
        with pytest.raises(ClusterError, match="no scheduler answers"):
            connect(address, 1)(room)
        monkeypatch.setattr("rulecheck.properties.runtime.cluster._CONNECT", 30.0)
        with dask.config.set({_configured(name): path for name, path in certificates.items()}):
            with distributed.Client(address, timeout=30, set_as_default=False) as client:
                client.wait_for_workers(1, timeout=60)
            assert as_bytes(campaign(workers=connect(address, 1))) == as_bytes(campaign(jobs=1))
    finally:
        for machine in machines:
            machine.kill()
            machine.wait()


def test_nobody_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulecheck.properties.runtime.cluster._CONNECT", 0.2)
    with pytest.raises(ClusterError, match=r"no scheduler answers at dask://127\.0\.0\.1:9"):
        connect("dask://127.0.0.1:9", 1)(room)
