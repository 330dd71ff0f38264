import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { storeSession } from "#web/api/session-state.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

test("who signs in in another tab sees nothing that this page held of the one before", async () => {
  const { server } = await open("/stock/boxes/1");
  const title = page.getByRole("heading", { level: 1 });
  const theirs = showBoxCode(server.example(getBox).code);
  await expect.element(title).toHaveTextContent(theirs);
  await expect.element(page.getByText("Anna Schmidt").first()).toBeVisible();
  server.reply(getUser, ({ path }) => (path.endsWith(`/${customerUser.id}/`) ? customerUser : staff));
  server.refuse(getBox, 404, { detail: "none" }, "not_found"); // which is not the other one's
  storeSession({ token: "other", userId: customerUser.id });
  dispatchEvent(new StorageEvent("storage", { key: "token" })); // as a browser notifies the other tabs
  await expect.element(page.getByText("Erika Muster").first()).toBeVisible();
  await expect.element(page.getByText("Nicht gefunden!")).toBeVisible();
  expect(document.body.textContent).not.toContain(theirs);
});
