import { archiveList } from "#server/documents/lists/archive-list.ts";
import { boxMovements } from "#server/documents/lists/box-movements.ts";
import { boxesOverview } from "#server/documents/lists/boxes-overview.ts";
import { collectList } from "#server/documents/lists/collect-list.ts";
import { deliveryNote, deliveryNotes } from "./delivery-note.ts";
import { destroyList } from "#server/documents/lists/destroy-list.ts";
import { destroyRequest } from "./destroy-request.ts";
import { loadList } from "#server/documents/lists/load-list.ts";
import { dueList } from "#server/documents/lists/due-list.ts";
import { destructionCertificate } from "./destruction-certificate.ts";
import { importReceipt } from "./import-receipt.ts";
import { invoicePdf, invoicesPdf } from "#server/documents/invoice/invoice.ts";
import { lossLetter } from "./loss-letter.ts";
import { stocktakeReport } from "./stocktake-report.ts";
import { labelSheet, placeLabelSheet, rowLabelSheet } from "#server/documents/labels/label-sheet.ts";
import { boxLabelZpl, placeLabelZpl } from "#server/documents/labels/label-zpl.ts";

/** Every document by its name: data and printing in, PDF out (product 9); of two, what a label printer reads. */
export const documents = {
  archiveList,
  boxMovements,
  boxesOverview,
  collectList,
  deliveryNote,
  deliveryNotes,
  destroyList,
  destroyRequest,
  dueList,
  destructionCertificate,
  importReceipt,
  invoicePdf,
  invoicesPdf,
  loadList,
  lossLetter,
  stocktakeReport,
  labelSheet,
  rowLabelSheet,
  placeLabelSheet,
  boxLabelZpl,
  placeLabelZpl,
};
export type Documents = typeof documents;
