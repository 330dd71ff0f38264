import { say } from "./refusal-texts.ts";

// Why a tour is not changed so.

export const tourOver = say("state", "Die Tour ist beendet.");
export const tourBegun = say("state", "Die Tour hat schon begonnen.");
export const tourNotBegun = say("state", "Die Tour hat noch nicht begonnen.");
export const tourEmpty = say("state", "Die Tour hat keinen Halt.");
export const stopsChanged = say("changed", "Die Tour wurde inzwischen geändert. Bitte sehen Sie sie noch einmal an.");
export const stopTwice = say("invalid", "Eine Lieferung steht zweimal in der Tour.");
export const noSuchDelivery = say("invalid", "Diese Lieferung gibt es nicht.");
export const deliveryOver = (code: string) => say("state", `Lieferung ${code} ist nicht mehr offen.`);
export const onOtherTour = (code: string) => say("state", `Lieferung ${code} ist schon auf einer Tour.`);
export const noStop = say("state", "Die Lieferung ist kein offener Halt dieser Tour.");
