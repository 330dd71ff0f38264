import { storeOnDevice, readFromDevice } from "./device.ts";
import { onServerTime } from "#web/api/call-error.ts";

// Report of the server's clock that the device has heard, for scans that are sent later. The device's own clock may be wrong, or be put right
// meanwhile.

interface Heard {
  /** Number of ms by which the server was ahead. */
  readonly offset: number;
  /** Time of the server's clock, in ms. */
  readonly server: number;
  /** Time that this page had counted by then, in ms; null where another page heard the server. */
  readonly counted: number | null;
}

const place = "clock";
const worthIt = 30_000; // ms
let latestTime: Heard | null = null;
let last = Number.NaN; // the offset that is kept

void readFromDevice(place).then((found) => {
  if (found && !latestTime) latestTime = { ...(found as Heard), counted: null };
});

onServerTime((server) => {
  const offset = server - Date.now();
  latestTime = { offset, server, counted: performance.now() };
  if (Math.abs(offset - last) <= worthIt) return;
  last = offset;
  void storeOnDevice(place, latestTime).catch(() => undefined);
});

/** Returns the data on the server's clock that a scan carries beside the device's own. */
export function serverClock(): { readonly offset?: number; readonly after?: string } {
  if (!latestTime) return {};
  const { offset, server, counted } = latestTime;
  return { offset, after: new Date(server + performance.now() - (counted ?? performance.now())).toISOString() };
}
