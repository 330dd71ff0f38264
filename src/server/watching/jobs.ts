import { Counter, Gauge, Registry } from "prom-client";

/** Jobs that the server does by itself, under their names in `/metrics`. */
const jobs = [
  "forget",
  "blank",
  "copies",
  "sweep",
  "words",
  "seal",
  "stamp",
  "months",
  "procedures",
  "reminders",
  "waiting",
] as const;
type Job = (typeof jobs)[number];

/** When each job last went through: whoever watches the server wants to know of one that does not any more. */
export class Jobs {
  readonly registry = new Registry();
  readonly #now: () => Date;
  readonly #last: Map<Job, Date>;
  readonly #failures: Counter;

  constructor(now: () => Date) {
    this.#now = now;
    this.#last = new Map(jobs.map((job) => [job, now()]));
    // `job` is what Prometheus calls whoever it asks
    const common = { labelNames: ["task"], registers: [this.registry] };
    const age = new Gauge({
      name: "magazin_job_age_seconds",
      help: "How long ago a job of the server last went through, or the server started",
      collect: () => {
        for (const [task, last] of this.#last) age.set({ task }, (now().getTime() - last.getTime()) / 1000);
      },
      ...common,
    });
    this.#failures = new Counter({
      name: "magazin_job_failures_total",
      help: "How often a job of the server failed",
      ...common,
    });
    for (const job of jobs) this.#failures.inc({ task: job }, 0);
  }

  /** Does a job, and notes how it ended. */
  async run(job: Job, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#last.set(job, this.#now());
    } catch (error) {
      this.#failures.inc({ task: job });
      throw error;
    }
  }
}
