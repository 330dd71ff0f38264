import { describe, expect, test } from "vitest";
import { errors } from "#rules/texts/texts.ts";
import { CallError, failureOf, isRefusal, mayRecover } from "./call-error.ts";

/** As the product answers. */
const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? "" : JSON.stringify(body), {
    status,
    headers: { "X-Magazin-Api": "3", ...headers },
  });

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

  test("says why the server could not, where the server says so and not a proxy", async () => {
    const body = { detail: "Daran wird gerade gearbeitet." };
    expect((await failureOf(answer(503, body, { "X-Magazin-Code": "busy" }))).message).toBe(body.detail);
    expect((await failureOf(answer(503, body))).message).toBe(errors.unknown);
  });

  test("that nobody expected is found in the server's log by what is shown beside its text; any other text stays alone", async () => {
    const shown = async (status: number, headers: Record<string, string>) =>
      (await failureOf(answer(status, { detail: "Weg." }, { "Magazin-Request": "7F3K2", ...headers }))).message;
    expect(await shown(500, {})).toBe("Ups. Da ist etwas schief gelaufen. (Kennung 7F3K2)");
    expect(await shown(503, {})).toBe("Ups. Da ist etwas schief gelaufen. (Kennung 7F3K2)");
    expect(await shown(503, { "X-Magazin-Code": "busy" })).toBe("Weg.");
    expect(await shown(404, { "X-Magazin-Code": "not_found" })).toBe(errors.notFound);
  });

  test("keeps its name and the box that it names", async () => {
    const headers = { "X-Magazin-Code": "unknown_box", "X-Magazin-About": "0042.000.123" };
    const failure = await failureOf(answer(400, { codes: ["weg"] }, headers));
    expect([failure.code, failure.about]).toEqual(["unknown_box", "0042.000.123"]);
    const nameless = await failureOf(answer(500));
    expect([nameless.code, nameless.about]).toEqual([null, null]);
  });

  test("is tried again only where the next moment may help", () => {
    const refusal = (status: number) => new CallError(status, "", { code: "invalid" });
    expect([400, 403, 404, 429, 500, 503].filter((status) => mayRecover(refusal(status)))).toEqual([500, 503]);
    expect([0, 400, 403, 404, 500].every((status) => mayRecover(new CallError(status, "")))).toBe(true);
    expect(mayRecover(new TypeError("ours"))).toBe(false);
  });

  test.each([400, 401, 403, 404, 407, 409, 413, 422, 429, 502, 503])(
    "of %s is a refusal only where the product itself has answered, whole",
    async (status) => {
      const name = { "X-Magazin-Code": "signed_out" };
      const own = await failureOf(answer(status, { detail: "Nein." }, name));
      expect(isRefusal(own, status)).toBe(true);
      const foreign = [
        answer(status, "<h1>Anmeldung im Netz</h1>"),
        answer(status, { detail: "Nein." }),
        new Response('{"detail":"Nein."}', { status, headers: name }),
        new Response('{"detail":"Ne', { status, headers: { "X-Magazin-Api": "3", ...name } }),
        new Response("", { status }),
      ];
      for (const response of foreign) expect(isRefusal(await failureOf(response), status)).toBe(false);
    },
  );

  test("of 403 says to sign in where the product has answered, and that it is not reached where a proxy has", async () => {
    const own = await failureOf(answer(403, { detail: "Nein." }, { "X-Magazin-Code": "signed_out" }));
    expect(own.message).toBe(errors.forbidden);
    expect((await failureOf(new Response("<h1>Forbidden</h1>", { status: 403 }))).message).toBe(errors.network);
  });
});
