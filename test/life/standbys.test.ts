import { expect } from "vitest";
import { answers } from "#server/features/all.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { person, submit } from "#test/contract/people.ts";
import { expensive, extentOf } from "#test/support/tiers.ts";

// Tests of standbys: test/cluster/standbys.test.ts (npm run test:cluster).
const open = () => import("#test/cluster/with-standbys.ts");
// three PostgreSQL: they start only where the tests run
const { one, two, standbys, server, seeing, make, areasOf, caughtUp, pause, resume, answered, ownCookies, cookieOf } =
  extentOf(true, false) ? await open() : ({} as Awaited<ReturnType<typeof open>>);
let turn = 0;

expensive("a primary with two standbys that fall behind")(
  "who has written sees it at once while every standby is behind, by header, by cookie, and where they bring neither",
  async () => {
    let stale = false;
    while (!stale) {
      await resume(one, two);
      await caughtUp();
      await pause(one, two);
      const name = `Halle ${turn++}`;
      const { headers } = await make(name, { "idempotency-key": name.replace(" ", "-") });
      const seen = headers.get("magazin-seen") ?? "";
      stale = !(await areasOf({ "magazin-seen": "0" })).includes(name);
      expect(await areasOf({ "magazin-seen": seen })).toContain(name);
      expect(await areasOf({ "magazin-seen": `0, ${seen}` })).toContain(name);
      expect(await areasOf({ cookie: `a=b; ${cookieOf(ownCookies(headers)[0])}` })).toContain(name);
      expect(await areasOf({})).toContain(name);
      expect(await areasOf({ "magazin-seen": "what?" })).toContain(name);
      const again = await make(name, { "idempotency-key": name.replace(" ", "-") });
      expect(
        await areasOf({ "magazin-seen": again.headers.get("magazin-seen") ?? "" }),
        "reported once more",
      ).toContain(name);
    }
    const { headers } = await make("Danach");
    const seen = { "magazin-seen": headers.get("magazin-seen") ?? "" };
    await resume(one, two);
    await caughtUp();
    const before = answered();
    expect(await areasOf(seen)).toContain("Danach");
    expect(answered(), "read by a standby again").toBeGreaterThan(before);
  },
);

const saysWhen = ["appTicket", "listMarked", "beginCompanySignIn"]; // their answers say until when they are good, or are new each time

expensive("every reading call asked at a primary and its standbys")(
  "every reading call of staff and of customer users answers on a standby as on the primary, byte for byte",
  async () => {
    const reading = calls.filter(
      ([name, { writes, reply }]) => !writes && typeof reply === "object" && !saysWhen.includes(name),
    );
    const { a } = server;
    const customer = await a.customer();
    for (const box of [await a.box({ owner: customer }), await a.box()]) await a.content({ box });
    const customerUser = await server.asCustomer(customer);
    const examples = [];
    for (const [name, route] of reading) {
      const caller = await person(server, { isStaff: true });
      examples.push([name, route, caller.client, await exampleOf(name, a, caller)] as const);
    }
    await caughtUp();
    const [before, repeated] = [answered(), () => standbys.all.map(({ reads }) => reads.repeated)];
    const failed = repeated();
    for (const [name, route, client, example] of examples) {
      for (const who of [client, customerUser]) {
        const [there, here] = [
          await submit(seeing(who), route, example),
          await submit(seeing(who, "primary"), route, example),
        ];
        expect([there.status, there.text], name).toEqual([here.status, here.text]);
      }
      expect((await submit(seeing(client), route, example)).status, name).toBe(successOf(route));
    }
    expect(answered() - before).toBeGreaterThan(reading.length);
    expect(repeated(), "nothing that a standby cannot do").toEqual(failed);
  },
);

expensive("a primary with two standbys, and large answers")(
  "pictures, letters, certificates, packages, the phone's stock and what changed are read by the primary, whatever their caller has seen",
  async () => {
    const current = calls.filter(([, route]) => answers.some((answer) => answer.current && answer.route === route));
    expect(current.map(([name]) => name).sort()).toEqual([
      "appFile",
      "batchLetter",
      "certificate",
      "contentImages",
      "copyFile",
      "exportCustomer",
      "imageFile",
      "imagePreview",
      "listChanges",
      "proofFile",
      "scanPack",
    ]);
    await caughtUp();
    const before = answered();
    for (const [name, route] of current) {
      const caller = await person(server, { isStaff: true });
      const example = await exampleOf(name, server.a, caller);
      expect((await submit(seeing(caller.client), route, example)).status, name).toBe(successOf(route));
    }
    expect(answered()).toBe(before);
  },
);
