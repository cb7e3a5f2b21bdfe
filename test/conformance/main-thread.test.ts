import { expect, test } from "vitest";
import type { SpawnThread } from "#main/ports/index.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import { endWorld } from "./expecting.ts";

interface Reply {
  readonly op: string;
  readonly text: string;
}

/** Threads whose replies are noted: what the main thread has to take in. */
function notedThreads(replies: Reply[]): (home: string) => SpawnThread {
  return (home) => {
    const spawn = inlineThreads(home);
    return (name) => {
      const port = spawn(name);
      const asked = new Map<number, string>();
      return {
        ...port,
        post: (message, transfer) => {
          const { id, op } = message as { readonly id: number; readonly op: string };
          asked.set(id, op);
          port.post(message, transfer);
        },
        onMessage: (listener) =>
          port.onMessage((message) => {
            const { id } = message as { readonly id: number };
            replies.push({ op: asked.get(id) ?? "", text: JSON.stringify(message) });
            listener(message);
          }),
      };
    };
  };
}

async function withReplies(test: (world: World, replies: Reply[]) => Promise<void>): Promise<void> {
  const replies: Reply[] = [];
  const styles = ["a", "b", "c", "a"] as const;
  const world = await createWorld({ seed: 81, tenants: styles.map((style) => ({ style })), spawn: notedThreads(replies) });
  try {
    for (const tenant of world.tenants) await tenant.sync();
    await world.clock.advance(3_600_000);
    replies.length = 0;
    await test(world, replies);
  } finally {
    await endWorld(world);
  }
}

/** The operations whose replies name more than one client. */
function aboutSeveral(world: World, replies: readonly Reply[]): string[] {
  const clientIds = world.tenants.map(({ source }) => source.clientId);
  return replies.filter(({ text }) => clientIds.filter((clientId) => text.includes(`"${clientId}"`)).length > 1).map(({ op }) => op);
}

test("reading a client's changes takes in nothing of other clients: the main thread's work doesn't grow with the firm", async () => {
  await withReplies(async (world, replies) => {
    const done = await world.run(
      Promise.all(world.tenants.map(({ source }) => world.runtime.context.engine.sync(source.clientId, { urgent: true }))),
    );
    await world.clock.advance(60_000);
    expect(done.map((sync) => sync?.state)).toEqual(world.tenants.map(() => "up_to_date"));
    expect(replies.length).toBeGreaterThan(100);
    expect(aboutSeveral(world, replies)).toEqual([]);
  });
});

test("a question about one client takes in nothing of other clients", async () => {
  await withReplies(async (world, replies) => {
    const clientId = world.tenants[1]?.source.clientId ?? "";
    await ask(world, "documents.list", { clientId, filter: {}, limit: 10 });
    await ask(world, "sync.status", { clientId });
    await ask(world, "close.status", { clientId, period: "2026-10" });
    await world.clock.advance(60_000);
    expect(replies.length).toBeGreaterThan(5);
    expect(aboutSeveral(world, replies)).toEqual([]);
  });
});
