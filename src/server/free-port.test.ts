import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { expectFreePorts } from "./free-port.ts";

test("a port that somebody else has is named with its variable, the one of https only where that is served", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port: taken } = other.address() as AddressInfo;
  const at = { host: "127.0.0.1", port: 0, tlsPort: taken };
  await expect(expectFreePorts({ ...at, tls: "auto" })).rejects.toThrow(
    `port ${taken} is in use. End what listens there, or take another one with TLS_PORT=${taken + 1}.`,
  );
  await expectFreePorts({ ...at, tls: "off" });
  await expect(expectFreePorts({ ...at, port: taken, tls: "off" })).rejects.toThrow(` with PORT=${taken + 1}.`);
  other.close();
  await once(other, "close");
  await expectFreePorts({ ...at, port: taken, tls: "auto", tlsPort: 0 });
});
