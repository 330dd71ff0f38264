import { Pencil, Plus } from "lucide";
import { clsx } from "clsx";
import { useState } from "react";
import { deletePriceList, setPrice } from "#contract/calls/billing/price-lists.ts";
import type { PriceList, PriceRule } from "#contract/schemas/billing/price-lists.ts";
import { showPrice, showVat } from "#rules/billing/amount-texts.ts";
import { itemText, type PricedItem, unitText, pricedItems } from "#rules/billing/items.ts";
import { berlinDay, showDate, addDays } from "#rules/dates.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const PriceListDialog = onDemand(async () => (await import("./price-list-dialog.tsx")).PriceListDialog);
const PriceDialog = onDemand(async () => (await import("./price-dialog.tsx")).PriceDialog);

/** Starting point of the dialog: a price that is there, or an item that has none yet. */
type Begun = { readonly item?: PricedItem; readonly rule?: PriceRule };

/** The prices of a list: choosing one corrects it, former ones stand below the one that holds. */
export function PricesSection({ list }: { list: PriceList }) {
  const [today] = useState(() => berlinDay(new Date()));
  const [begun, setBegun] = useState<Begun>();
  const [isRenaming, setRenaming] = useState(false);
  const { removeList, removePrice, isPending } = useRemoval(list, today);
  return (
    <Section
      title={`Preise ${list.name}`}
      actions={
        <>
          <Button icon={Plus} onClick={() => setBegun({})}>
            Preis festlegen
          </Button>
          <Button icon={Pencil} onClick={() => setRenaming(true)}>
            Liste bearbeiten
          </Button>
          <Button
            look="danger"
            pending={isPending("list")}
            disabledReason={list.customers > 0 && "Die Preisliste gilt noch für Kunden."}
            onClick={removeList}
          >
            Liste löschen
          </Button>
        </>
      }
    >
      <DataTable
        caption={`Preise ${list.name}`}
        columns={columnsFor(removePrice, isPending("price"))}
        rows={priceLines(list.rules, today)}
        rowKey={({ item, rule }) => `${item} ${rule?.valid_from}`}
        link={({ item, rule }, content) => (
          <button
            type="button"
            className="text-link max-w-full truncate text-left"
            onClick={() => setBegun({ item, ...(rule && { rule }) })}
          >
            {content}
          </button>
        )}
      />
      {begun && <PriceDialog list={list} {...begun} onClose={() => setBegun(undefined)} />}
      {isRenaming && <PriceListDialog list={list} onClose={() => setRenaming(false)} />}
    </Section>
  );
}

/** Removes the list, or one of its prices, after a question. */
function useRemoval(list: PriceList, today: string) {
  const { ask, isPending } = useActions<"list" | "price">([deletePriceList, setPrice]);
  const removeList = () =>
    void ask(
      "list",
      {
        title: "Preisliste löschen",
        text: `Die Preisliste „${list.name}“ wird mit allen ihren Preisen gelöscht.`,
        action: "Preisliste löschen",
        danger: true,
      },
      async () => {
        await call(deletePriceList, { path: { id: list.id } });
        return "Preisliste gelöscht";
      },
    );
  const removePrice = ({ item, valid_from, price }: PriceRule) =>
    void ask(
      "price",
      {
        title: "Preis entfernen",
        text: `${itemText[item]} für ${showPrice(price)} ab dem ${showDate(valid_from)} wird entfernt; es gilt der Preis davor, ohne einen ist es kostenlos.`,
        ...(valid_from <= today && { warning: chargedAnew(valid_from) }),
        action: "Preis entfernen",
        danger: true,
      },
      async () => {
        await call(setPrice, { path: { id: list.id }, body: { item, price: null, valid_from } });
        return "Preis entfernt";
      },
    );
  return { removeList, removePrice, isPending };
}

const chargedAnew = (from: string) => `Was seit dem ${showDate(from)} gemacht wurde, wird neu berechnet.`;

const stateBadge = {
  past: <Badge tone="quiet">galt</Badge>,
  now: <Badge tone="green">gilt</Badge>,
  coming: <Badge tone="blue">kommt</Badge>,
};

/** A cell of a price that holds no more is quieter. */
const cellOf = (show: (rule: PriceRule, line: PriceLine) => string) => (line: PriceLine) =>
  line.rule && <span className={clsx(line.state === "past" && "text-muted")}>{show(line.rule, line)}</span>;

const columnsFor = (remove: (rule: PriceRule) => void, isPending: boolean): readonly TableColumn<PriceLine>[] => [
  { key: "item", label: "Leistung", main: true, grow: true, cell: ({ item }) => itemText[item] },
  {
    key: "price",
    label: "Preis",
    align: "right",
    cell: (line) =>
      line.rule ? cellOf(({ price }) => showPrice(price))(line) : <span className="text-muted">kostenlos</span>,
  },
  { key: "unit", label: "Einheit", cell: cellOf(({ unit }) => `je ${unitText[unit]}`) },
  { key: "vat", label: "Umsatzsteuer", phone: "hidden", cell: cellOf(showVat) },
  {
    key: "valid",
    label: "Gültig",
    cell: cellOf(
      ({ valid_from }, { until }) =>
        `ab ${showDate(valid_from)}${until === undefined ? "" : ` bis ${showDate(until)}`}`,
    ),
  },
  { key: "state", label: "Stand", phone: "beside", cell: ({ rule, state }) => rule && stateBadge[state] },
  {
    key: "remove",
    label: "Entfernen",
    bare: true,
    cell: ({ item, rule }) =>
      rule && (
        <Button
          aria-label={`${itemText[item]} ab ${showDate(rule.valid_from)} entfernen`}
          disabled={isPending}
          onClick={() => remove(rule)}
        >
          Entfernen
        </Button>
      ),
  },
];

/** A price of an item with the last day on which it holds, or that the item has none. */
interface PriceLine {
  readonly item: PricedItem;
  readonly rule: PriceRule | undefined;
  /** Until which day, where another one follows. */
  readonly until: string | undefined;
  readonly state: "past" | "now" | "coming";
}

/** Every item with all of its prices, the latest first, as they are on a day `YYYY-MM-DD`. */
function priceLines(rules: readonly PriceRule[], today: string): PriceLine[] {
  return pricedItems.flatMap((item): PriceLine[] => {
    const own = rules.filter((rule) => rule.item === item).toSorted((a, b) => b.valid_from.localeCompare(a.valid_from));
    if (own.length === 0) return [{ item, rule: undefined, until: undefined, state: "now" }];
    return own.map((rule, index) => {
      const next = own[index - 1]?.valid_from;
      const isOver = next !== undefined && next <= today;
      return {
        item,
        rule,
        until: next === undefined ? undefined : addDays(next, -1),
        state: isOver ? "past" : rule.valid_from > today ? "coming" : "now",
      };
    });
  });
}
