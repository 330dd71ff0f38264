import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { editRow } from "#contract/calls/stock/rows.ts";
import { noticeFade, noticeTime } from "#web/ui/feedback/notify.ts";
import { button, field, notice } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";

describe("a notice", () => {
  const updated = notice("Reihe aktualisiert");

  /** Makes a change, whose notice is there; from then on the product's pauses pass only as far as a test lets them. */
  async function change() {
    const { server } = await open("/stock/rows/5");
    const come = server.hold(editRow);
    await field("Umgekehrt").click();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    come();
    await expect
      .poll(() => {
        vi.advanceTimersByTime(0);
        return updated.elements().length;
      })
      .toBe(1);
  }

  test("leaves by itself after five seconds", async () => {
    await change();
    vi.advanceTimersByTime(noticeTime - 1);
    await expect.element(updated).toBeVisible();
    vi.advanceTimersByTime(1 + noticeFade);
    await expect.element(updated).not.toBeInTheDocument();
  });

  test("can be dismissed", async () => {
    await change();
    await button("Schließen").click();
    vi.advanceTimersByTime(noticeFade);
    await expect.element(updated).not.toBeInTheDocument();
  });

  test("stays while somebody points at it", async () => {
    await change();
    await userEvent.hover(updated);
    vi.advanceTimersByTime(noticeTime + noticeFade);
    await expect.element(updated).toBeVisible();
  });
});

test("a change that the server refuses with a 403 ends the session, and what was typed is asked about", async () => {
  const { server, address } = await open("/stock/rows/5");
  server.refuse(editRow, 403, { detail: "Authentication credentials were not provided." }, "signed_out");
  await field("Umgekehrt").click();
  const lost = page.getByRole("alertdialog", { name: "Sitzung beendet" });
  await lost.getByRole("button", { name: "Verwerfen" }).click();
  await expect.poll(address).toMatch(/^\/login\?next=/);
});
