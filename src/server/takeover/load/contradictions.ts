import type { BulkLoad } from "#server/database/sql/load-much.ts";
import { LoadRefused } from "./load-refused.ts";

const examples = 5;

/** What people could not work with: an order at work that nothing is in, or the other way round. */
const found = `
  with box_lines as (
    select l.box_id, count(*) as n, bool_or(l.picked is not null and d.state = 0) as early from delivery_boxes l join deliveries d on d.id = l.delivery_id
    where l.open and d.kind = 0 group by l.box_id),
  content_lines as (
    select l.content_id, count(*) as n from delivery_contents l join deliveries d on d.id = l.delivery_id
    where l.open and d.kind = 0 and l.picked is null group by l.content_id)
  select 'Box ' || b.code || ' ist angefordert, und in ' || case coalesce(l.n, 0) when 0 then 'keiner offenen Lieferung' else l.n || ' offenen Lieferungen' end as what
  from boxes b left join box_lines l on l.box_id = b.id where b.state = 4 and l.n is distinct from 1
  union all
  select 'Box ' || b.code || ' ist angefordert und steht auf keinem Platz, ihre Lieferung ist aber noch nicht in Bearbeitung'
  from boxes b join box_lines l on l.box_id = b.id where l.early
  union all
  select 'Inhalt ' || c.id || ' der Box ' || b.code || ' ist angefordert, und in ' || case coalesce(l.n, 0) when 0 then 'keiner offenen Lieferung' else l.n || ' offenen Lieferungen' end
  from contents c join boxes b on b.id = c.box_id left join content_lines l on l.content_id = c.id where c.state = 2 and l.n is distinct from 1
  union all
  select 'Box ' || b.code || ' ist im Ganzen und in Teilen angefordert'
  from boxes b where b.state = 4 and exists (select from contents c where c.box_id = b.id and c.state = 2)
  union all
  select 'Lieferung ' || code || ' ist in der Zukunft erstellt' from deliveries where created > now()
  union all
  select 'Box ' || code || ' ist in der Zukunft erstellt oder eingelagert' from boxes where greatest(created, placed) > now()`;

/** @throws LoadRefused where the archive would contradict itself, with the first examples */
export async function refuseContradictions({ query }: BulkLoad): Promise<void> {
  const rows = await query<{ what: string }>(found);
  if (rows.length === 0) return;
  const more = rows.length > examples ? `; und ${rows.length - examples} weitere` : "";
  const what = rows.slice(0, examples).map((row) => row.what);
  throw new LoadRefused(`Das widerspricht sich: ${what.join("; ")}${more}. Nichts wurde geladen.`);
}
