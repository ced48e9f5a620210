"""Local clusters whose nodes can be killed: a head, and two nodes with one core each."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path


class Spark:
    """Spark's standalone cluster manager."""

    def __init__(self):
        import pyspark

        self._program = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        self.address = f"spark://127.0.0.1:{port}"
        self._head = self._start("master.Master", "--host", "127.0.0.1", "--port", str(port))
        self._nodes = [self._start("worker.Worker", "--cores", "1", "--memory", "1g", self.address) for _ in range(2)]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", port)).close()
            except OSError:
                time.sleep(0.2)
        raise TimeoutError("Spark's master does not listen")

    def kill_node(self) -> None:
        """Kills a node with all its processes."""
        self._kill(self._nodes.pop())

    def end(self) -> None:
        for process in [*self._nodes, self._head]:
            self._kill(process)

    def _start(self, role: str, *options: str) -> subprocess.Popen:
        # A new session identifies the node's child processes.
        return subprocess.Popen(
            [self._program, f"org.apache.spark.deploy.{role}", "--webui-port", "0", *options],
            env=os.environ | {"SPARK_LOCAL_IP": "127.0.0.1"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)

    @staticmethod
    def _kill(process: subprocess.Popen) -> None:
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.getsid(int(pid)) == process.pid:
                    os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass
        process.wait()


class Ray:
    """Ray's test cluster."""

    def __init__(self):
        from ray.cluster_utils import Cluster

        memory = {"object_store_memory": 200_000_000}
        self._cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **memory})
        self.address = self._cluster.address
        self._nodes = [self._cluster.add_node(num_cpus=1, **memory) for _ in range(2)]
        self._cluster.wait_for_nodes()

    def kill_node(self) -> None:
        """Kills a node with all its processes."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    def end(self) -> None:
        self._cluster.shutdown()
