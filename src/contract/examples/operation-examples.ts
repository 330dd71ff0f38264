import { code, created, hash, owner, person, someone, url } from "./values.ts";

const AppTicket = {
  version: "1.2.0",
  url: `${url}/apps/package/?ticket=WyIxLjIuMCJd.3Zq`,
  expires: created,
  qrcode: "data:image/png;base64,iVBORw0KGgo=",
  address: "https://archiv.example",
  bytes: 32_768,
  sha256: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9",
  certificate_sha256: "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
};

/** The archive itself: its settings, apps, backups, seals and audit trail. */
export const operationExamples = {
  shapes: {
    BackupState: { taken: created, stale: false, plain: false },
    App: { id: 1, version: "1.2", date: "2026-11-02", description: "", file: `${url}/apps/1/file/`, bytes: 12_800 },
    AppTicket,
    DeviceSetup: {
      address: "https://archiv.example",
      page: { url: "https://archiv.example/einrichten", qrcode: AppTicket.qrcode },
      app: AppTicket,
      authority: null,
    },
    Seal: {
      number: 12,
      until: created,
      boxes: 128,
      entries: 307,
      events: 4,
      invoices: 9,
      hash,
      found: false,
      stamped: null,
    },
    AuditEntry: {
      id: 31,
      at: created,
      kind: 40,
      text: "Bild geöffnet",
      user: { id: 6, ...person, email: someone.email },
      name: null,
      address: "192.0.2.7",
      customer: { id: owner.id, code: owner.code },
      box: { id: 1, code },
      delivery: null,
      subject: null,
    },
  },
  replies: {
    settings: {
      product_title: "Magazin",
      provider_name: "Muster Archiv GmbH",
      build_stamp: "20240203-100754",
      company_sign_in: null,
      sends_mails: false,
    },
  },
} as const;
