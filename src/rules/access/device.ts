type Names = readonly (readonly [string, RegExp])[];

/** The first that fits: what comes later is also what many others say they are. */
const programs: Names = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];
const systems: Names = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

const nameIn = (names: Names, agent: string) => names.find(([, pattern]) => pattern.test(agent))?.[0];

/** With what somebody is signed in, in short words made of what their program calls itself: `"Chrome, Windows"`. */
export function deviceOf(agent: string): string {
  const labels = [nameIn(programs, agent), nameIn(systems, agent)].filter((name) => name !== undefined);
  if (labels.length > 0) return labels.join(", ");
  const program = /^[\w.-]{1,30}/.exec(agent)?.[0];
  return program ?? "unbekannt";
}
