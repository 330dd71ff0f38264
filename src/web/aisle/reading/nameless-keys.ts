import { slowest } from "#web/ui/scanner.ts";
import { onTyped } from "./reading.ts";

// Some keyboards of telephones do not say which key was pressed, only what it writes: then that is what a scanner has read.

const shortest = 6; // signs: less may be a quick hand

let written = "";
let last = Number.NEGATIVE_INFINITY;
let isNameless = false;

function keyDown(event: KeyboardEvent) {
  isNameless = event.key === "Unidentified";
  if (event.key === "Enter" || event.key === "Tab") end(event);
}

function end(event: Event) {
  const text = event.timeStamp - last > slowest ? "" : written;
  written = "";
  if (text.length < shortest) return;
  event.preventDefault();
  event.stopPropagation();
  onTyped(text);
}

/** Only the field that always listens; what came before a pause is no part of a scan. */
function beforeInput(event: InputEvent) {
  if (event.inputType === "insertLineBreak") return end(event);
  const isScanField = event.target instanceof HTMLElement && event.target.dataset["scan"] !== undefined;
  if (!isNameless || !isScanField || event.data === null) return;
  const isComposed = event.inputType === "insertCompositionText"; // says all that has come until now
  written = isComposed ? event.data : (event.timeStamp - last > slowest ? "" : written) + event.data;
  last = event.timeStamp;
}

addEventListener("keydown", keyDown, true);
addEventListener("beforeinput", beforeInput, true);
