import { type ReactNode, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { FlowChoice } from "#rules/aisle/flow.ts";
import { QuestionChoices } from "#web/aisle/question-choices.tsx";
import { dropReads, lastRead, onRead, passOn, useReads } from "#web/aisle/reading/reading.ts";
import { setAround } from "#web/aisle/reading/wedge.ts";
import { button } from "#test/screens/support/look.ts";

// Parts of the phone in the aisle, each alone: without its outbox and without a flow.

let root: Root | undefined;
const show = (part: ReactNode) => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(part);
};
const leave = () => {
  root?.unmount();
  root = undefined;
};

beforeEach(dropReads);
afterEach(leave);

describe("the answers to a question", () => {
  const choices: readonly FlowChoice<string>[] = [
    { label: "Ja, hier einlagern", what: "yes" },
    { label: "Vom Server holen", what: "fetch", needsNetwork: true },
    { label: "Nein", what: "no" },
  ];
  const labels = () =>
    page
      .getByRole("group", { name: "Antworten" })
      .getByRole("button")
      .elements()
      .map((answer) => (answer as HTMLElement).innerText.trim()); // without why it is disabled, which is not shown

  test("stand in their order, the likely one first, and each says what was tapped", async () => {
    const tapped: string[] = [];
    show(<QuestionChoices choices={choices} isOnline onTap={(what) => tapped.push(what)} />);
    await expect.poll(labels).toEqual(["Ja, hier einlagern", "Vom Server holen", "Nein"]);
    for (const label of ["Nein", "Vom Server holen", "Ja, hier einlagern"]) await button(label).click();
    expect(tapped).toEqual(["no", "fetch", "yes"]);
  });

  test("that need a network say so without one, and nothing comes of a tap", async () => {
    const tapped: string[] = [];
    show(<QuestionChoices choices={choices} isOnline={false} onTap={(what) => tapped.push(what)} />);
    await expect.poll(labels).toEqual(["Ja, hier einlagern", "Vom Server holen (nur mit Netz)", "Nein"]);
    const fetching = button("Vom Server holen (nur mit Netz)");
    await expect.element(fetching).toHaveAccessibleDescription("nur mit Netz");
    await fetching.click({ force: true });
    await button("Nein").click();
    expect(tapped).toEqual(["no"]);
  });
});

describe("what is read on the phone", () => {
  interface ScreenProps {
    into: string[];
    onReady: () => void;
  }
  function Screen({ into, onReady }: ScreenProps) {
    useReads(({ text, via }) => into.push(`${via} ${text}`));
    useEffect(onReady, [onReady]); // after the one that takes what is read
    return <h1>Bereit</h1>;
  }
  const open = async () => {
    const into: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    show(<Screen into={into} onReady={resolve} />);
    await promise;
    return into;
  };
  /** As the Android app hands it over; answers whether it was taken. */
  const broadcast = (data: unknown) =>
    !dispatchEvent(new CustomEvent("magazin-scan", { cancelable: true, detail: { data } }));

  test("waits for the screen that is on its way, in its order, and blanks are no read", async () => {
    const before = lastRead.get();
    onRead(" 0042000001 ", "camera");
    onRead("   ", "hand");
    onRead("0042000002", "hand");
    expect(lastRead.get() - before).toBe(2);
    const into = await open();
    await expect.poll(() => into).toEqual(["camera 0042000001", "hand 0042000002"]);
    onRead("0042000003", "camera");
    expect(into).toHaveLength(3);
  });

  test("is dropped where nobody waits for it any more", async () => {
    onRead("0042000001", "camera");
    dropReads();
    const into = await open();
    onRead("0042000002", "camera");
    await expect.poll(() => into).toEqual(["camera 0042000002"]);
  });

  test("goes to the next screen where this one hands it on", async () => {
    const first = await open();
    passOn({ text: "0042000001", via: "camera" });
    onRead("0042000002", "camera");
    leave();
    const next = await open();
    await expect.poll(() => next).toEqual(["camera 0042000001", "camera 0042000002"]);
    expect(first).toEqual([]);
  });

  test("by the device's own scanner loses what the scanner writes around a code, and is taken from the keys", async () => {
    const into = await open();
    setAround({ before: "]C1", after: "#" });
    expect(broadcast("]C1MAGAZIN:ROW:12#")).toBe(true);
    await expect.poll(() => into).toEqual(["broadcast MAGAZIN:ROW:12"]);
    setAround({ before: "", after: "" });
    expect(broadcast(undefined)).toBe(false);
    expect(into).toHaveLength(1);
  });
});
