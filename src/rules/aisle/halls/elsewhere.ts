import type { Say } from "#rules/aisle/flow.ts";
import type { Data, KnownRow } from "#rules/aisle/stock-data.ts";

/** Returns the message about a box that the device does not know: which box it is not, and what can be done about it. */
export function absence(data: Pick<Data, "mayBeElsewhere">, code: string, title = "Unbekannte Box") {
  return data.mayBeElsewhere(code)
    ? {
        title: "Andere Halle?",
        text: "Sie ist nicht in den Hallen dieses Geräts.",
        hint: " Bitte mit Netz noch einmal scannen.",
      }
    : { title, text: "Sie ist nicht im Bestand dieses Geräts.", hint: "" };
}

/** A row whose places the device knows; otherwise what is to be said. */
export function rowHere(data: Data, id: number): KnownRow | Say {
  const row = data.row(id);
  if (row && !row.isElsewhere) return row;
  return data.mayBeElsewhere()
    ? { signal: "look", title: "Andere Halle", text: "Diese Reihe ist nicht in den Hallen dieses Geräts." }
    : { signal: "look", title: "Reihe unbekannt", text: "Diese Reihe kennt das Gerät nicht." };
}
