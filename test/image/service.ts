import { admin, freePort, isReady, until } from "#test/faults/product.ts";
import { machine } from "./bases.ts";
import type { Podman } from "./podman.ts";
import { rightsIn, visit } from "./visit.ts";

const name = "machine";

/** Script of the steps that docs/operations/installing.md gives for a release. */
const installing = (release: string, settings: string) => `
  set -e
  cd /release
  sha256sum --check ${release}.tar.gz.sha256
  useradd --system --home-dir /var/lib/magazin --shell /usr/sbin/nologin magazin
  mkdir -p /opt/magazin /etc/magazin && tar -C /opt/magazin -xzf ${release}.tar.gz
  ln -sfn ${release} /opt/magazin/current
  cp /opt/magazin/current/deploy/systemd/magazin.service /etc/systemd/system/
  printf '${settings}' > /etc/magazin/magazin.env
  systemctl daemon-reload
  systemctl enable --now magazin
`;

/** Installs a release on a machine that systemd runs, serves there, is killed and comes back, ends in order with its database. */
export async function serveBelowSystemd(podman: Podman, releases: string, release: string): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await podman.start(
    name,
    machine,
    ["--systemd=always", "--privileged", "--volume", `${releases}:/release:ro`],
    ["/sbin/init"],
  );
  const on = (...command: string[]) => podman.exec(name, command);
  await until("the machine has booted", () => hasBooted(on));
  const settings = `PORT=${port}\\nADMIN_EMAIL=${admin.email}\\nADMIN_PASSWORD=${admin.password}\\n`;
  await podman.exec(name, ["sh"], installing(release, settings));
  const words = () => on("journalctl", "--no-pager", "--unit=magazin", "--lines=20");
  await visit(url, words);
  const main = () => on("systemctl", "show", "--property=MainPID", "--value", "magazin");
  const rights = rightsIn(await on("cat", `/proc/${await main()}/status`));
  if (!/^user [1-9]\d*, capabilities 0, no new privileges 1, seccomp 2$/.test(rights)) throw new Error(rights);
  await on("sh", "-c", as(`config`));
  await on("sh", "-c", as(`check`));
  await on("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "magazin");
  await until("it is back after a kill", async () => (await isReady(url)) && (await restarts(on)) === 1);
  await on("systemctl", "stop", "magazin");
  const wanted = "--property=Result,ExecMainStatus,ActiveState";
  const result = (await on("systemctl", "show", wanted, "magazin")).split("\n").sort();
  if (result.join() !== "ActiveState=inactive,ExecMainStatus=0,Result=success") throw new Error(result.join());
  if (await on("sh", "-c", "ls /var/lib/magazin/postgres/postmaster.pid 2>/dev/null || true"))
    throw new Error("PostgreSQL did not end in order");
  const [exposure] = /\d\.\d/.exec((await on("systemd-analyze", "security", "--no-pager", "magazin")).slice(-80)) ?? [];
  return `ready, a document made, its command line works beside it, back after a kill, ended with 0; exposure ${exposure}; ${rights}`;
}

type On = (...command: string[]) => Promise<string>;

/** Nobody answers there at first. */
async function hasBooted(on: On): Promise<boolean> {
  try {
    return (await on("systemctl", "is-system-running")) === "running";
  } catch {
    return false;
  }
}

const restarts = async (on: On) => Number(await on("systemctl", "show", "--property=NRestarts", "--value", "magazin"));

/** A command beside the running server, as its account. */
const as = (command: string) =>
  `cd /var/lib && setpriv --reuid=magazin --regid=magazin --clear-groups env TMPDIR=/run/magazin DATA_DIR=/var/lib/magazin $(cat /etc/magazin/magazin.env) /opt/magazin/current/magazin ${command}`;
