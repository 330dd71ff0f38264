import { created, owner } from "./values.ts";

const TourStop = {
  id: 4,
  code: 123,
  kind: 0,
  state: 1,
  time: created,
  customer: owner,
  lines_count: 9,
  left_count: 3,
  loaded_count: 2,
  until: "13:00",
  address: "Lange Straße 5, 28195 Bremen",
};
const WaitingLine = { kind: "import_errors", count: 1, since: created, first: { id: 8, name: "Boxen.csv" } };
const StockMonth = { month: "2026-11", meters: 1840.4, boxes: 4601, places: 6000 };
const tour = { deliveries: [TourStop], count: 1, lines_count: 9, left_count: 3, done_count: 2 };

export const homeExamples = {
  shapes: {
    TourStop,
    DayTour: { ...tour, next: { day: "2026-11-03", count: 4 } },
    WaitingLine,
    FirstSteps: { area: true, row: true, labels: false, customer: null, option: false },
    StockMonth,
    Home: {
      tour: { ...tour, next: { day: "2026-11-03", count: 4 } },
      waiting: [WaitingLine],
      new_devices: 1,
      may_import: true,
      backup: { taken: created, stale: false, plain: false },
      procedure_news: 0,
      first_steps: null,
      stock: [{ ...StockMonth, month: "2026-10", meters: 1798.2, boxes: 4496 }, StockMonth],
    },
  },
} as const;
