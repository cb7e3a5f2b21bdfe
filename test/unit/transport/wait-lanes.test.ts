import { describe, expect, it } from "vitest";
import { type Lane, WaitLanes } from "#main/transport/limiter/wait-lanes.ts";

interface Waiter {
  readonly lane: Lane;
  readonly fairKey: string;
  readonly name: string;
  readonly goesFirst: () => boolean;
}

const anyone = () => true;
const waiter = (name: string, lane: Lane = "background", goesFirst = false): Waiter => ({
  lane,
  fairKey: name.slice(0, 1),
  name,
  goesFirst: () => goesFirst,
});

function lanesOf(...waiters: readonly Waiter[]): WaitLanes<Waiter> {
  const lanes = new WaitLanes<Waiter>();
  for (const one of waiters) lanes.add(one);
  return lanes;
}

/** Takes everyone out, one after another, as long as somebody may go. */
function order(lanes: WaitLanes<Waiter>, mayGo: (one: Waiter) => boolean = anyone): string[] {
  const names: string[] = [];
  for (let next = lanes.peek(mayGo); next !== null; next = lanes.peek(mayGo)) {
    lanes.take(next);
    names.push(next.name);
  }
  return names;
}

describe("the lanes of a queue", () => {
  it("let writes go before people, and people before jobs", () => {
    expect(order(lanesOf(waiter("job"), waiter("person", "person"), waiter("write", "write")))).toEqual(["write", "person", "job"]);
  });

  it("let keys take turns, whether they wait in the list or are taken", () => {
    const lanes = lanesOf(...["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => waiter(name)));
    expect([...lanes.inOrder()].map(({ name }) => name)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    expect(order(lanes)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("let a key that was asked for go before the others of its lane, and of no other", () => {
    const lanes = lanesOf(waiter("a1"), waiter("b1", "background", true), waiter("c1"), waiter("p", "person"));
    expect(order(lanes)).toEqual(["p", "b1", "a1", "c1"]);
  });

  it("pass over who can't go, and have nobody when none can", () => {
    const lanes = lanesOf(waiter("w1", "write"), waiter("a1"), waiter("b1"));
    expect(lanes.peek(({ name }) => name === "b1")?.name).toBe("b1");
    expect(lanes.peek(() => false)).toBeNull();
  });

  it("give a job one turn after nine calls went before it", () => {
    const writes = Array.from({ length: 12 }, (_, index) => waiter(`w${index}`, "write"));
    const names = order(lanesOf(...writes, waiter("job")));
    expect(names.indexOf("job")).toBe(9);
  });

  it("give a person a turn after nine writes, and then the job one after nine more", () => {
    const writes = Array.from({ length: 30 }, (_, index) => waiter(`w${index}`, "write"));
    const names = order(lanesOf(...writes, waiter("person", "person"), waiter("job")));
    expect(names.indexOf("person")).toBe(9);
    expect(names.indexOf("job")).toBeLessThan(20);
  });

  it("don't hold calls against a lane in which nobody waited", () => {
    const lanes = lanesOf(...Array.from({ length: 20 }, (_, index) => waiter(`w${index}`, "write")));
    for (let taken = 0; taken < 15; taken++) lanes.take(lanes.peek(anyone) as Waiter);
    lanes.add(waiter("job"));
    expect(lanes.peek(anyone)?.name).toBe("w15");
  });

  it("forget who leaves, once", () => {
    const [first, second] = [waiter("a1"), waiter("a2")];
    const lanes = lanesOf(first, second);
    expect(lanes.remove(first)).toBe(true);
    expect(lanes.remove(first)).toBe(false);
    expect(lanes.remove(waiter("z1"))).toBe(false);
    expect(lanes.size).toBe(1);
    expect(order(lanes)).toEqual(["a2"]);
    expect([lanes.size, [...lanes.inOrder()]]).toEqual([0, []]);
  });
});
