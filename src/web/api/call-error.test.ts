import { describe, expect, test } from "vitest";
import { errors } from "#rules/texts/texts.ts";
import { CallError, failureOf, mayRecover } from "./call-error.ts";

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? "" : JSON.stringify(body), { status });

describe("an answer that is no success", () => {
  test("of 400 says the first message of the first field", async () => {
    const failure = await failureOf(answer(400, { number: ["Erste", "Zweite"], areaId: ["Dritte"] }));
    expect(failure.message).toBe("Erste");
    expect(failure.fields).toEqual({ number: "Erste", areaId: "Dritte" });
  });

  test.each([
    ["customer with this code already exists.", "Kunde mit dem Code existiert bereits."],
    ["The fields areaId, number must make a unique set.", "Reihe existiert bereits."],
    ["area with this name already exists.", "Bereich existiert bereits."],
  ])("says %s in German", async (english, german) => {
    expect((await failureOf(answer(400, { code: [english] }))).message).toBe(german);
  });

  test.each([
    [400, undefined, errors.unknown],
    [400, {}, errors.unknown],
    [400, [], errors.unknown],
    [400, "text", errors.unknown],
    [403, { detail: "anything" }, errors.forbidden],
    [404, { detail: "anything" }, errors.notFound],
    [405, undefined, errors.notAllowed],
    [409, { detail: "Das läuft noch." }, "Das läuft noch."],
    [410, { detail: "gone" }, errors.unknown],
    [413, undefined, errors.tooLarge],
    [422, { detail: "Das war etwas anderes." }, "Das war etwas anderes."],
    [429, { detail: "Bitte warten Sie." }, "Bitte warten Sie."],
    [429, undefined, errors.tooManyLogins],
    [500, { detail: "stack" }, errors.unknown],
    [502, undefined, errors.unknown],
  ])("of %s with %j shows its text", async (status, body, text) => {
    expect((await failureOf(answer(status, body))).message).toBe(text);
  });

  test("tells why the server could not, where the server says so and not a proxy", async () => {
    const busy = { status: 503, headers: { "X-Magazin-Code": "busy" } };
    const body = JSON.stringify({ detail: "Daran wird gerade gearbeitet." });
    expect((await failureOf(new Response(body, busy))).message).toBe("Daran wird gerade gearbeitet.");
    expect((await failureOf(new Response(body, { status: 503 }))).message).toBe(errors.unknown);
  });

  test("that nobody expected is found in the server's log by what is shown beside its text; any other text stays alone", async () => {
    const shown = async (status: number, headers: Record<string, string>) =>
      (
        await failureOf(
          new Response('{"detail":"Weg."}', { status, headers: { "Magazin-Request": "7F3K2", ...headers } }),
        )
      ).message;
    expect(await shown(500, {})).toBe("Ups. Da ist etwas schief gelaufen. (Kennung 7F3K2)");
    expect(await shown(503, {})).toBe("Ups. Da ist etwas schief gelaufen. (Kennung 7F3K2)");
    expect(await shown(503, { "X-Magazin-Code": "busy" })).toBe("Weg.");
    expect(await shown(404, { "X-Magazin-Code": "not_found" })).toBe(errors.notFound);
  });

  test("keeps its name and the box that it names", async () => {
    const headers = { "X-Magazin-Code": "unknown_box", "X-Magazin-About": "0042.000.123" };
    const failure = await failureOf(new Response('{"codes":["weg"]}', { status: 400, headers }));
    expect([failure.code, failure.about]).toEqual(["unknown_box", "0042.000.123"]);
    const nameless = await failureOf(answer(500));
    expect([nameless.code, nameless.about]).toEqual([null, null]);
  });

  test("is tried again only where the next moment may help", () => {
    const worthIt = [0, 400, 403, 404, 429, 500, 503].filter((status) => mayRecover(new CallError(status, "")));
    expect(worthIt).toEqual([0, 500, 503]);
    expect(mayRecover(new TypeError("ours"))).toBe(false);
  });
});
