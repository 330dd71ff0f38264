import type { Clock } from "#server/takeover/clock.ts";
import { type Hours, openFrom } from "./hours.ts";

/** Speed at which the old system is read. */
export interface ReadingSpeed {
  /** Requests a second, at most. */
  readonly rate: number;
  readonly hours: Hours | null;
}

const atOnce = 2;
const slowest = 50; // times as slow as asked for
const firstAnswers = 20; // say how long an answer usually takes
const slowFrom = 500; // ms below which no answer is slow

/**
 * Lets requests go: two at once, at most `rate` a second, none outside of the hours. It is slower by itself where answers take three times
 * as long as the first twenty, and where it is asked to, and finds back by the answers that are quick again.
 */
export class Pace {
  readonly #speed: ReadingSpeed;
  readonly #clock: Clock;
  readonly #sayPause: (until: Date) => void;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #next = 0;
  #factor = 1;
  #usual = 0;
  #answers = 0;
  #recent = 0;

  constructor(speed: ReadingSpeed, clock: Clock, sayPause: (until: Date) => void) {
    [this.#speed, this.#clock, this.#sayPause] = [speed, clock, sayPause];
  }

  get hours(): Hours | null {
    return this.#speed.hours;
  }

  /** ms from one request to the next, as it goes now: as the rate says, or as the answers take. */
  get msEach(): number {
    return Math.max((1000 / this.#speed.rate) * this.#factor, this.#recent / atOnce);
  }

  /** Factor by which the reading is slower than requested. */
  get factor(): number {
    return this.#factor;
  }

  /** Makes one request when its turn has come. */
  async run<T>(request: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running++;
    try {
      await this.#turn();
      const begun = this.#clock.now().getTime();
      const answer = await request();
      this.#observe(this.#clock.now().getTime() - begun);
      return answer;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Goes at half the speed from now on, and rests for so many ms. */
  slowDown(rest: number): void {
    this.#factor = Math.min(slowest, this.#factor * 2);
    this.#next = Math.max(this.#next, this.#clock.now().getTime() + rest);
  }

  async #turn(): Promise<void> {
    const now = this.#clock.now().getTime();
    const free = Math.max(now, this.#next);
    const at = this.#speed.hours === null ? free : openFrom(this.#speed.hours, free);
    this.#next = at + (1000 / this.#speed.rate) * this.#factor;
    if (at > free) this.#sayPause(new Date(at));
    if (at > now) await this.#clock.sleep(at - now);
  }

  #observe(ms: number): void {
    this.#answers++;
    this.#recent = this.#answers === 1 ? ms : this.#recent * 0.8 + ms * 0.2;
    if (this.#answers <= firstAnswers) {
      this.#usual += ms / firstAnswers;
      return;
    }
    const isSlow = this.#recent > slowFrom && this.#recent > 3 * this.#usual;
    if (isSlow && this.#answers % 10 === 0) this.#factor = Math.min(slowest, this.#factor * 1.5);
    if (!isSlow) this.#factor = Math.max(1, this.#factor * 0.97);
  }
}
