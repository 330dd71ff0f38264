import { CircleX, Ellipsis, FileInput, FileScan, Hourglass, Trash2, Truck } from "lucide";
import { useState } from "react";
import { textLength } from "#contract/limits.ts";
import { contentMayBe } from "#rules/stock/content-state.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { contentText } from "#rules/texts/blanked.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { mayOrderContent, useContentOrder } from "#web/basket/order-button.tsx";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { keptDraft } from "#web/storage/stored-draft.ts";
import { SaveStatus } from "#web/ui/form/save-status.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { useAutosave } from "#web/ui/form/autosave.ts";
import { Menu, MenuItem } from "#web/ui/menu/menu.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type BoxContent, useContentActions } from "./use-content-actions.ts";
import { useFoundContent } from "./use-found-content.ts";

const ContentClassDialog = onDemand(async () => (await import("./content-class-dialog.tsx")).ContentClassDialog);

type ContentRowProps = {
  box: BoxDetail;
  content: BoxContent;
  /** Its place in the list, from 1. */
  number: number;
  onRemoved: () => void;
};

/** A content that is edited where it stands. */
export function ContentRow({ box, content, number, onRemoved }: ContentRowProps) {
  const actions = useContentActions(content);
  const text = useAutosave({
    saved: content.text,
    save: actions.save,
    overtaken: (by) => refused.changedMeanwhile(by).message,
    check: (value) => (isBlank(value) ? invalid.required : undefined),
    draft: keptDraft(`content-${content.id}`),
  });
  const line = useFoundContent(content.id, "border-b border-line px-3 py-1.5 last:border-b-0");
  return (
    <li {...line}>
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <div className="min-w-0 grow max-sm:basis-full">
          <Textarea
            data-scan="open"
            aria-label={`Inhalt ${number}`}
            aria-invalid={text.wrong !== undefined}
            rows={Math.min(12, text.value.split("\n").length)}
            maxLength={textLength}
            placeholder={content.text === "" ? contentText("") : undefined}
            className="-mx-2 field-sizing-content resize-none border-transparent not-focus:bg-transparent hover:border-line focus:border-field aria-invalid:border-field"
            value={text.value}
            onChange={(event) => text.type(event.target.value)}
            onBlur={() => text.leave()}
          />
        </div>
        <div className="flex min-h-8 items-center gap-2 max-sm:grow">
          <ContentStateBadge state={content.state} />
          <span className="max-sm:ml-auto">
            <Actions box={box} content={content} number={number} actions={actions} onRemoved={onRemoved} />
          </span>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-3">
        <SaveStatus of={text} />
      </div>
    </li>
  );
}

type ActionsProps = ContentRowProps & { actions: ReturnType<typeof useContentActions> };

function Actions({ box, content, number, actions, onRemoved }: ActionsProps) {
  const { order, orderScan } = useContentOrder(box, content);
  const { text, state } = content;
  const [isMissing, setMissing] = useState(false);
  const [isKept, setKept] = useState(false);
  return (
    <>
      <Menu label={`Aktionen für Inhalt ${number}`} look="quiet" trigger={<Icon of={Ellipsis} size={16} />}>
        {mayOrderContent(box, content) && (
          <>
            <MenuItem icon={Truck} onClick={() => void order()}>
              Anfordern
            </MenuItem>
            <MenuItem icon={FileScan} onClick={() => void orderScan()}>
              Als Scan
            </MenuItem>
          </>
        )}
        {contentMayBe("putBack", state) && (
          <MenuItem icon={FileInput} onClick={actions.putBack}>
            Wieder eingelegt
          </MenuItem>
        )}
        {contentMayBe("reportMissing", state) && (
          <MenuItem icon={CircleX} onClick={() => setMissing(true)}>
            Existiert nicht
          </MenuItem>
        )}
        <MenuItem icon={Hourglass} onClick={() => setKept(true)}>
          Aufbewahrung …
        </MenuItem>
        {contentMayBe("delete", state) && (
          <MenuItem icon={Trash2} onClick={() => void actions.remove(onRemoved)}>
            Inhalt löschen
          </MenuItem>
        )}
      </Menu>
      {isKept && <ContentClassDialog content={content} onClose={() => setKept(false)} />}
      {isMissing && (
        <AskReason
          title="Inhalt existiert nicht"
          text={`„${text}“ ist nicht zu finden.`}
          label="Grund"
          required
          maxLength={textLength}
          action="Existiert nicht"
          send={actions.reportMissing}
          onClose={() => setMissing(false)}
        />
      )}
    </>
  );
}
