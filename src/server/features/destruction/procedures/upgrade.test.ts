import { expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { emptyDatabase } from "#test/support/database.ts";

const connection = await emptyDatabase();

test("at the upgrade the audit trail says who had access to an account; of whom it knows nothing goes on as a person of their own", async () => {
  await migrate(connection, { upTo: "0032_numbers-given" });
  const client = await connect(connection);
  try {
    const names = ["maker", "made", "reset", "renewed", "old", "moved", "invited", "approver", "renewed before"];
    for (const [index, name] of names.entries())
      await client.query(
        "insert into users (id, email, last_name, password_hash, is_staff) values ($1, $2, $2, '', true)",
        [index + 1, name],
      );
    await client.query(`insert into audit (kind, user_id, object, object_id, at) values
      (20, 1, 'user', 2, now() - interval '90 days'), (11, 1, 'user', 3, now() - interval '80 days'),
      (20, 1, 'user', 4, now() - interval '70 days'), (11, null, 'user', 4, now() - interval '60 days'),
      (30, 5, null, null, now()), (11, 5, 'user', 5, now()),
      (11, null, 'user', 9, now() - interval '50 days')`);
    await client.query(`insert into audit (kind, user_id, object, object_id, at, meta) values
      (22, 1, 'user', 6, now() - interval '60 days', '{"from": "a", "to": "b"}'),
      (29, 1, 'user', 7, now() - interval '60 days', '{"to": true}'), (29, 1, 'user', 5, now() - interval '60 days', '{"to": false}'),
      (21, 1, 'user', 8, now() - interval '60 days', '{"right": "approve", "from": false, "to": true}'),
      (21, 1, 'user', 5, now() - interval '60 days', '{"right": "approve", "from": true, "to": false}'),
      (22, 1, 'user', 9, now() - interval '60 days', '{"from": "a", "to": "b"}')`);
    await client.query("insert into customers (code, name, destruction_procedure) values (1, 'Werk', 1)");
    await migrate(connection);
    const { rows } = await client.query<{ other: string; one: boolean }>(
      "select u.email as other, may_be_one(1, u.id) as one from users u where id > 1 order by id",
    );
    expect(rows.map(({ other, one }) => [other, one])).toEqual([
      ["made", true],
      ["reset", true],
      ["renewed", false],
      ["old", false],
      ["moved", true],
      ["invited", true],
      ["approver", true],
      ["renewed before", false],
    ]);
    const { rows: siblings } = await client.query("select may_be_one(2, 3) as one");
    expect(siblings).toEqual([{ one: false }]); // the one who had access to both had it long ago
    await expect(client.query("update customers set destruction_procedure = 0")).rejects.toThrow("nobody agreed");
  } finally {
    await client.end();
  }
});
