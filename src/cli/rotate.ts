import { atTheMachine } from "#server/database/audit/audit.ts";
import { forgetCertificate } from "#server/database/own-certificates.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";
import { resetFactor } from "#server/features/access/users/mutations.ts";
import { newWebhookSecret } from "#server/messages/webhooks/sign-message.ts";
import { type Archive } from "#cli/archive.ts";
import { type Command, WrongUsage } from "#cli/command.ts";

const restart = "Restart every server of the archive: until then they go on with the one of before.";

/** Each answers what people have to do now. */
const rotations: Readonly<Record<string, (archive: Archive) => Promise<string>>> = {
  authority: async ({ db }) => {
    await db.write((tx) => forgetCertificate(tx, "authority"));
    return `The archive gets a new authority. ${restart} Every on-premises device has to be set up anew at /einrichten, and loses its trust in the old one there.`;
  },
  packages: async ({ db }) => {
    await db.write((tx) => forgetCertificate(tx, "packages"));
    return `The scanner app gets a new key. ${restart} Phones take no update of the app that they have: remove it and install it anew, when nothing waits on them to be sent.`;
  },
  totp: async ({ db }) => {
    const users = await db.write(async (tx) => {
      const factors = await tx.selectFrom("second_factors").select("user_id").orderBy("user_id").execute();
      for (const { user_id: id } of factors) await resetFactor(tx, atTheMachine, id);
      return factors.length;
    });
    return `${users} second factors are removed, and all sessions of those users. They sign in with their password and set up a new one: REQUIRE_TOTP asks them to.`;
  },
  webhooks: async ({ db }) => {
    const webhooks = await db.write(async (tx) => {
      const rows = await tx.selectFrom("webhooks").select("id").orderBy("id").forUpdate().execute();
      for (const { id } of rows) {
        const secret = db.secrets.seal(newWebhookSecret(), secretContext.webhook(id));
        const set = { secret, former_secret: null, former_until: null };
        await tx.updateTable("webhooks").set(set).where("id", "=", id).execute();
      }
      return rows.length;
    });
    return `${webhooks} webhooks have a new secret that nobody knows: their receivers refuse what they are sent until each gets one on the page Webhooks.`;
  },
};
const names = Object.keys(rotations).join("|");

export const rotate: Command = {
  summary:
    "Replace a secret of the archive that somebody else may know: its authority, the key of its packages, all second factors, or the secrets of webhooks.",
  usage: names,
  options: {},
  prepare(args) {
    const name = args.only(names);
    const work = rotations[name];
    if (!work) throw new WrongUsage(`${name} is none of ${names}.`);
    return async (archive) => {
      console.log(await work(archive));
      return 0;
    };
  },
};
