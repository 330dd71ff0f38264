import { slowest } from "#web/ui/scanner.ts";
import { onTyped } from "./reading.ts";

// Some keyboards of telephones do not say which key was pressed, only what it writes: then that is what a scanner has read.

const shortest = 6; // signs: less may be quick typing

let buffer = "";
let last = Number.NEGATIVE_INFINITY;
let isNameless = false;
/** When the key was pressed that nothing has been written of: a busy telephone writes it later. */
let pressTime: number | null = null;

function keyDown(event: KeyboardEvent) {
  isNameless = event.key === "Unidentified";
  pressTime = event.timeStamp;
  if (event.key === "Enter" || event.key === "Tab") end(event, pressTime);
}

function end(event: Event, at: number) {
  const text = at - last > slowest ? "" : buffer;
  buffer = "";
  if (text.length < shortest) return;
  event.preventDefault();
  event.stopPropagation();
  onTyped(text);
}

/** Only the field that always listens; what came before a pause is no part of a scan. */
function beforeInput(event: InputEvent) {
  const at = pressTime ?? event.timeStamp;
  pressTime = null;
  if (event.inputType === "insertLineBreak") return end(event, at);
  const isScanField = event.target instanceof HTMLElement && event.target.dataset["scan"] !== undefined;
  if (!isNameless || !isScanField || event.data === null) return;
  const isComposed = event.inputType === "insertCompositionText"; // says all that has come until now
  buffer = isComposed ? event.data : (at - last > slowest ? "" : buffer) + event.data;
  last = at;
}

addEventListener("keydown", keyDown, true);
addEventListener("beforeinput", beforeInput, true);
