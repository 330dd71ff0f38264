import type { Page } from "@playwright/test";

const usual = 10; // ms between the keys of a scanner, which sends every 7 to 16
/** Longer than the time in which the same text again is one pull of the trigger. */
export const afterBounce = 2_100; // ms
const keyPause = 70; // ms between the keys of a quick typist

interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly text?: string;
  readonly shift?: boolean;
}

const enter: Stroke = { key: "Enter", code: "Enter", text: "\r" };
const names: Readonly<Record<string, string>> = { ":": "Semicolon", ".": "Period", "-": "Minus", Ö: "Semicolon" };

function strokeOf(sign: string, place = sign): Stroke {
  const isLetter = /[A-Za-z]/.test(place);
  const code = /\d/.test(place) ? `Digit${place}` : isLetter ? `Key${place.toUpperCase()}` : (names[place] ?? "");
  return { key: sign, code, text: sign, shift: sign !== sign.toLowerCase() || sign === ":" };
}

interface Scan {
  readonly layout?: "german";
  /** ms by which the keys are pressed later than now, as their own clock has it. */
  readonly later?: number;
  /** ms between its keys, and how long each is down. */
  readonly gap?: number;
  readonly hold?: number;
}

/** ms; when the last key of a page's last scan was pressed: the next one begins after it, however fast the page has answered. */
const ends = new WeakMap<Page, number>();

/**
 * Types like a keyboard scanner: all keys 10 ms apart or as slow as given, then Enter. The browser gets the time of each key, so that a busy machine
 * does not turn it into slow typing.
 */
export async function scan(page: Page, text: string, { layout, later = 0, gap = usual, hold = 0 }: Scan = {}) {
  const strokes = Array.from(text, (sign) => strokeOf(layout === "german" ? (germanSigns[sign] ?? sign) : sign, sign));
  const session = await page.context().newCDPSession(page);
  const wanted = Date.now() + later - (strokes.length + 1) * gap;
  const start = later > 0 ? wanted : Math.max(wanted, (ends.get(page) ?? 0) + gap);
  if (later === 0) ends.set(page, start + strokes.length * gap);
  const sent = [...strokes, enter].flatMap(({ key, code, text: typed, shift }, index) => {
    const common = {
      key,
      code,
      modifiers: shift ? 8 : 0,
      windowsVirtualKeyCode: key === "Enter" ? 13 : 0,
      timestamp: (start + index * gap) / 1000,
    };
    return [
      session.send("Input.dispatchKeyEvent", { ...common, type: "keyDown", ...(typed && { text: typed }) }),
      session.send("Input.dispatchKeyEvent", { ...common, type: "keyUp", timestamp: common.timestamp + hold / 1000 }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}

/** Signs that a computer with German keys makes of a scanner that speaks the US layout. */
const germanSigns: Readonly<Record<string, string>> = { Z: "Y", Y: "Z", ":": "Ö" };

/**
 * A clock of Playwright's, under which keys keep the moments in which they were pressed. It would give each the one in which it is first
 * looked at, and so the gaps of a busy machine.
 */
export async function clockButForKeys(page: Page) {
  await page.context().addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    addEventListener("DOMContentLoaded", () => Object.defineProperty(Event.prototype, "timeStamp", own ?? {}));
  });
  await page.clock.install();
}

/** Types where the focus is, as a person does. */
export const typeByHand = (page: Page, text: string) => page.keyboard.type(text, { delay: keyPause });
