import { describe, expect, it } from "vitest";
import { EventBacklog } from "#main/hosts/node/browser/event-backlog.ts";
import type { BridgeEvent } from "#shared/contract/reply.ts";

const taken = (...news: readonly (readonly [string, object])[]) => {
  const backlog = new EventBacklog();
  for (const [topic, payload] of news) backlog.add({ topic, payload } as BridgeEvent);
  return backlog.take().map(({ topic, payload }) => [topic, payload]);
};

describe("what a page missed while it didn't read", () => {
  it("is the newest of each client, update and notice", () => {
    const old = ["writes.changed", { clientId: "c", jobId: "1", state: "sent" }] as const;
    const rest = [
      ["writes.changed", { clientId: "c", jobId: "1", state: "accepted" }],
      ["writes.changed", { clientId: "c", jobId: "2", state: "queued" }],
      ["notice.raised", { clientId: "c", key: "a" }],
      ["notice.raised", { clientId: "c", key: "b" }],
      ["signIn.changed", { signInId: "1" }],
      ["signIn.changed", { signInId: "2" }],
      ["schedule.changed", { online: true, paused: false }],
    ] as const;
    expect(taken(old, ...rest)).toEqual(rest);
  });

  it("names every client of a topic that lists them", () => {
    const news = [
      ["safety.changed", { clientIds: ["a"] }],
      ["clients.changed", { clientIds: ["a"] }],
      ["safety.changed", { clientIds: ["b", "a"] }],
    ] as const;
    expect(taken(...news)).toEqual([
      ["safety.changed", { clientIds: ["a", "b"] }],
      ["clients.changed", { clientIds: ["a"] }],
    ]);
  });
});
