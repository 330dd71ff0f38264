/** A test that guards people's data, by the file it stands in and its title. */
export interface Guard {
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

/**
 * Tests that guard people's data and run in every `npm test`, whatever differs. None of them is expensive, and a browser test among them is a
 * journey. `test/walls/guards.test.ts` fails where one is missing.
 */
export const guards: readonly Guard[] = [
  {
    what: "each call without a token",
    file: "test/leaks/each-call.test.ts",
    title: "without a token every call below %s is refused, but the open ones",
  },
  {
    what: "each call of staff by a customer's user",
    file: "test/leaks/each-call.test.ts",
    title: "a customer's user is refused every call of staff below %s",
  },
  {
    what: "each call with a foreign id",
    file: "test/leaks/each-call.test.ts",
    title: "every call below %s answers for another customer's thing exactly as for one that does not exist",
  },
  {
    what: "what happens to others",
    file: "test/leaks/leaks.test.ts",
    title: "shows in not one byte of what a customer user is answered: %s",
  },
  {
    what: "scopes of programs",
    file: "test/tokens/scopes.test.ts",
    title: "%s wants its scope of a program's token, and a token with it is good for it",
  },
  {
    what: "a token for one of two customers",
    file: "test/tokens/scopes.test.ts",
    title: "does with %s what a user of that one does, to the other one's things, too",
  },
  {
    what: "a restore that signs in",
    file: "src/server/backup/restored.test.ts",
    title:
      "who worked before signs in to what was restored, also from a backup that says of the audit trail that it is empty",
  },
  {
    what: "two workers",
    file: "src/server/workers.test.ts",
    title:
      "two processes serve one port; one that is killed is replaced while the other serves; a stop ends them and PostgreSQL",
  },
  {
    what: "the shredder",
    file: "src/server/features/destruction/shredder/shredder.test.ts",
    title: "by no way and in no order is a box destroyed that is held, not approved, rejected or too early",
  },
  {
    what: "the second person of a destruction",
    file: "src/server/features/destruction/procedures/one-person.test.ts",
    title: "where %s they take two steps that want two people: %s",
  },
  {
    what: "the people of each step of a destruction",
    file: "src/server/features/destruction/steps/destruction-steps.test.ts",
    title:
      "each step in each state is for the people of the table and for nobody else, and a refused one changes nothing",
  },
  {
    what: "the second person of a stocktake",
    file: "src/server/features/stocktake/acceptance/acceptance.test.ts",
    title: "accepts where one is wanted: neither whoever counted nor whoever helped",
  },
  {
    what: "a mail sender that dies",
    file: "src/server/messages/killed-sender.test.ts",
    title:
      "each mail arrives at least once and in order while server and mail server are killed; none of what was rolled back, and a receiver that hangs delays nobody",
  },
  {
    what: "the outbox of a killed browser",
    file: "test/e2e/journeys/outbox.spec.ts",
    title: "a browser that is killed loses no scan",
  },
  {
    what: "the aisle's outbox of a killed browser",
    file: "test/e2e/journeys/aisle.spec.ts",
    title:
      "scans without a network outlive a killed browser, resume where they were, and are stored once under their author's name",
  },
];
