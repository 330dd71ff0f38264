import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { expensive } from "#test/support/tiers.ts";

expensive("a demo started as a program")(
  "a demo on a port that is in use says so before it makes an archive",
  async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const folder = join(mkdtempSync(join(tmpdir(), "magazin-demo-")), "data");
    const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["src/cli/demo.ts"], { env, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`The demo cannot be prepared: port ${port} is in use.`);
    expect(existsSync(folder)).toBe(false);
    other.close();
  },
);
