import { useCallback, useEffect, useState } from "react";
import type { AisleEvent, FlowName, FlowState, Reducer, Say, Via } from "#rules/aisle/flow.ts";
import type { Data } from "#rules/aisle/stock-data.ts";
import { undoWindow, type Result } from "#rules/aisle/operation.ts";
import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { sessionState } from "#web/api/session-state.ts";
import { storeOnDevice, readFromDevice } from "#web/outbox/device.ts";
import { type OutboxEntry, idOf, isOf, isOpenEntry } from "#web/outbox/entry.ts";
import { answeredIn, drop, outboxReady, NotKept, onOutboxChange, take } from "#web/outbox/outbox.ts";
import { findAnswered, settle } from "#web/outbox/unsettled-operations.ts";
import { errors } from "#rules/texts/texts.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { createStore } from "#web/ui/store.ts";
import { goTo, screenName } from "#web/aisle/address.ts";
import type { KeptNote } from "./device-cases.ts";
import { isUp, onNetwork } from "./network.ts";
import { currentData } from "./pending-scans.ts";
import { codeNamed, flowData, stockReady, stockStore } from "./stock.ts";

/** A flow as the shell runs it. */
export interface FlowOf<S extends FlowState<W>, W> {
  /** By it the flow's state and its scans are found again; also its address. */
  readonly name: FlowName;
  readonly begin: (isOnline: boolean) => S;
  readonly reduce: Reducer<S, W>;
}

/** Data that the device keeps of the flow that is under way. */
interface KeptFlow {
  readonly name: FlowName;
  readonly user: number;
  readonly state: FlowState;
  /** True where the flow's screen was open: it is opened again when the device starts. */
  readonly isOpen: boolean;
}

/** A device that keeps some halls asks for a box of another one, where there is a network. */
async function askElsewhere(text: string) {
  if (flowData.mayBeElsewhere() && isUp())
    await import("./elsewhere.ts").then(({ lookElsewhere }) => lookElsewhere(text)).catch(() => undefined);
}

const place = "flow";
type Body<W> = AisleEvent<W> extends infer E ? (E extends unknown ? Omit<E, "id" | "at"> : never) : never;

/** The flow that was under way when this worker was last seen here. */
async function keptFlow(): Promise<KeptFlow | null> {
  const storedFlow = (await readFromDevice(place)) as KeptFlow | undefined;
  return storedFlow && storedFlow.user === sessionState().user?.id ? storedFlow : null;
}

/** True while a flow waits for an answer of the worker: nothing may come between. */
export const questionStands = createStore(false);

/** Opens the flow that was under way when the page was closed. */
export async function openAgain(): Promise<void> {
  const flow = await keptFlow();
  if (flow?.isOpen && screenName() === "") goTo(flow.name);
}

/** One run of a flow: what happens to it is dealt with one after the other, and nothing is shown or sounded before it is on the disk. */
class Run<S extends FlowState<W>, W> {
  readonly #flow: FlowOf<S, W>;
  readonly #show: (state: S) => void;
  #state: S;
  #tail: Promise<void> = Promise.resolve();
  #isOpen = true;

  constructor(flow: FlowOf<S, W>, state: S, show: (state: S) => void) {
    this.#flow = flow;
    this.#state = state;
    this.#show = show;
  }

  readonly send = (body: Body<W>): void => {
    const at = Date.now();
    this.#after(async () => {
      if (body.type === "scan") await askElsewhere(body.text);
      await this.#happen(() => ({ ...body, id: newScanId(), at }));
    });
  };

  /** Takes an operation back: what has not left the device is gone, of the rest the server is asked. */
  readonly undo = (of: string): void => {
    this.#after(async () => {
      const removedEntries = await drop(of).catch(() => []);
      await this.#happen(() => ({ type: "undo", of, dropped: removedEntries, id: newScanId(), at: Date.now() }));
    });
  };

  /** The flow stays as it is until it is opened again. */
  readonly close = (): void => {
    this.#isOpen = false;
    questionStands.set(false);
    this.#after(() => storeOnDevice(place, this.#kept(this.#state)).catch(() => undefined));
  };

  readonly answered = (entry: OutboxEntry): void => {
    if (isOpenEntry(entry) || entry.isHeld) return;
    const bare = { again: false, box: null, by: null };
    this.send({ type: "answer", result: { ...bare, ...answerOf(entry), id: idOf(entry) } });
  };

  #after(work: () => Promise<void>) {
    this.#tail = this.#tail.then(work).catch(reportError); // what fails once does not keep the next scan from being heard
  }

  #kept(state: FlowState): KeptFlow {
    return { name: this.#flow.name, user: sessionState().user?.id ?? 0, state, isOpen: this.#isOpen };
  }

  /** Nothing sounds that is not on the disk; whatever goes wrong before is said, and the flow stands as it stood. */
  async #happen(eventOf: () => AisleEvent<W>) {
    const step = await this.#record(eventOf).catch((error: unknown) => this.#refuse(error));
    if (!step) return;
    this.#showStep(step.state, step.say);
    if (step.go) goTo(step.go);
  }

  #refuse(error: unknown): void {
    if (!(error instanceof NotKept)) reportError(error);
    const text = error instanceof NotKept ? error.message : errors.unknown;
    const notSaved: Say = { signal: "stop", title: "Nicht übernommen", text };
    this.#showStep({ ...this.#state, said: notSaved }, notSaved);
  }

  async #record(eventOf: () => AisleEvent<W>) {
    const step = this.#flow.reduce(this.#state, eventOf(), currentData());
    const { ops, settles, notes } = step;
    const flow = this.#kept(step.state);
    if (ops.length === 0 && settles.length === 0 && notes.length === 0)
      void storeOnDevice(place, flow).catch(() => undefined);
    else
      await take(
        ops.map((operation) => ({
          operation: operation as Operation,
          shown: { screen: "aisle", flow: this.#flow.name },
          hold: undoWindow(operation),
        })),
        async (stores) => {
          stores.meta.put(flow, place);
          for (const note of notes) stores.notes.put({ ...note, user: flow.user } satisfies KeptNote);
          await settle(new Set(settles), stores);
        },
      );
    return step;
  }

  #showStep(state: S, say: Say | null) {
    this.#state = state;
    this.#show(state);
    questionStands.set(this.#isOpen && state.question !== null);
    if (say) give(say.signal);
  }
}

const answerOf = ({
  status,
  state,
  message,
  code,
  result,
}: OutboxEntry): Omit<Result, "id" | "again" | "box" | "by"> => ({
  status: status === "done" ? "done" : "refused",
  state,
  message,
  code,
  ...result,
});

export interface FlowHandle<S, W> {
  readonly state: S;
  readonly data: Data;
  readonly tap: (what: W) => void;
  readonly scan: (text: string, via: Via) => void;
  readonly undo: (of: string) => void;
}

/** Runs a flow while its screen is open; null until it is known where it was left. */
export function useFlow<S extends FlowState<W>, W>(flow: FlowOf<S, W>): FlowHandle<S, W> | null {
  const [state, setState] = useState<S | null>(null);
  const [run, setRun] = useState<Run<S, W> | null>(null);
  stockStore.use();
  useEffect(() => {
    const ends: (() => void)[] = [];
    let isGone = false;
    const start = async () => {
      await Promise.all([outboxReady, stockReady]);
      const before = await keptFlow();
      const previousState = before?.name === flow.name ? (before.state as S) : null;
      const first = previousState ?? flow.begin(isUp());
      const answers = previousState ? await findAnswered(flow.name, waitingIds(previousState)) : [];
      if (isGone) return;
      const own = new Run<S, W>(flow, first, setState);
      setState(first);
      setRun(own);
      ends.push(
        onOutboxChange((changes) => answeredIn(changes).filter(isOwn(flow.name)).forEach(own.answered)),
        onNetwork(() => own.send({ type: "network", up: isUp() })),
        own.close,
      );
      own.send({ type: "network", up: isUp() });
      answers.forEach(own.answered);
    };
    void start();
    return () => {
      isGone = true;
      for (const end of ends) end();
    };
  }, [flow]);
  const tap = useCallback((what: W) => run?.send({ type: "tap", what }), [run]);
  const scan = useCallback<FlowHandle<S, W>["scan"]>(
    (text, via) => run?.send({ type: "scan", text: codeNamed(text), via }),
    [run],
  );
  return state && run && { state, data: currentData(), tap, scan, undo: run.undo };
}

const isOwn = (name: string) => (entry: OutboxEntry) =>
  isOf("aisle")(entry) && entry.shown.flow === name && entry.user === sessionState().user?.id;

/** Returns the ids for which the flow still waits; their answers may have come while its screen was closed. */
const waitingIds = ({ log }: FlowState): ReadonlySet<string> =>
  new Set(log.filter(({ status }) => status === "waiting").map(({ id }) => id));
