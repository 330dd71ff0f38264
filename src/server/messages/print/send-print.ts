import { showThings } from "#rules/amounts.ts";
import { showTrouble } from "#rules/paper/printers.ts";
import type { Database } from "#server/database/database.ts";
import { beginPrint, type PrintPayload } from "#server/database/messages/print-messages.ts";
import { boxLabelZpl, placeLabelZpl } from "#server/documents/labels/label-zpl.ts";
import type { Message, Outcome, Send } from "#server/messages/send-messages.ts";
import { type LabelPrinter, connectPrinter, type PrinterLine } from "./printer-line.ts";
import { findPrinterTrouble } from "./printer-state.ts";

/** Seconds after which a printer is asked again, whose labels somebody fills up or which prints meanwhile. */
const pauses = { trouble: 15, busy: 3 };
/** An hour of a printer that is off; then a person decides. */
const mostTries = 240;

/**
 * Prints labels on a printer that says it is ready. What was begun and whose end nobody knows is never begun again by itself: a person
 * looks and says so (decision 131).
 */
export function printSender(db: Database, printers: readonly LabelPrinter[]): Send {
  return async (message, signal) => {
    const payload = message.payload as PrintPayload;
    if (payload.begun) return { is: "failed", reason: unclear(payload) };
    const printer = printers.find(({ name }) => name === payload.printer);
    if (!printer) return { is: "failed", reason: `Drucker „${payload.printer}“ ist nicht mehr eingerichtet.` };
    const line = await connectPrinter(printer, signal);
    if (!line) return later(message, showTrouble(printer.name, "away"));
    try {
      return await printOn(line, { db, message, payload, printer });
    } finally {
      line.close();
    }
  };
}

interface Attempt {
  readonly db: Database;
  readonly message: Message;
  readonly payload: PrintPayload;
  readonly printer: LabelPrinter;
}

async function printOn(line: PrinterLine, { db, message, payload, printer }: Attempt): Promise<Outcome> {
  const status = await line.status();
  if (!status) return later(message, showTrouble(printer.name, "silent"));
  const trouble = findPrinterTrouble(status);
  if (trouble) return later(message, showTrouble(printer.name, trouble), trouble === "busy" ? pauses.busy : undefined);
  const zpl = zplOf(payload);
  // from here on nobody knows what is printed until the printer says that it has all of it
  if (!(await db.write((tx) => beginPrint(tx, message)))) return { is: "again", reason: "Zu spät begonnen" };
  return (await line.send(zpl)) ? { is: "done" } : { is: "failed", reason: unclear(payload) };
}

function later({ tries }: Message, reason: string, pause = pauses.trouble): Outcome {
  return tries >= mostTries ? { is: "failed", reason } : { is: "again", reason, pause };
}

const unclear = ({ printer, labels }: PrintPayload) =>
  `Die Verbindung zu „${printer}“ brach beim Drucken ab. Bitte sehen Sie nach, ob ${showThings(labels, "Etikett", "Etiketten")} gedruckt sind: wenn nicht, „Nochmals senden“, sonst „Erledigt“.`;

function zplOf(payload: PrintPayload): Buffer {
  return payload.document === "boxLabelZpl" ? boxLabelZpl(payload.data) : placeLabelZpl(payload.data);
}
