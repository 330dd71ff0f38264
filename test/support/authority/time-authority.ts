import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";

/** An authority for time stamps as others run it: OpenSSL's. To be opened outside of tests, like a hook; it ends with the test file. */
export async function openTimeAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "magazin-tsa-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: ["ignore", "pipe", "pipe"] });
  const [key, certificate] = [at("tsa.key"), at("tsa.pem")];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "30"];
  openssl("req", "-x509", ...made, "-subj", "/CN=Zeit", "-addext", "extendedKeyUsage=critical,timeStamping");
  writeFileSync(at("serial"), "01\n");
  writeFileSync(
    at("tsa.cnf"),
    `[t]
serial = ${at("serial")}
signer_cert = ${certificate}
signer_key = ${key}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`,
  );
  /** Returns the authority's answer to a question. */
  function reply(question: Buffer): Buffer {
    writeFileSync(at("question"), question);
    openssl(
      "ts",
      "-reply",
      "-config",
      at("tsa.cnf"),
      "-section",
      "t",
      "-queryfile",
      at("question"),
      "-out",
      at("reply"),
    );
    return readFileSync(at("reply"));
  }
  const asked: Buffer[] = [];
  const ways = { answer: reply, status: 200 };
  const server = createServer((request, response) => {
    void buffer(request).then((question) => {
      asked.push(question);
      response.writeHead(ways.status, { "content-type": "application/timestamp-reply" }).end(ways.answer(question));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    asked,
    /** Behaviour of the authority, to be changed. */
    ways,
    reply,
    /** Returns OpenSSL's report on a reply about a hash; throws where the reply is not about it, or not signed by this authority. */
    verify(kept: Buffer, hash: string): string {
      writeFileSync(at("kept"), kept);
      return openssl("ts", "-verify", "-digest", hash, "-in", at("kept"), "-CAfile", certificate).toString();
    },
  };
}
