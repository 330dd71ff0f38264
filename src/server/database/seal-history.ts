import { connect } from "./connect.ts";
import type { Connection } from "./database.ts";

/** All but when: that the database says. */
const auditColumns = "kind, user_id, name, address, customer_code, box_code, object, object_id, meta";
const sealed = "history, deleted_boxes, audit";

/**
 * Takes history out of the program's own hands: tables that only grow belong to a role that nobody logs in as, and the database
 * and its schema to the superuser, so that the program's role can read and add, and neither change, empty nor drop them.
 * Done again at every start; to be called as the superuser, after the migrations.
 */
export async function sealHistory(superuser: Connection, role = "magazin"): Promise<void> {
  const client = await connect(superuser);
  try {
    const name = client.escapeIdentifier(role);
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'magazin_history') then
          create role magazin_history nologin;
        end if;
        execute format('alter database %I owner to current_user', current_database());
        execute format('grant connect, create, temporary on database %I to ${name}', current_database());
      end $$;
      alter schema public owner to pg_database_owner;
      grant usage, create on schema public to ${name};
      alter table history owner to magazin_history;
      alter table deleted_boxes owner to magazin_history;
      alter table audit owner to magazin_history;
      alter function refuse_change() owner to magazin_history;
      alter function audit_limit() owner to magazin_history;
      alter function keep_audit() owner to magazin_history;
      alter function expire_audit() owner to magazin_history;
      revoke all on ${sealed} from ${name}, public;
      grant select on ${sealed} to ${name};
      grant insert on history, deleted_boxes to ${name};
      grant insert (${auditColumns}) on audit to ${name};`);
    const { rows } = await client.query<{ maintain: boolean }>(
      "select current_setting('server_version_num')::int >= 170000 as maintain",
    );
    if (rows[0]?.maintain) await client.query(`grant maintain on ${sealed} to ${name}`); // vacuum and analyze
  } finally {
    await client.end();
  }
}
