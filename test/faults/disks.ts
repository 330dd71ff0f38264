import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { freePort, killHard, Product, until } from "./product.ts";
import { type Outcome, Workplace } from "./workplace.ts";

const sizes = { database: "400m", pictures: "200k", morePictures: "50m", power: 1024 * 1024 * 1024 } as const;
/** EXT4_IOC_SHUTDOWN without writing the journal: what was not synced is gone, as when the power fails. */
const pullThePlug = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), (2 << 30) | (4 << 16) | (ord("X") << 8) | 125, struct.pack("I", 2))`;

const mounted = new Set<string>();

function call(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function mount(folder: string, ...args: string[]): void {
  mkdirSync(folder, { recursive: true });
  if (!call("mount", ...args, folder)) throw new Error(`${folder} could not be mounted`);
  mounted.add(folder);
}

async function unmount(folder: string): Promise<void> {
  await until(`${folder} is let go of`, () => call("umount", folder), 30_000);
  mounted.delete(folder);
}

/** For a run that is broken off. */
export function unmountAll(): void {
  for (const folder of [...mounted].toReversed()) call("umount", "-l", folder);
}

/** Why disks of one's own cannot be had here; null where they can. */
export function whyNoDisks(folder: string): string | null {
  const probe = join(folder, "probe");
  mkdirSync(probe, { recursive: true });
  if (!call("mount", "-t", "tmpfs", "tmpfs", probe)) return "only root may mount a disk";
  call("umount", probe);
  return null;
}

/** Why no power can be cut here. */
export function whyNoPower(folder: string): string | null {
  const missing = ["mkfs.ext4", "python3"].find((program) => !call("sh", "-c", `command -v ${program}`));
  if (missing) return `there is no ${missing}`;
  return existsSync("/dev/loop-control") ? whyNoDisks(folder) : "there are no loop devices";
}

/** Opens a product on a disk of its own, lets something happen to it, and expects that `check` finds nothing at the end. */
async function onDisk(folder: string, disk: string, action: (at: Workplace) => Promise<Outcome>): Promise<Outcome> {
  const product = new Product(folder, await freePort(), { disk });
  try {
    const outcome = await action(await Workplace.open(product));
    return { ...outcome, said: `${outcome.said}; ${await product.check("--deep")}` };
  } finally {
    await product.discard();
    await unmount(disk);
  }
}

export async function cutPower({ folder }: { folder: string }): Promise<Outcome> {
  const [image, disk] = [join(folder, "power.img"), join(folder, "power")];
  const file = openSync(image, "w");
  writeSync(file, "\0", sizes.power - 1);
  closeSync(file);
  if (!call("mkfs.ext4", "-q", "-E", "lazy_itable_init=1", image)) throw new Error("no disk could be made");
  mount(disk, "-o", "loop", image);
  const outcome = await onDisk(folder, disk, (at) =>
    at.during(async () => {
      const { product } = at;
      const processes = [product.runner, product.server, ...product.family];
      if (!call("python3", "-c", pullThePlug, disk)) throw new Error("the power could not be cut");
      killHard(processes);
      await unmount(disk);
      mount(disk, "-o", "loop", image); // which plays the journal back
      product.start();
      await product.ready();
      return "cut and started again";
    }),
  );
  rmSync(image);
  return outcome;
}

export async function fillDatabase({ folder }: { folder: string }): Promise<Outcome> {
  const disk = join(folder, "full");
  mount(disk, "-t", "tmpfs", "-o", `size=${sizes.database},mode=755`, "tmpfs");
  return onDisk(folder, disk, (at) => {
    at.writers.tryAgain.add(507);
    return at.during(async () => {
      const { cutOff } = at.writers;
      const ballast = join(disk, "ballast");
      fill(ballast);
      await until("writes are refused", () => at.writers.cutOff > cutOff + 10);
      const { bavail, bsize } = statfsSync(disk);
      rmSync(ballast);
      return `full to the last ${Math.ceil((bavail * bsize) / 1024)} KB; back after ${await at.goesOn()} with room`;
    });
  });
}

/** Writes a file until the disk has no room for another page. */
export function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (let piece = 1024 * 1024; piece >= 4096; ) {
      try {
        writeSync(descriptor, Buffer.alloc(piece));
      } catch {
        piece /= 4; // ENOSPC: a smaller one may still fit
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

export async function fillPictures({ folder }: { folder: string }): Promise<Outcome> {
  const disk = join(folder, "data", "images");
  mount(disk, "-t", "tmpfs", "-o", `size=${sizes.pictures},mode=700`, "tmpfs");
  const product = new Product(folder, await freePort());
  try {
    const at = await Workplace.open(product);
    at.writers.tryAgain.add(507);
    const outcome = await at.during(async () => {
      const { cutOff } = at.writers;
      await until("pictures are refused", () => at.writers.cutOff > cutOff + 5);
      const kept = readdirSync(disk).length;
      if (!call("mount", "-o", `remount,size=${sizes.morePictures}`, disk)) throw new Error("no larger disk");
      return `pictures in ${kept} folders before it was full; goes on after ${await at.goesOn()}`;
    });
    return { ...outcome, said: `${outcome.said}; ${await product.check("--deep")}` };
  } finally {
    await product.stop().catch(() => undefined);
    await unmount(disk);
    await product.discard();
  }
}
