import { describe, expect, test } from "vitest";
import { Queues } from "./queues.ts";

const here = new AbortController().signal;
const few = () => new Queues({ reads: 2, writes: 1, uploads: 1 });

describe("the calls of one caller", () => {
  test("run so many at once, the others first come, first served", async () => {
    const queues = few();
    const started: number[] = [];
    const ends = new Map<number, () => void>();
    const calls = [1, 2, 3, 4].map(async (number) => {
      ends.set(number, await queues.turn("7", "reads", here));
      started.push(number);
    });
    await Promise.all(calls.slice(0, 2));
    expect(started).toEqual([1, 2]);
    ends.get(2)?.();
    ends.get(2)?.(); // counts once
    await calls[2];
    expect(started).toEqual([1, 2, 3]);
    ends.get(1)?.();
    await calls[3];
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test("keep nobody else waiting, nor their own of another kind", async () => {
    const queues = few();
    await queues.turn("7", "writes", here);
    const waiting = queues.turn("7", "writes", here).then(() => "started");
    await queues.turn("8", "writes", here);
    await queues.turn("7", "reads", here);
    expect(await Promise.race([waiting, Promise.resolve("waiting")])).toBe("waiting");
  });

  test("leave the queue with their client", async () => {
    const queues = few();
    const end = await queues.turn("7", "writes", here);
    const client = new AbortController();
    const left = queues.turn("7", "writes", client.signal);
    const stays = queues.turn("7", "writes", here);
    client.abort();
    await expect(left).rejects.toThrow("aborted");
    await expect(queues.turn("8", "writes", client.signal), "who has gone does not begin").rejects.toThrow("aborted");
    end();
    (await stays)();
    (await queues.turn("7", "writes", here))();
  });

  test("are refused when two hundred wait already, and taken again when there is room", async () => {
    const queues = few();
    const end = await queues.turn("7", "writes", here);
    const waiting = Array.from({ length: 200 }, () => queues.turn("7", "writes", here));
    await expect(queues.turn("7", "writes", here)).rejects.toMatchObject({ status: 429, code: "too_many_calls" });
    end();
    waiting.push(queues.turn("7", "writes", here));
    for (const turn of waiting) (await turn)();
  });
});
