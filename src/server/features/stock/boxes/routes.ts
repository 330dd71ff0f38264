import * as numbers from "#contract/calls/stock/box-numbers.ts";
import * as boxes from "#contract/calls/stock/boxes.ts";
import { boxSheet } from "#contract/sheets/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import type { Reader } from "#server/database/database.ts";
import { markedListOf } from "#server/database/destruction/marked-list.ts";
import { barcodePicture } from "#server/documents/codes/code-pictures.ts";
import { routeHandler, answerChange, type Call } from "#server/http/answers.ts";
import { drawnPicture } from "#server/http/replies/send-file.ts";
import { removeUnused } from "#server/features/stock/images/mutations.ts";
import { markBoxes } from "#server/features/destruction/marking/mutations.ts";
import { answerSheet, refuseMoreThan } from "#server/exports/answer-sheet.ts";
import { destroyMarked } from "#server/features/destruction/collective/mutations.ts";
import { setNumbers, setUniqueNumbers } from "#server/features/stock/numbers/mutations.ts";
import { createKeptBoxes, deleteBox, editBox } from "./mutations.ts";
import { boxById, boxesById, codeOfBox, idsOfBoxes, listOfBoxes } from "./queries.ts";

const boxesAtOnce = 1000;

/** Every box of a list: its ids are found once, as a search or a deep page takes as long for one box as for all. */
async function* everyBox({ db, scope, query }: Pick<SheetCall, "scope" | "query"> & { db: Reader }) {
  const { boxes: ids, count } = await idsOfBoxes(db, scope, query, maxSheetRows);
  refuseMoreThan(count);
  for (let at = 0; at < ids.length; at += boxesAtOnce) yield boxesById(db, scope, ids.slice(at, at + boxesAtOnce));
}
type SheetCall = Call<typeof boxes.sheetOfBoxes>;

type Destroying = Pick<Call<typeof boxes.destroyMarked>, "change" | "scope" | "query" | "now">;

const destroyEveryMarked = ({ change, scope, query, now }: Destroying) =>
  change(
    (tx) => {
      const { marked_until: until, reason, list } = query;
      return destroyMarked(tx, scope.userId, berlinDay(now()), { until, reason, list });
    },
    async (db, { boxes: ids, moment, ...staying }) => {
      const destroyedRows = await boxesById(db, scope, ids);
      return { ...toPage(destroyedRows, destroyedRows.length, {}), destruction: moment, ...staying };
    },
  );

export const boxRoutes = [
  routeHandler(boxes.listBoxes, ({ db, scope, query }) => listOfBoxes(db.read, scope, query)),
  answerSheet(boxes.sheetOfBoxes, {
    of: boxes.listBoxes,
    sheet: boxSheet,
    rows: everyBox,
    about: ({ owner }) => ({ customer: owner }),
  }),
  routeHandler(boxes.getBox, ({ db, scope, id, origin }) => boxById(db.read, scope, id, origin)),
  routeHandler(boxes.createBoxes, ({ change, scope, body, now }) => {
    const { owner, owner_id, start, amount, size, retention_class: retentionClass, begins } = body;
    const customerId = owner_id ?? owner ?? 0;
    const retentionFields = {
      retentionClass: retentionClass ?? undefined,
      begins: begins ?? undefined,
      today: berlinDay(now()),
    };
    return change(
      (tx) => createKeptBoxes(tx, scope.userId, { customerId, start, amount, size }, retentionFields),
      (db, ids) => boxesById(db, scope, ids),
    );
  }),
  answerChange(
    boxes.editBox,
    ({ scope, id, body, now }, commit) => commit((tx) => editBox(tx, scope.userId, id, { ...body, now: now() })),
    ({ db, scope, id, origin }) => boxById(db, scope, id, origin),
  ),
  answerChange(
    numbers.setNumbers,
    ({ scope, id, body }, commit) => commit((tx) => setNumbers(tx, scope.userId, id, body)),
    ({ db, scope, id, origin }) => boxById(db, scope, id, origin),
  ),
  routeHandler(numbers.setUniqueNumbers, ({ change, actor, id, body: { unique } }) =>
    change(async (tx) => {
      await setUniqueNumbers(tx, actor, id, unique);
      return { unique };
    }),
  ),
  routeHandler(boxes.markBoxes, ({ change, scope, body }) =>
    change(async (tx) => ({ marked: await markBoxes(tx, scope.userId, body.boxes) })),
  ),
  routeHandler(boxes.listMarked, async ({ db, scope, query, now }) => {
    const { boxes: marked, until, ...list } = await markedListOf(db.read, scope, berlinDay(now()), query);
    const hindrances = new Map(marked.map(({ id, hindrance }) => [id, hindrance]));
    const results = (await boxesById(db.read, scope, [...hindrances.keys()])).map((box) => ({
      ...box,
      hindrance: hindrances.get(box.id) ?? null,
    }));
    const asked = list.owners.filter(({ id }) => query.customer === undefined || id === query.customer);
    const count = asked.reduce((sum, { boxes: some }) => sum + some, 0);
    return { ...toPage(results, count, query), marked_until: until, ...list };
  }),
  routeHandler(boxes.destroyMarked, destroyEveryMarked),
  routeHandler(boxes.postDestroyMarked, destroyEveryMarked),
  routeHandler(boxes.deleteBox, async ({ db, change, scope, id, pictures }) => {
    const files = await change((tx) => deleteBox(tx, scope.userId, id));
    await removeUnused(db, pictures, files);
  }),
  routeHandler(boxes.boxBarcode, async ({ db, scope, id }) => {
    const code = await codeOfBox(db.read, scope, id);
    return drawnPicture(`${code}.png`, await barcodePicture(code));
  }),
];
