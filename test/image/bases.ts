import { join } from "node:path";
import { type Podman, run } from "./podman.ts";

const suite = "bookworm"; // of the images that the Containerfile names

interface Base {
  readonly image: string;
  /** Arguments with which mmdebstrap makes the like of Debian's packages. */
  readonly like: readonly string[];
}

/** Images with which `deploy/Containerfile` begins. */
const bases: readonly Base[] = [
  { image: "docker.io/library/debian:bookworm-slim", like: ["--variant=essential"] },
  { image: "gcr.io/distroless/cc-debian12:nonroot", like: ["--variant=extract", "--include=libc6,libstdc++6,netbase"] },
];

/** A machine that boots. */
export const machine = "localhost/magazin-machine";
const booting = ["--variant=minbase", "--include=systemd,systemd-sysv,dbus"];

async function debstrap(podman: Podman, folder: string, { image, like }: Base): Promise<void> {
  const tar = join(folder, "base.tar");
  await run("mmdebstrap", ["--quiet", ...like, suite, tar]);
  await podman.import(tar, image);
}

/** Fetches what the image begins with, or makes its like where there is no registry; says which. */
export async function bringBases(podman: Podman, folder: string): Promise<string> {
  const lacking = [];
  for (const base of bases) if (!(await podman.pull(base.image))) lacking.push(base);
  for (const base of lacking) await debstrap(podman, folder, base);
  return lacking.length === 0 ? "from the images that it names" : "from Debian's packages, as no registry was there";
}

export const makeMachine = (podman: Podman, folder: string): Promise<void> =>
  debstrap(podman, folder, { image: machine, like: booting });
