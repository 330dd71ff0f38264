import { useMutation } from "@tanstack/react-query";
import { FileDown, FileUp, Trash2 } from "lucide";
import { type DragEvent, useRef, useState } from "react";
import { addCopy, copyFile, removeCopy } from "#contract/calls/deliveries/copies.ts";
import { maxCopyBytes } from "#contract/limits.ts";
import type { DigitalCopy } from "#contract/schemas/deliveries/copies.ts";
import { showThings } from "#rules/amounts.ts";
import { showDate } from "#rules/dates.ts";
import { largePdf } from "#rules/texts/copy-refusals.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { upload } from "#web/api/upload.ts";
import { isBoxLine, type Line, lineName } from "#web/delivery-lines/line-facts.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";

interface LineCopiesProps {
  readonly delivery: number;
  readonly line: Line;
  readonly isStaff: boolean;
}

/** Shows the scanned copies of a line; staff drop a PDF here once the line is at the office. */
export function LineCopies({ delivery, line, isStaff }: LineCopiesProps) {
  return (
    <div className="grid min-w-0 gap-2 py-1 whitespace-normal">
      {line.copies.map((copy) => (
        <CopyLine key={copy.id} copy={copy} name={lineName(line)} isStaff={isStaff} />
      ))}
      {isStaff && line.open && line.picked && <CopyDrop delivery={delivery} line={line} />}
    </div>
  );
}

function CopyLine({ copy, name, isStaff }: { copy: DigitalCopy; name: string; isStaff: boolean }) {
  const file = useDownload(copyFile);
  const { ask, isPending } = useActions<"remove">([removeCopy]);
  const { id, pages, kept_until, deleted } = copy;
  const amount = showThings(pages, "Seite", "Seiten");
  if (deleted !== null) return <p className="text-muted">{amount}, nach Ablauf der Frist gelöscht</p>;
  const remove = () => {
    const text = `Der Scan von ${name} wird gelöscht, auch für den Kunden. Das lässt sich nicht rückgängig machen.`;
    return ask("remove", { title: "Scan löschen", text, action: "Scan löschen", danger: true }, async () => {
      await call(removeCopy, { path: { id } });
      return "Scan gelöscht";
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={FileDown} pending={file.running} onClick={() => void file.start({ path: { id } })}>
        Scan ansehen<span className="sr-only"> von {name}</span>
      </Button>
      <span className="tabular-nums">
        {amount}, bis {showDate(kept_until)}
      </span>
      {isStaff && (
        <Button look="quiet" icon={Trash2} pending={isPending("remove")} onClick={() => void remove()}>
          Löschen<span className="sr-only"> des Scans von {name}</span>
        </Button>
      )}
      {file.error && <ErrorState error={file.error} />}
    </div>
  );
}

/** Takes a PDF by a drop or by its button. */
function CopyDrop({ delivery, line }: { delivery: number; line: Line }) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [isOver, setOver] = useState(false);
  const send = useMutation({
    mutationFn: (file: File) => {
      if (file.size > maxCopyBytes) throw new Error(largePdf.message);
      return upload(addCopy, {
        path: { id: delivery },
        fields: { [isBoxLine(line) ? "box" : "content"]: line.id ?? 0 },
        file,
        as: "file",
        once: newAttempt(),
        onShare: setShare,
      });
    },
    meta: { inPlace: true },
    onSuccess: () => invalidate(addCopy),
  });
  const take = (file: File | undefined) => file && !send.isPending && send.mutate(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={`grid gap-2 rounded-md border border-dashed p-2 ${isOver ? "border-accent bg-accent-soft" : "border-field"}`}
      onDrop={drop}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={FileUp} pending={send.isPending} onClick={() => input.current?.click()}>
          PDF wählen<span className="sr-only"> für {lineName(line)}</span>
        </Button>
        <span className="text-muted">oder hier ablegen</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/pdf"
        aria-label={`PDF für ${lineName(line)}`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
      {send.isPending && <Progress label="Wird gesendet …" share={share} />}
      {send.error && <ErrorState error={send.error} />}
    </div>
  );
}
