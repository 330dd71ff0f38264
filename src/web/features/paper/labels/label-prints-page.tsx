import type { ComponentProps } from "react";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { labelBoxList } from "#contract/lists/boxes.ts";
import { printLabels, printLabelsZpl } from "#contract/calls/paper/services.ts";
import {
  labelList,
  maxLabels,
  parseStart,
  resetAmounts,
  totalLabels,
  addLabels,
  amountsFrom,
  type LabelAmounts,
} from "#rules/paper/label-amounts.ts";
import { labelsOfPage } from "#rules/paper/label-sizes.ts";
import { useDownload } from "#web/api/download.ts";
import { ListTarget } from "#web/basket/list/list-target.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { useList, useListSearch } from "#web/lists/use-list.ts";
import {
  isRoll,
  keptPaper,
  type LabelPaper,
  rollInput,
  sheetInput,
  usualPaper,
  wrongOffset,
} from "#web/label-printing/label-paper.ts";
import { keptStart } from "#web/label-printing/print-labels.ts";
import { NamedPrinter } from "#web/label-printing/named-printer.tsx";
import { ZplButton } from "#web/label-printing/zpl-button.tsx";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { paths } from "#web/paths.ts";
import { useKept, storedValue } from "#web/storage/stored-value.ts";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { noBox, useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { withoutDestroyed } from "./all-filtered.tsx";
import { tooManyLabelsText } from "./amount-buttons.tsx";
import { LabelBoxes } from "./label-boxes.tsx";
import { LabelHeadActions } from "./label-head-actions.tsx";
import { LabelSheet } from "./label-sheet.tsx";
import { countSheets, labelledBoxes, labelsText } from "./sheet.ts";
import { useGoneBox } from "./use-gone-box.tsx";

const storedAmounts = storedValue("labels", (list) => labelList(amountsFrom(list)));

/** The label-print list; it outlives paging, filtering, an error and a reload. */
function useLabelAmounts() {
  const [list, setList] = useKept(storedAmounts, []);
  const set = (amounts: LabelAmounts) => setList(labelList(amounts));
  /** To what is there by now: whoever asked for it may have waited for an answer meanwhile. */
  const change = (next: (amounts: LabelAmounts) => LabelAmounts) => set(next(amountsFrom(storedAmounts.get())));
  return {
    amounts: amountsFrom(list),
    set,
    add: (code: string) => change((amounts) => addLabels(amounts, [code])),
    /** One for each that has none yet. */
    fill: (codes: readonly string[]) =>
      change((amounts) =>
        addLabels(
          amounts,
          codes.filter((code) => !amounts.has(code)),
        ),
      ),
  };
}

export default function LabelPrintsPage() {
  const search = useListSearch(labelBoxList);
  const boxes = useList({
    list: labelBoxList,
    call: listBoxes,
    selection: "{id,code,state,created}",
    also: withoutDestroyed(search),
    to: paths.labelPrints,
  });
  const { amounts, set: setAmounts, add, fill } = useLabelAmounts();
  useLabelScans(add);
  const [paper, setPaper] = useKept(keptPaper, usualPaper);
  const ofSheet = labelsOfPage(paper.size);
  const [start, setStart] = useKept(keptStart, "1");
  const sheets = useDownload(printLabels);
  const removedBox = useGoneBox(sheets, amounts, setAmounts);
  const total = totalLabels(amounts);
  const labels = labelledBoxes(amounts);
  const first = parseStart(start, ofSheet);
  const isFull = total >= maxLabels;
  const codes = labelList(amounts);
  const download = () => {
    if (first !== null) void sheets.start({ body: { codes, start: first, ...sheetInput(paper) } });
  };
  return (
    <>
      <PageHead
        above={<ServiceLinks />}
        title="Etikettendruck"
        total={boxes.data?.count}
        actions={
          <LabelHeadActions
            total={total}
            start={first}
            labels={ofSheet}
            blocked={wrongOffset(paper)}
            running={sheets.running}
            downloadButton={removedBox.downloadButton}
            onReset={() => setAmounts(resetAmounts())}
            onDownload={download}
          >
            {total > 0 && <PrinterFile codes={codes} paper={paper} />}
          </LabelHeadActions>
        }
      />
      {about}
      <Total text={labelsText(total, ofSheet === 1 ? 0 : countSheets(labels, first ?? 1, ofSheet))} isFull={isFull} />
      <DownloadStatus of={removedBox.status} label="PDF wird erstellt ..." remedy={removedBox.remedy} />
      <ListTarget customer={undefined} purpose="label" onTake={(found) => fill(found.map(({ code }) => code))}>
        <ListFilter of={boxes} onInvalid={reportInvalidFilter} />
      </ListTarget>
      <div className="flex flex-wrap items-start gap-6 *:min-w-0">
        <LabelBoxes boxes={boxes} amounts={amounts} isFull={isFull} onChange={setAmounts} onFill={fill} />
        <Paper labels={labels} start={start} onStart={setStart} paper={paper} onPaper={setPaper} codes={codes} />
      </div>
    </>
  );
}

/** The same labels for a label printer, where a roll is in it. */
function PrinterFile({ codes, paper }: { codes: ReturnType<typeof labelList>; paper: LabelPaper }) {
  if (labelsOfPage(paper.size) > 1 || wrongOffset(paper)) return null;
  return <ZplButton call={printLabelsZpl} input={{ body: { codes, ...rollInput(paper) } }} />;
}

type PaperProps = ComponentProps<typeof LabelSheet> & { codes: ReturnType<typeof labelList> };

/** Shows the material that is printed on; for a roll, the on-premises label printer. */
function Paper({ codes, ...sheet }: PaperProps) {
  const { paper } = sheet;
  const none = codes.length === 0 && "Es ist noch kein Etikett ausgewählt.";
  const boxes = { codes, ...rollInput(paper) };
  return (
    <div className="sticky top-[calc(var(--sticky-top,0px)+1rem)] flex-[0_1_20rem] max-lg:static">
      <LabelSheet {...sheet}>
        {isRoll(paper) && <NamedPrinter labels={{ boxes }} blocked={none || wrongOffset(paper)} />}
      </LabelSheet>
    </div>
  );
}

const about = (
  <p className="mb-1 text-muted">
    Eine gescannte Box bekommt ein Etikett. Vernichtete Boxen zeigt nur der Status „vernichtet“.
  </p>
);

function Total({ text, isFull }: { text: string; isFull: boolean }) {
  return (
    <p role="status" className="mb-3 min-h-5 font-semibold tabular-nums">
      {text}
      {isFull && <span className="text-danger"> – {tooManyLabelsText}</span>}
    </p>
  );
}

function reportInvalidFilter() {
  console.info("invalid filter"); // oxlint-disable-line no-console -- specification 8 wants it there
}

/** A scanned box gets one more label; a destroyed one only where one chooses it in the list. */
function useLabelScans(add: (code: string) => void) {
  const say = (text: string) => {
    give("look");
    notify(text, "warning");
  };
  const read = async (text: string) => {
    const code = parseBoxCode(text);
    if (code === null) return say(noBox(text));
    const { box } = await call(resolveScan, { query: { code } });
    if (!box) return say(refused.noSuchBox(showBoxCode(code)).message);
    if (box.state === BoxState.destroyed) return say(refused.boxIs(showBoxCode(code), boxStateText[box.state]).message);
    add(code);
    give("done");
    notify(`1 Etikett für ${showBoxCode(code)}`);
  };
  useScans({
    onScan: (text) => void read(text).catch((error: Error) => say(error.message)),
    onPart: (text) => say(`${wrongWith(text)}: „${text.trim().slice(0, 40)}“`),
  });
}
