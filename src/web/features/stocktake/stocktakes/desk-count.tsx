import { Check, CircleDashed } from "lucide";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { endRow, getCountedRow } from "#contract/calls/stocktake/stocktakes.ts";
import type { CountedRow } from "#contract/schemas/stocktake/stocktakes.ts";
import {
  type CountScan,
  type Counting,
  countSpot,
  placeCode,
  uncountedBoxes,
} from "#rules/aisle/count/count-places.ts";
import { showBoxes } from "#rules/amounts.ts";
import { parseBoxCode, showRead } from "#rules/stock/box-code.ts";
import { keyOf, type Spot } from "#rules/stock/places/place-cursor.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { noBox, useScans } from "#web/ui/scan-dispatcher.ts";
import { expectTaken, placesWaiting, takeCount, useWaitingPlaces } from "./count-outbox.ts";

type DeskCountProps = { stocktake: number; row: number; onEnd: () => void };

/** A row is counted at the desk with a scanner, by the call that the phone makes. */
export function DeskCount({ stocktake, row, onEnd }: DeskCountProps) {
  const query = useQuery({
    ...queryFor(getCountedRow, { path: { id: stocktake, row } }),
    refetchOnWindowFocus: false, // what is counted here is newer than any answer
  });
  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} pending={query.isFetching} />;
  if (!query.data) return <Loading />;
  return <Counter key={row} of={query.data} onEnd={onEnd} />;
}

/**
 * Holds the counted places, the latest last. A place is on this device's disk before it is shown as counted. Places that the server refuses are not
 * counted.
 */
function useCount(of: CountedRow) {
  const [counted, setCounted] = useState<readonly CountScan[]>(() => withPlaces(of.places, placesWaiting(of)));
  const [cursor, setCursor] = useState<Spot | null>(null);
  const [said, setSaid] = useState("");
  const data = { row: () => of, box: () => undefined, mayBeElsewhere: () => false };
  const counting: Counting = { row: of.id, expected: of.target ?? [], counted, cursor };
  const send = useMutation({
    mutationFn: async ({ places, text }: { places: readonly CountScan[]; text: string }) => {
      const id = await takeCount(of, places);
      setSaid(text);
      await expectTaken(id);
    },
    meta: { inPlace: true },
    onError: (_error, { places }) => setCounted((all) => all.filter((one) => !places.includes(one))),
  });
  const keep = (places: readonly CountScan[], text: string) => {
    setCounted(withPlaces(counted, places));
    setCursor(null);
    send.mutate({ places, text });
  };
  const spot = countSpot(counting, data);
  return {
    counting,
    spot,
    said,
    error: send.error,
    point: setCursor,
    say: setSaid,
    take: (code: string, hand: boolean) => {
      if (counted.some((one) => one.code === code))
        return setSaid(`${showRead(code)} ist in dieser Reihe schon gezählt.`);
      const placement = placeCode(counting, code, hand, data);
      if (!placement) return setSaid("Die Reihe ist voll. Bitte Teil und Höhe angeben.");
      const [at] = placement.places;
      const isForeign = of.target?.every((one) => one.code !== code) ?? false;
      const note = isForeign ? ", in dieser Reihe nicht erwartet" : "";
      return keep(placement.places, `${showRead(code)}: Teil ${at?.part}, Höhe ${at?.height}${note}.`);
    },
    leaveEmpty: () =>
      spot &&
      keep(
        [{ part: spot.part, height: spot.height, code: null, hand: true }],
        `Teil ${spot.part}, Höhe ${spot.height} ist leer.`,
      ),
  };
}

/** Each place once, as it was counted last. */
function withPlaces(counted: readonly CountScan[], places: readonly CountScan[]): readonly CountScan[] {
  const keys = new Set(places.map(keyOf));
  return [...counted.filter((one) => !keys.has(keyOf(one))), ...places];
}

function Counter({ of, onEnd }: { of: CountedRow; onEnd: () => void }) {
  const [text, setText] = useState("");
  const count = useCount(of);
  const { spot, counting } = count;
  const boxes = counting.counted.filter(({ code }) => code !== null).length;
  useScans({
    onScan: (read) => {
      const code = parseBoxCode(read);
      setText("");
      if (code === null) count.say(noBox(read));
      else count.take(code, false);
    },
    onPart: (read) => count.say(noBox(read.trim().slice(0, 40))),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = parseBoxCode(text);
    if (code === null) return count.say("Das ist kein Boxcode.");
    setText("");
    return count.take(code, true);
  };
  return (
    <Section
      title={`Am Rechner zählen: ${of.area.name}, Reihe ${of.number}`}
      actions={<End of={of} counting={counting} onEnd={onEnd} />}
    >
      <div className="grid max-w-3xl gap-3 rounded-md border border-line bg-surface p-3 sm:grid-cols-2">
        <NextSpot count={count} />
        <form noValidate onSubmit={submit} className="grid content-start gap-2">
          <Field label="Box scannen oder Code eingeben">
            <TextInput
              data-scan
              value={text}
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              className="tabular-nums"
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary">
              Zählen
            </Button>
            <Button icon={CircleDashed} disabledReason={!spot && "Die Reihe ist voll."} onClick={count.leaveEmpty}>
              Platz ist leer
            </Button>
          </div>
        </form>
        <p role="status" className="tabular-nums sm:col-span-2">
          {count.said || `${showBoxes(boxes)} gezählt.`}
        </p>
        {count.error && <ErrorState error={count.error} />}
      </div>
    </Section>
  );
}

/** Where the next box stands, and which one is expected there. */
function NextSpot({ count: { spot, counting, point } }: { count: ReturnType<typeof useCount> }) {
  const expected = spot && counting.expected.find((one) => keyOf(one) === keyOf(spot));
  return (
    <div>
      <p className="text-muted">Die nächste Box steht auf</p>
      <p className="text-title font-semibold tabular-nums">
        {spot ? `Teil ${spot.part} · Höhe ${spot.height}` : "Die Reihe ist voll"}
      </p>
      <p className="tabular-nums">{expected && `Erwartet: ${showRead(expected.code)}`}</p>
      {spot && <SpotFields key={counting.counted.length} spot={spot} onPoint={point} />}
    </div>
  );
}

/** Another place than the one that comes next, by hand. */
function SpotFields({ spot, onPoint }: { spot: Spot; onPoint: (spot: Spot) => void }) {
  const [text, setText] = useState({ part: String(spot.part), height: String(spot.height) });
  const change = (typed: Partial<typeof text>) => {
    const next = { ...text, ...typed };
    const [part, height] = [Number(next.part), Number(next.height)];
    setText(next);
    if (part >= 1 && height >= 1) onPoint({ part, height });
  };
  return (
    <div className="mt-2 flex gap-3">
      <Field label="Teil" className="w-24">
        <NumberInput value={text.part} onChange={({ target }) => change({ part: target.value })} />
      </Field>
      <Field label="Höhe" className="w-24">
        <NumberInput value={text.height} onChange={({ target }) => change({ height: target.value })} />
      </Field>
    </div>
  );
}

function End({ of, counting, onEnd }: { of: CountedRow; counting: Counting; onEnd: () => void }) {
  const end = useMutation({
    mutationFn: () => call(endRow, { path: { id: of.stocktake.id, row: of.id } }),
    onSuccess: onEnd,
    onSettled: () => invalidate(endRow),
  });
  const isWaiting = useWaitingPlaces(of).length > 0;
  const ask = async () => {
    const left = uncountedBoxes(counting).length;
    const text =
      left > 0 ? `${showBoxes(left)} dort erwartet und nicht gezählt.` : "Alles, was dort erwartet wird, ist gezählt.";
    const question = {
      title: `Reihe ${of.number} fertig gezählt?`,
      text: of.target ? text : "Danach wird das Ergebnis geprüft.",
    };
    if (await confirm({ ...question, action: "Fertig gezählt" })) end.mutate();
  };
  return (
    <Button
      icon={Check}
      pending={end.isPending}
      disabledReason={isWaiting && "Gezähltes wartet noch auf den Server."}
      onClick={() => void ask()}
    >
      Reihe fertig gezählt
    </Button>
  );
}
