import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// Axe sees the pairs of colours that a page happens to show; here stand all that may meet, in both lights.

type Colour = readonly [red: number, green: number, blue: number];
const lights = ["light", "dark"] as const;
type Light = (typeof lights)[number];
type Token = Readonly<Record<Light, Colour>>;

const css = readFileSync(new URL("./app.css", import.meta.url), "utf8");
const value = String.raw`(?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))`;

const colourOf = (hex: string): Colour => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [red, green, blue];
};

/** The colours of these rules whose names begin like this, by the rest of their names. */
function tokensOf(rules: string, prefix: string): Record<string, Token> {
  const found = rules.matchAll(new RegExp(`${prefix}([\\w-]+): ${value};`, "g"));
  return Object.fromEntries(
    Array.from(found, ([, name = "", light, dark, both = ""]) => [
      name,
      { light: colourOf(light ?? both), dark: colourOf(dark ?? both) },
    ]),
  );
}

/** Returns the lightness of a colour to the eye (WCAG 2, relative luminance). */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour that lets this much of the ground through. */
const paler = (colour: Colour, ground: Colour, opacity: number): Colour => {
  const mixed = (at: 0 | 1 | 2) => colour[at] * opacity + ground[at] * (1 - opacity);
  return [mixed(0), mixed(1), mixed(2)];
};

const colours = tokensOf(css, "--color-");
const token = (name: string): Token => {
  const found = colours[name];
  if (!found) throw new Error(`app.css has no colour ${name}.`);
  return found;
};

const writing = ["text", "muted", "accent", "danger"];
const grounds = ["page", "surface", "raised", "hover", "accent-soft"];
const fills = ["accent-fill", "accent-fill-hover", "danger-fill", "danger-fill-hover"];
const edges = ["field", "accent", "danger"];
const decoration = ["line"]; // separates what is distinguished without it
const readable = 4.5; // WCAG 2.2, 1.4.3
const visible = 3; // WCAG 2.2, 1.4.11

const pairs = (some: readonly string[], others: readonly string[]) =>
  lights.flatMap((light) => some.flatMap((one) => others.map((other) => [one, other, light] as const)));

describe("the colours", () => {
  test("have each a part here", () => {
    const known = new Set([...writing, ...grounds, ...fills, ...edges, ...decoration, "on-fill"]);
    expect(Object.keys(colours).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(pairs(writing, grounds))("%s can be read on %s (%s)", (text, ground, light) => {
    expect(contrast(token(text)[light], token(ground)[light])).toBeGreaterThanOrEqual(readable);
  });

  test.each(pairs(["on-fill"], fills))("%s can be read on %s (%s)", (text, fill, light) => {
    expect(contrast(token(text)[light], token(fill)[light])).toBeGreaterThanOrEqual(readable);
  });

  test.each(pairs(edges, grounds))("an edge of %s can be seen on %s (%s)", (edge, ground, light) => {
    expect(contrast(token(edge)[light], token(ground)[light])).toBeGreaterThanOrEqual(visible);
  });

  test.each(pairs(["text"], grounds))("%s can be read on %s while it is old (%s)", (text, ground, light) => {
    const opacity = Number(/\.stale \{[^}]*opacity: ([\d.]+);/.exec(css)?.[1]);
    const pale = paler(token(text)[light], token(ground)[light], opacity);
    expect(contrast(pale, token(ground)[light])).toBeGreaterThanOrEqual(readable);
  });
});

describe("the tones of a state", () => {
  const tones = Array.from(css.matchAll(/\.tone-(\w+) \{([^}]*)\}/g), ([, name = "", rule = ""]) => {
    const { soft, text } = tokensOf(rule, "--tone-");
    return [name, soft, text] as const;
  });

  test("are nine", () => expect(tones.length).toBe(9));

  test.each(tones)("%s can be read", (_name, soft, text) => {
    for (const light of lights)
      expect(soft && text && contrast(text[light], soft[light]), light).toBeGreaterThanOrEqual(readable);
  });
});
