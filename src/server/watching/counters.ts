import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/database/database.ts";
import type { Standbys } from "#server/database/standbys/standbys.ts";
import { poolLoads } from "#server/database/connections/pool-load.ts";
import type { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { storageTroubles } from "#server/storage/storage-trouble.ts";

/** Metrics that a server process counts of itself, for `/metrics`. */
export class Counters {
  readonly registry = new Registry();
  readonly durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took",
    labelNames: ["method", "route", "status"],
    buckets: [0.01, 0.1, 1, 10],
    registers: [this.registry],
  });
  readonly refusals = this.#counter("magazin_refusals_total", "Refused calls, by the name of the refusal", "code");
  readonly loginsRefused = this.#counter("magazin_logins_refused_total", "Refused logins, by what was wrong", "code");
  readonly scans = this.#counter("magazin_scans_total", "Answered scans: done, or why they were refused", "result");
  readonly storageErrors = this.#counter(
    "magazin_storage_errors_total",
    "Calls that failed for a disk or an object store: full, damaged (a file is lost or not what was kept), away, failed",
    "kind",
  );

  constructor(db: Database, pdfWorkers: PdfWorkers) {
    collectDefaultMetrics({ register: this.registry });
    for (const kind of storageTroubles) this.storageErrors.inc({ kind }, 0);
    this.scans.inc({ result: "done" }, 0);
    this.#watchPools(db);
    this.#watchPress(pdfWorkers);
    if (db.standbys) this.#watchStandbys(db.standbys);
  }

  #counter(name: string, help: string, label: string): Counter {
    return new Counter({ name, help, labelNames: [label], registers: [this.registry] });
  }

  /** A number that is looked up when somebody asks for it. */
  #gauge(name: string, help: string, labelNames: string[], look: (gauge: Gauge) => void): void {
    const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [this.registry], collect: () => look(gauge) });
  }

  #watchPools(db: Database): void {
    this.#gauge("magazin_database_connections", "Connections to the database", ["pool", "state"], (gauge) => {
      for (const { pool, busy, idle } of poolLoads(db)) {
        gauge.set({ pool, state: "busy" }, busy);
        gauge.set({ pool, state: "idle" }, idle);
      }
    });
    const most = "How many connections to the database there may be";
    this.#gauge("magazin_database_connections_max", most, ["pool"], (gauge) => {
      for (const load of poolLoads(db)) gauge.set({ pool: load.pool }, load.most);
    });
    const waiting = "Statements that wait for a connection to the database";
    this.#gauge("magazin_database_waiting", waiting, ["pool"], (gauge) => {
      for (const load of poolLoads(db)) gauge.set({ pool: load.pool }, load.waiting);
    });
  }

  #watchStandbys(standbys: Standbys): void {
    const common = { labelNames: ["standby"], registers: [this.registry] };
    const lag: Gauge = new Gauge({
      name: "magazin_standby_lag_seconds",
      help: "How far a standby is behind the primary, at most",
      aggregator: "max",
      collect: () => standbys.all.forEach((each) => lag.set({ standby: each.name }, each.lag / 1000)),
      ...common,
    });
    const fit: Gauge = new Gauge({
      name: "magazin_standby_fit",
      help: "Whether a standby reads along: 0 where it is left out",
      aggregator: "min",
      collect: () => standbys.all.forEach((each) => fit.set({ standby: each.name }, each.trouble === null ? 1 : 0)),
      ...common,
    });
    const reads = new Counter({
      name: "magazin_reads_total",
      help: "Statements of reading calls, by the server that answered them",
      labelNames: ["server"],
      registers: [this.registry],
      collect: () => {
        reads.reset();
        reads.inc({ server: "primary" }, standbys.readsOfPrimary);
        for (const { name, reads: own } of standbys.all) reads.inc({ server: name }, own.answered);
      },
    });
    const again = new Counter({
      name: "magazin_reads_repeated_total",
      help: "Statements that failed on a standby and were answered by the primary",
      collect: () => {
        again.reset();
        for (const { name, reads: own } of standbys.all) again.inc({ standby: name }, own.repeated);
      },
      ...common,
    });
  }

  #watchPress(pdfWorkers: PdfWorkers): void {
    const help = "Documents that are being set, and that wait for it";
    this.#gauge("magazin_documents", help, ["state"], (gauge) => {
      for (const [state, documents] of Object.entries(pdfWorkers.load)) gauge.set({ state }, documents);
    });
  }
}
