import { expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { emptyDatabase } from "#test/support/database.ts";

const connection = await emptyDatabase();

test("at the upgrade all staff go on managing users, and no session of before counts as proved; one that is opened then does", async () => {
  await migrate(connection, { upTo: "0035_procedure-changes" });
  const client = await connect(connection);
  const addUser = (id: number, isStaff: boolean) =>
    client.query("insert into users (id, email, last_name, password_hash, is_staff) values ($1, $2, 'Alt', '', $3)", [
      id,
      `${id}@example.com`,
      isStaff,
    ]);
  const openSession = (user: number) =>
    client.query("insert into tokens (hash, user_id) values ($1, $2)", [Buffer.alloc(32, user), user]);
  try {
    await addUser(1, true);
    await addUser(2, false);
    await openSession(1);
    await migrate(connection);
    await addUser(3, true); // as the version before adds somebody
    await openSession(3);
    const users = await client.query("select id, manages_users from users order by id");
    expect(users.rows.map((row: object) => Object.values(row))).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    const proved = await client.query(
      "select confirmed_at > now() - interval '10 minutes' as proved from tokens order by user_id",
    );
    expect(proved.rows).toEqual([{ proved: false }, { proved: true }]);
    await client.query("update users set is_staff = false where id = 1");
    await client.query("update users set is_staff = true where id = 1");
    const back = await client.query("select manages_users from users where id = 1");
    expect(back.rows, "it does not come back with the staff").toEqual([{ manages_users: false }]);
  } finally {
    await client.end();
  }
});
