import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listAudit, sheetOfAudit } from "#contract/calls/access/audit.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { auditList } from "#contract/lists/audit.ts";
import { AuditKind, auditDays, auditKindText, auditPeriod, maxCounted } from "#rules/access/audit/audit.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { listUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { ListTable } from "#web/lists/list-table.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import type { SelectOption } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { auditListColumns } from "./audit-list-columns.tsx";

const kinds = Object.values(AuditKind).map((kind) => ({ value: kind, label: auditKindText[kind] }));

export default function AuditListPage() {
  const entries = useList({ list: auditList, call: listAudit, to: paths.audit });
  const choices = { person: usePeople(), kind: kinds };
  const count = entries.data?.count;
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Protokoll"
        about="Wer was gelesen, als Datei mitgenommen oder an Rechten geändert hat."
        total={count}
        actions={
          <SheetButton
            title="Protokoll"
            list={auditList}
            call={sheetOfAudit}
            search={entries.search}
            choices={choices}
            count={count === maxCounted ? undefined : count} // so many are counted, and more may be there
          />
        }
      />
      <NotedList note={<Extent search={entries.search} count={count} />} isWaiting={!entries.data}>
        <ListFilter of={entries} choices={choices} />
        <ListTable
          of={entries}
          caption="Protokoll"
          columns={auditListColumns}
          empty={
            <ListEmpty {...paths.audit()} reason="In diesem Zeitraum passt kein Eintrag zu den Filtern.">
              Filter zurücksetzen
            </ListEmpty>
          }
        />
      </NotedList>
    </>
  );
}

type ExtentProps = { search: Parameters<typeof auditPeriod>[0]; count: number | undefined };

/** Shows which days are looked through, and that no more entries are counted than can be read. */
function Extent({ search, count }: ExtentProps) {
  const [now] = useState(() => new Date());
  const { from, to } = auditPeriod(search, berlinDay(now));
  return (
    <>
      Vom {showDate(from)} bis {showDate(to)}. Einträge werden {auditDays} Tage aufbewahrt.
      {count === maxCounted && ` Gezeigt werden höchstens ${maxCounted.toLocaleString("de-DE")}: bitte eingrenzen.`}
    </>
  );
}

/** Everybody who has ever had an account, by name. */
function usePeople(): SelectOption[] {
  const selection = { query: "{id,first_name,last_name,email}" };
  const staff = useQuery(queryFor(listUsers, { query: { ...selection, is_staff: true } }));
  const others = useQuery(queryFor(listUsers, { query: { ...selection, is_staff: false } }));
  const people = [...(staff.data?.results ?? []), ...(others.data?.results ?? [])];
  return people.map((person) => ({ value: person.id, label: `${listUserName(person)} (${person.email})` }));
}
