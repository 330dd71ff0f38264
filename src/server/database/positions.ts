/** A box's place as queries read it from boxes, rows and areas; all null where the box holds none. */
export interface PlaceColumns {
  readonly part: number | null;
  readonly height: number | null;
  readonly placed: string | null;
  readonly row_id: number | null;
  readonly row_number: number | null;
  readonly row_reverse: boolean | null;
  readonly area_id: number | null;
  readonly area_name: string | null;
}

/** The position of a box as the API has it (product 8), `id` being the box's; null where it holds none. For staff only. */
export function shownPosition(id: number, place: PlaceColumns) {
  const { part, height, placed, row_id, row_number, row_reverse, area_id, area_name } = place;
  if (row_id === null || part === null || height === null || placed === null) return null;
  const area = { id: area_id ?? 0, name: area_name ?? "" };
  return {
    id,
    part,
    height,
    created: placed,
    row: { id: row_id, number: row_number ?? 0, reverse: row_reverse ?? false, area },
  };
}
