import pg from "pg";

/**
 * ms. All is counted in ticks of this process and not by the clock: after a pause of its own, of the whole machine too, nobody else was silent for so
 * long.
 */
const tick = 500;
/** Ticks that somebody waits for an answer before somebody new asks whether the database answers at all; and for which they get none until it hangs. */
const [suspicious, timeouts] = [4, 12] as const;
/** Ticks after which another one asks in place of one that was never answered: its packets may be lost, while those of others arrive again. */
const longestQuestion = 60;

/** The database is there and does not answer: its disk or its machine stands still, or packets to it are lost. */
export class DatabaseHangs extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("The database does not answer.");
  }
}

/** Somebody waits for the database. */
export interface Wait {
  ticks: number;
  /** Ticks after which the database itself would have ended it. */
  readonly longest: number;
  /** Id of the process whose answer it is, where one was asked already. */
  readonly pid: number | null;
  readonly giveUp: () => void;
}

/** Kind of statement. A hanging disk may let one kind answer and not the other: only a write waits for the disk. */
type Statement = "reads" | "writes";
const questions: Readonly<Record<Statement, string>> = {
  reads: "select 1",
  // its commit is on the disk before it is answered, and changes nothing
  writes: "select pg_logical_emit_message(true, 'magazin', '')",
};
/** Connections whose server waits for the next statement while we wait for an answer to the last: one of the two was lost on its way. */
const hangingQuery = `select pid from pg_stat_activity where pid = any($1::int[]) and state like 'idle%' and state_change < now() - interval '2 seconds'`;

const noPids: readonly number[] = [];

interface Question {
  readonly client: pg.Client;
  ticks: number;
}

/** Those who wait for one kind of statement, and whether they wait in vain. */
class Waiting {
  readonly waits = new Set<Wait>();
  isHanging = false;
  #question: Question | null = null;
  #rest = 0;
  readonly #statement: Statement;
  readonly #config: pg.ClientConfig;
  readonly #onHang: () => void;

  constructor(statement: Statement, config: pg.ClientConfig, onHang: () => void) {
    this.#statement = statement;
    this.#config = config;
    this.#onHang = onHang;
  }

  tick(): void {
    for (const wait of this.waits) if (++wait.ticks > wait.longest) this.#giveUp(wait);
    this.#ask();
    if (this.isHanging) for (const wait of this.waits) this.#giveUp(wait);
  }

  #giveUp(wait: Wait): void {
    this.waits.delete(wait);
    wait.giveUp();
  }

  #ask(): void {
    if (this.#rest > 0) this.#rest--;
    if (this.#question === null) {
      const isWanted = this.isHanging || (this.#rest === 0 && [...this.waits].some(({ ticks }) => ticks >= suspicious));
      if (isWanted) void this.#askAnew();
      return;
    }
    const { client, ticks } = this.#question;
    this.#question.ticks++;
    if (ticks >= longestQuestion) {
      this.#question = null;
      client.end().catch(() => undefined);
    } else if (ticks >= timeouts && !this.isHanging) {
      this.isHanging = true;
      this.#onHang();
    }
  }

  /** Somebody new asks: on a connection of their own, so that nothing of before is in its way. */
  async #askAnew(): Promise<void> {
    const client = new pg.Client(this.#config);
    client.on("error", () => undefined);
    const question = { client, ticks: 0 };
    this.#question = question;
    const error = await this.#answer(client).catch(({ code }: { code?: string }) => (code === "53300" ? null : noPids));
    void client.end().catch(() => undefined);
    if (this.#question !== question) return; // nobody waits for this answer any more
    this.#question = null;
    this.#rest = suspicious;
    if (error === null) return; // too many still wait for a disk: whoever comes newly is not let in, and that says nothing
    this.isHanging = false;
    for (const wait of this.waits) if (wait.pid !== null && error.includes(wait.pid)) this.#giveUp(wait);
  }

  async #answer(client: pg.Client): Promise<number[]> {
    await client.connect();
    await client.query(questions[this.#statement]);
    const pids = [...this.waits].flatMap(({ pid, ticks }) => (pid !== null && ticks >= suspicious ? [pid] : []));
    const { rows } = await client.query<{ pid: number }>(hangingQuery, [pids]);
    return rows.map(({ pid }) => pid);
  }
}

/**
 * Sees to it that nobody waits for a database that hangs: its own limits do not run then. What takes long is left alone for as long as the database
 * answers somebody new.
 */
export class HangWatch {
  readonly #waiting: Readonly<Record<Statement, Waiting>>;
  readonly #timer: NodeJS.Timeout;

  /** `onHang` hears of it before those who wait. */
  constructor(config: pg.ClientConfig, onHang: () => void) {
    this.#waiting = { reads: new Waiting("reads", config, onHang), writes: new Waiting("writes", config, onHang) };
    this.#timer = setInterval(() => {
      this.#waiting.reads.tick();
      this.#waiting.writes.isHanging ||= this.#waiting.reads.isHanging;
      this.#waiting.writes.tick();
    }, tick).unref();
  }

  isHanging(statement: Statement): boolean {
    return this.#waiting[statement].isHanging;
  }

  /** Somebody waits from now on, for so many ms at most; whose connection is asked has a process there. */
  begin(
    statement: Statement,
    giveUp: () => void,
    { pid = null, longest = Infinity }: { pid?: number | null; longest?: number } = {},
  ): Wait {
    const wait = { ticks: 0, pid, giveUp, longest: longest / tick };
    this.#waiting[statement].waits.add(wait);
    return wait;
  }

  /** They wait no longer. */
  end(statement: Statement, wait: Wait): void {
    this.#waiting[statement].waits.delete(wait);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
