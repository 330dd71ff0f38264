import { describe, expect, test } from "vitest";
import { successTexts } from "./done-texts.ts";
import { invalid } from "./form-texts.ts";
import * as refused from "./refusal-texts.ts";
import { errors, noData, takenArea, takenCustomerCode, takenRow, translations } from "./texts.ts";

describe("the messages of the specification", () => {
  test("stand there word for word", () => {
    expect(errors).toMatchObject({
      unknown: "Ups. Da ist etwas schief gelaufen.",
      notFound: "Nicht gefunden!",
      notAllowed: "Nicht erlaubt!",
    });
    expect(refused.login.message).toBe("Login fehlgeschlagen.");
    expect(invalid).toMatchObject({
      required: "Bitte ausfüllen",
      requiredChoice: "Bitte auswählen",
      password: "mind. 8 Zeichen",
      mismatch: "Stimmt nicht überein!",
      email: "Ungültige E-Mail Adresse",
      range: "Ungültig",
      customerCode: "Maximal 4 Zahlen",
      postcode: "PLZ nicht größer als 99999",
      belowZero: "Kleiner als 0 nicht erlaubt",
      belowOne: "Kleiner als 1 nicht erlaubt",
    });
    expect(noData).toBe("Keine Daten vorhanden");
    expect(Object.values(successTexts)).toContain("Box(en) hinzugefügt");
  });

  test.each([
    [takenCustomerCode, "customer with this code already exists.", "Kunde mit dem Code existiert bereits."],
    [takenRow, "The fields areaId, number must make a unique set.", "Reihe existiert bereits."],
    [takenArea, "area with this name already exists.", "Bereich existiert bereits."],
  ])("%j is sent as %j and shown as %j", (sent, english, german) => {
    expect(sent).toEqual({ code: "exists", message: english });
    expect(translations[english]).toBe(german);
  });

  test("name the box or the place that they are about", () => {
    expect(refused.placeTaken("0042.000.123").message).toBe("Platz ist belegt durch 0042.000.123.");
    for (const [isInRow, code] of [
      [false, "elsewhere"],
      [true, "here"],
    ] as const)
      expect(refused.alreadyStored("Halle 1, Reihe 3, Teil 2, Höhe 1", isInRow)).toEqual({
        code,
        message: "Box ist bereits eingelagert: Halle 1, Reihe 3, Teil 2, Höhe 1.",
      });
  });
});
