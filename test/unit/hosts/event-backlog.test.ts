import { describe, expect, it } from "vitest";
import { EventBacklog } from "#main/hosts/node/browser/event-backlog.ts";
import type { BridgeEvent } from "#shared/contract/reply.ts";

function kept(...events: readonly BridgeEvent[]): readonly BridgeEvent[] {
  const backlog = new EventBacklog();
  for (const event of events) backlog.add(event);
  const taken = backlog.take();
  expect(backlog.take()).toEqual([]);
  return taken;
}

const event = (topic: string, payload: unknown): BridgeEvent => ({ topic, payload });

describe("news for a page that reads slowly", () => {
  it("keeps the newest of a client, in the order in which they became true", () => {
    const [a1, b1, a2] = ["a", "b", "a"].map((clientId, at) => event("sync.progress", { clientId, at })) as [
      BridgeEvent,
      BridgeEvent,
      BridgeEvent,
    ];
    expect(kept(a1, b1, a2)).toEqual([b1, a2]);
  });

  it("keeps every notice, sign-in, pack and update, of each the newest", () => {
    const news = [
      event("notice.raised", { key: "a", title: "One" }),
      event("notice.raised", { key: "b", title: "Another" }),
      event("signIn.changed", { signInId: "1" }),
      event("signIn.changed", { signInId: "2" }),
      event("packs.progress", { jobId: "1", state: "done" }),
      event("packs.progress", { jobId: "2", state: "running" }),
      event("writes.changed", { clientId: "a", jobId: "1", state: "accepted" }),
      event("writes.changed", { clientId: "a", jobId: "2", state: "queued" }),
    ];
    expect(kept(event("packs.progress", { jobId: "1", state: "running" }), ...news)).toEqual(news);
  });

  it.each(["clients.changed", "insights.changed", "safety.changed"])("keeps all clients that %s names", (topic) => {
    const news = [["a"], ["b"], ["a", "c"]].map((clientIds) => event(topic, { clientIds }));
    expect(kept(...news)).toEqual([event(topic, { clientIds: ["a", "b", "c"] })]);
  });

  it("keeps news that names no client, which is about all of them", () => {
    const all = event("clients.changed", { clientIds: [] });
    expect(kept(all, event("clients.changed", { clientIds: ["a"] }))).toEqual([all, event("clients.changed", { clientIds: ["a"] })]);
  });
});
