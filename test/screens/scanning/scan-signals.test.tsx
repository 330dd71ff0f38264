import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { give } from "#web/ui/feedback/signals.ts";

const contexts: AudioContext[] = [];
class KnownContext extends AudioContext {
  constructor() {
    super();
    contexts.push(this);
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the sound of a scan is switched off when nobody scans for half a minute, and comes back with the next one", async () => {
  vi.stubGlobal("AudioContext", KnownContext);
  await userEvent.click(document.body); // a page that nobody has touched may not sound
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const states = () => contexts.map(({ state }) => state);
  const scanAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    give("done");
    vi.advanceTimersByTime(0);
  };
  scanAfter(0);
  await expect.poll(states).toEqual(["running"]);
  scanAfter(29_000);
  vi.advanceTimersByTime(29_000);
  expect(states()).toEqual(["running"]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(states).toEqual(["suspended"]);
  scanAfter(60_000);
  await expect.poll(states).toEqual(["running"]);
});
