import { area, code, created, owner, Position, url } from "./values.ts";

const row = { id: 5, number: 3, reverse: false, created, positions_count: 1, last_verified: created };
const places = { stored: [1001, 2001], ordered: [], marked: [3002], theirs: [2001] };
const MapRow = { id: 5, number: 3, reverse: false, parts: 10, heights: 5, ...places, last_verified: created };
const LostBox = { id: 12, code: "0042000124", row: 5, part: 4, height: 1 };

/** Areas, their rows and maps. */
export const stockExamples = {
  requests: {
    createArea: { body: { name: "Halle 1" } },
    createRow: { body: { areaId: 2, number: 1, reverse: false, parts: 10, heights: 5 } },
    editRow: { body: { reverse: true, parts: 10, heights: 5 } },
  },
  shapes: {
    Area: { ...area, created, rows_count: 1, boxes_count: 1, last_verified: created },
    AreaDetail: {
      ...area,
      created,
      rows_count: 1,
      boxes_count: 1,
      last_verified: created,
      rows: [{ ...row, places_count: 50 }],
    },
    MapRow,
    LostBox,
    AreaMap: {
      area,
      areas: [{ ...area, places_count: 50, boxes_count: 3, theirs_count: 1 }],
      rows: [MapRow],
      customers: [{ ...owner, boxes_count: 1 }],
      lost: [LostBox],
    },
    Row: { ...row, area },
    RowDetail: {
      ...row,
      area,
      qrcode: { id: 5, image: `${url}/rows/5/qrcode/`, created },
      parts: 10,
      heights: 5,
      stocktake: null,
      positions: [{ id: 11, part: 2, height: 1, box: { id: 1, code, state: 1, version: 2 } }],
    },
    Position,
  },
} as const;
