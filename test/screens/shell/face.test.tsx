import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMessages } from "#contract/calls/access/messages.ts";
import { login, settings } from "#contract/calls/access/session.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import type { Route } from "#contract/route.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { button, expectGoodLooks, field, link, title } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";

const drawings = () => [...document.querySelectorAll<SVGElement>("svg[aria-hidden]:not([viewBox='0 0 24 24'])")];
const shown = () => drawings().filter((one) => one.getBoundingClientRect().height > 0);

describe("the login", () => {
  test("says whose archive it is and what one comes for, and has the form first", async () => {
    await open("/login", { who: null });
    await expect.element(title("Magazin")).toBeVisible();
    const main = page.getByRole("main");
    const claim = "Finden, anfordern und zurückgeben, was bei Muster Archiv GmbH lagert.";
    await expect.element(main).toMatchTextContent(claim);
    await expect.element(page.getByRole("contentinfo")).toMatchTextContent("Build 20240203-100754");
    await expect.element(field("E-Mail")).toHaveFocus();
    for (const drawing of drawings()) {
      expect(drawing.querySelector("title, image, text")).toBeNull();
      const order = button("Anmelden").element().compareDocumentPosition(drawing);
      expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  test("has its form in reach and its shelves in sight at each width, and no fault", async () => {
    await open("/login", { who: null });
    await expect.element(button("Anmelden")).toBeVisible();
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.viewport(width, height);
      await expect.poll(() => shown().length, { message: `${width} px` }).toBe(1);
      await expect.element(button("Anmelden")).toBeInViewport();
      expect(document.documentElement.scrollHeight, `${width} px`).toBeLessThanOrEqual(height);
    }
    await expectGoodLooks();
  });

  test("speaks of the archive where no provider is named", async () => {
    await open("/login", {
      who: null,
      answers: (server) => server.reply(settings, { ...server.example(settings), provider_name: "" }),
    });
    await expect.element(page.getByText("Finden, anfordern und zurückgeben, was im Archiv lagert.")).toBeVisible();
  });
});

describe("an empty list", () => {
  const nothing: readonly Route[] = [
    listAreas,
    listRows,
    listBoxes,
    listUsers,
    listCustomers,
    listDeliveries,
    listMessages,
  ];
  const openEmpty = (address: string, who?: typeof customerUser) =>
    open(address, {
      ...(who && { who }),
      answers: (server) => {
        for (const route of nothing) server.answer(route, (asked) => ({ reply: pageOf([], asked) }));
      },
    });

  test.each([
    ["/stock/boxes", "Boxen hinzufügen", "/stock/boxes/new"],
    ["/stock/areas", "Ersten Bereich hinzufügen", "/stock/areas/new"],
    ["/stock/rows", "Ersten Bereich hinzufügen", "/stock/areas/new"],
    ["/customers/overview", "Ersten Kunden hinzufügen", "/customers/new"],
    ["/deliveries/overview", "Erste Lieferung hinzufügen", "/deliveries/create"],
    ["/services/messages", "Eigene Benachrichtigungen", "/account"],
    ["/users?last_name=Muster", "Alle User zeigen", "/users"],
  ])("%s is drawn and leads on: %s", async (address, step, target) => {
    await openEmpty(address);
    const way = page.getByRole("table").getByRole("link", { name: step });
    await expect.element(way).toBeVisible();
    expect(way.element().getAttribute("href")).toBe(target);
    expect(shown()).toHaveLength(1);
    await expectGoodLooks();
  });

  test("of boxes leads a customer's user to the first pick-up", async () => {
    await openEmpty("/stock/boxes", customerUser);
    await expect.element(link("Abholung bestellen")).toHaveAttribute("href", "/deliveries/pickup");
    expect(shown()).toHaveLength(1);
  });

  test("of a box has its contents and pictures drawn above the fields that add them", async () => {
    await open("/stock/boxes/1", {
      answers: (server) => {
        const box = server.example(getBox);
        server.reply(getBox, { ...box, state: 1, content: [], images: [] });
      },
    });
    await expect.element(page.getByText("Zu dieser Box gibt es keine Bilder.")).toBeVisible();
    await expect.element(page.getByText(/fügen Sie eine kopierte Liste ein/)).toBeVisible();
    expect(shown()).toHaveLength(2);
    await expectGoodLooks();
  });
});

describe("with reduced motion", () => {
  const moving = () =>
    [...document.querySelectorAll("*")].filter((one) => {
      const { animationName, transitionDuration, transitionProperty, scrollBehavior } = getComputedStyle(one);
      const passes = transitionProperty !== "none" && /[1-9]/.test(transitionDuration);
      return animationName !== "none" || passes || scrollBehavior === "smooth";
    });

  test.each(["/login", "/home", "/stock/boxes", "/stock/boxes/1", "/deliveries/1", "/search?q=akte"])(
    "nothing moves on %s",
    async (address) => {
      expect(matchMedia("(prefers-reduced-motion: reduce)").matches).toBe(true);
      await open(address, address === "/login" ? { who: null } : {});
      await expect.element(page.getByRole("heading").first()).toBeVisible();
      expect(document.getAnimations()).toEqual([]);
      expect(moving()).toEqual([]);
    },
  );

  test("what is at work is a line that stands still", async () => {
    let answer = () => {};
    await open("/login", { who: null, answers: (server) => (answer = server.hold(login)) });
    await field("E-Mail").fill("anna@example.com");
    await field("Passwort").fill("passwort1");
    await button("Anmelden").click();
    await expect.poll(() => document.querySelectorAll(".working").length).toBe(1);
    expect(document.getAnimations()).toEqual([]);
    expect(moving()).toEqual([]);
    answer();
    await expect.element(title(/Muster|Schmidt|Home/)).toBeVisible();
  });
});
