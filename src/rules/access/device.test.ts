import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

test.each([
  [`${windows} ${chrome}`, "Chrome, Windows"],
  [`${windows} ${chrome} Edg/130.0.2849.56`, "Edge, Windows"],
  [`${windows.replace("x64)", "x64; rv:132.0)")} Gecko/20100101 Firefox/132.0`, "Firefox, Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari, Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 14; TC21) ${chrome.replace("Safari", "Mobile Safari")}`, "Chrome, Android"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, "Chrome, Linux"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["", "unbekannt"],
  ["<script>", "unbekannt"],
])("%s is shown as %s", (agent, device) => expect(deviceOf(agent)).toBe(device));
