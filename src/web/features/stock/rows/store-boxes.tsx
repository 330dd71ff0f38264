import { useLocation, useNavigate } from "@tanstack/react-router";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { showThings } from "#rules/amounts.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { nameLength } from "#contract/limits.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { parseSign } from "#rules/stock/places/place-sign.ts";
import { call } from "#web/api/call.ts";
import { sessionState, useSession } from "#web/api/session-state.ts";
import { refresh } from "#web/outbox/refresh.ts";
import { paths } from "#web/paths.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { codeOf, useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { isWholeCode } from "#web/ui/scanner.ts";
import { Section } from "#web/ui/page/section.tsx";
import { cursorSpot, isInside, keyOf, shapeOf, type Spot, spotNamed } from "#rules/stock/places/place-cursor.ts";
import { PlaceGrid } from "./place-grid.tsx";
import { PlaceLegend } from "./place-legend.tsx";
import { ScanAnswer } from "./scan-answer.tsx";
import { ScanField } from "./scan-field.tsx";
import { ScanList } from "./scan-list.tsx";
import { isAnswered, type Scan, takenPlaces } from "./row-scans.ts";
import { cursor, cursorOf, refuseHere, scans, storeScanned, undoScan } from "./storing.ts";

/** Boxes come to their places: a scan or a typed code stores at the cursor, and the cursor moves on. */
export function StoreBoxes({ row }: { row: RowDetail }) {
  const field = useRef<HTMLInputElement>(null);
  const { list, spot, shape, taken, boxIds } = useStoring(row);
  const { mine, unsent, open, answer } = useOwn(list, row.id);
  const { text, setText, enter } = useReading(row, field);
  const fragment = useLocation({ select: ({ hash }) => hash });
  const lit = useMemo(() => spotNamed(fragment), [fragment]);
  const onCursor = useCallback((to: Spot) => cursor.set({ row: row.id, spot: to, byHand: true }), [row.id]);
  const onEnter = useCallback(() => field.current?.focus(), []);
  return (
    <div>
      <div className="grid gap-3 md:grid-cols-2 max-sm:flex max-sm:flex-col-reverse">
        <ScanField
          field={field}
          hint={answer && (spot ? `Nächster Platz: Teil ${spot.part}, Höhe ${spot.height}` : "Kein Platz mehr frei")}
          text={text}
          onChange={setText}
          onEnter={enter}
        />
        <ScanAnswer
          scan={answer}
          row={row.id}
          open={open}
          unsent={unsent}
          cursor={spot}
          onMove={(scan) => storeScanned(row, scan.code, true)}
          onUndo={(scan) => void undoScan(scan)}
        />
      </div>
      <Section title="Plätze">
        <PlaceGrid
          name={`Plätze in ${row.area.name}, Reihe ${row.number}`}
          shape={shape}
          taken={taken}
          cursor={spot}
          lit={lit}
          onCursor={onCursor}
          onEnter={onEnter}
        />
        <PlaceLegend shape={shape} taken={taken} />
      </Section>
      <ScanList scans={mine} boxIds={boxIds} />
    </div>
  );
}

/** Handles scanned or typed text: it goes to the cursor's place. The sign of a place puts the cursor on it; that of another row leads there. */
function useReading(row: RowDetail, field: RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const take = (read: string) => {
    setText("");
    const sign = parseSign(read);
    if (!sign) return storeScanned(row, read);
    const { row: id, spot } = sign;
    if (spot && id === row.id && !isInside(shapeOf(row), spot))
      return refuseHere(row, read.slice(0, 40), "Diesen Platz hat die Reihe nicht.");
    if (spot) cursor.set({ row: id, spot, byHand: true });
    if (id !== row.id) void navigate(paths.row(id));
  };
  const enter = () => {
    if (isWholeCode(text)) return take(text);
    setText("");
    void codeOf(text.trim()).then(async (code) => take(code ?? (await signBefore(text.trim())) ?? text));
  };
  useScans({
    onScan: (read) => {
      leaveOther(field.current);
      take(read);
    },
    onPart: (read) => {
      setText("");
      void signBefore(read).then((sign) =>
        sign === null ? refuseHere(row, read.slice(0, 40), wrongWith(read)) : take(sign),
      );
    },
    onRepeat: () => setText(""),
    wholeOf: (read) => wholeScan(field.current, read),
  });
  useEffect(() => {
    // Where there is no keyboard but the one on the screen, it would cover the places.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, [field]);
  return { text, setText, enter };
}

/** Our sign of the row whose sign said so in the system before; null where there is none, or nobody answers. */
async function signBefore(read: string): Promise<string | null> {
  const found = await call(resolveScan, { query: { code: read.slice(0, nameLength) } }).catch(() => null);
  return found?.row ? rowScanText(found.row.id) : null;
}

/** Leaves any other field when somebody scans: the user has done with it, and leaving saves its text. */
function leaveOther(field: HTMLInputElement | null) {
  const { activeElement } = document;
  if (activeElement !== field && activeElement instanceof HTMLInputElement) activeElement.blur();
}

/** A scan that began slowly: what stands in the field is the whole code, of which the scanner was only heard the end. */
function wholeScan(field: HTMLInputElement | null, read: string): string {
  const inputText = field === document.activeElement ? (field?.value ?? "") : "";
  return inputText.endsWith(read) && parseBoxCode(inputText) ? inputText : read;
}

/** Returns the scans of the worker in front of the row: nobody gets answers to the scans of others. */
function useOwn(list: readonly Scan[], row: number) {
  const me = useSession().user?.id;
  const own = list.filter(({ user }) => user === me);
  const mine = own.filter((scan) => scan.row === row);
  const unsentScans = own.filter(({ status }) => status === "unsent");
  const open = own.filter(({ status }) => status === "waiting").length;
  return { mine, unsent: unsentScans.length, open, answer: unsentScans.at(-1) ?? lastAnswered(mine) };
}

function useStoring(row: RowDetail) {
  const list = scans.use();
  const at = cursor.use();
  const { positions, parts, heights, reverse, id } = row;
  const shape = useMemo(() => shapeOf({ positions, parts, heights, reverse }), [positions, parts, heights, reverse]);
  const occupied = useMemo(() => takenPlaces(positions, list, id), [positions, list, id]);
  const boxIds = useMemo(() => new Map(positions.map(({ box }) => [box.code, box.id])), [positions]);
  const spot = useMemo(
    () => cursorSpot(shape, (place) => occupied.has(keyOf(place)), cursorOf(id, at)),
    [shape, occupied, at, id],
  );
  useEffect(() => remindOnLeaving, []);
  useEffect(() => void refresh(), []); // what was scanned on an earlier visit of this page is in the loaded places now
  return { list, spot, shape, taken: occupied, boxIds };
}

/** Elsewhere nobody sees that a scan still waits. */
function remindOnLeaving() {
  const me = sessionState().user?.id;
  const unsentScans = scans.get().filter(({ user, status }) => user === me && status === "unsent").length;
  if (unsentScans > 0)
    notify(
      `Noch nicht gesendet: ${showThings(unsentScans, "Scan", "Scans")}. Gesendet wird von selbst, sobald das Netz wieder da ist.`,
      "warning",
    );
}

function lastAnswered(list: readonly Scan[]): Scan | undefined {
  return list
    .filter(isAnswered)
    .reduce<Scan | undefined>((last, scan) => (last && last.answered > scan.answered ? last : scan), undefined);
}
