import { describe, expect, it } from "vitest";
import type { Notice as SpokenNotice } from "#main/ports/index.ts";
import { NoticeBoard } from "#main/runtime/notices/notice-board.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import { createVirtualClock } from "#simulator/virtual-clock.ts";

const NOW_MS = 1_800_000_000_000;

function board(stored: { value: unknown }) {
  const clock = createVirtualClock(NOW_MS);
  const said: SpokenNotice[] = [];
  const published: Notice[] = [];
  const made = new NoticeBoard({
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    notify: (notice) => said.push(notice),
    publish: (notice) => published.push(notice),
    load: async () => stored.value,
    save: async (notices) => {
      stored.value = JSON.parse(JSON.stringify(notices));
    },
  });
  return { clock, said, published, board: made };
}

const matter = (key: string, clientId = "birch"): Omit<Notice, "at" | "dismissedBy"> => ({
  key,
  kind: "lock_moved_back",
  clientId,
  title: "Lock date moved back",
  body: "Birch & Co",
  address: `/clients/${clientId}/findings`,
});

describe("what a person is told of", () => {
  it("says one thing once, across restarts, until it is settled", async () => {
    const stored = { value: null as unknown };
    const first = board(stored);
    await first.board.raise(matter("lock/birch/1"));
    await first.board.raise(matter("lock/birch/1"));
    await first.clock.advance(10_000);
    expect(first.said).toEqual([{ title: "Lock date moved back", body: "Birch & Co", address: "/clients/birch/findings" }]);
    const second = board(stored);
    await second.board.raise(matter("lock/birch/1"));
    await second.clock.advance(10_000);
    expect([second.said, second.published]).toEqual([[], []]);
    await second.board.settle("lock/birch/");
    expect(await second.board.list()).toEqual([]);
    await second.board.raise(matter("lock/birch/1"));
    await second.clock.advance(10_000);
    expect(second.said).toHaveLength(1);
  });

  it("lists no more what a person dealt with, and does not tell of it again while it stands", async () => {
    const stored = { value: null as unknown };
    const { clock, said, board: made } = board(stored);
    await made.raise(matter("lock/birch/1"));
    await made.raise({ ...matter("sign-in/birch"), kind: "needs_sign_in" });
    expect(await made.dismiss(["lock/birch/1", "sign-in/birch", "gone"], "anna@here")).toBe(1);
    expect((await made.list()).map(({ key }) => key)).toEqual(["sign-in/birch"]);
    const after = board(stored);
    await after.board.raise(matter("lock/birch/1"));
    await after.clock.advance(10_000);
    expect([await after.board.list(), after.said]).toMatchObject([[{ key: "sign-in/birch" }], []]);
    await clock.advance(10_000);
    expect(said).toHaveLength(1);
  });

  it("gathers what comes together into one message, and says nothing of what was settled meanwhile", async () => {
    const { clock, said, board: made } = board({ value: null });
    for (let index = 0; index < 40; index++) await made.raise(matter(`lock/c${index}/1`, `c${index}`));
    await made.settle("lock/c0/");
    await clock.advance(10_000);
    expect(said).toEqual([{ title: "39 items need your attention", body: "Lock date moved back.", address: "/inbox" }]);
    expect(await made.list()).toHaveLength(39);
  });

  it("calls nobody for what is quiet, keeps its words up to date, and a dismissal can be taken back", async () => {
    const { clock, said, published, board: made } = board({ value: null });
    await made.raise({ ...matter("variance/birch/open"), quiet: true, detail: "by 1.00 EUR" });
    await made.raise({ ...matter("variance/birch/open"), quiet: true, detail: "by 2.00 EUR" });
    await clock.advance(10_000);
    expect([said, published]).toEqual([[], []]);
    expect((await made.list()).map(({ detail }) => detail)).toEqual(["by 2.00 EUR"]);
    await made.dismiss(["variance/birch/open"], "anna@here");
    expect([await made.list(), await made.restore(["variance/birch/open"])]).toEqual([[], 1]);
    expect(await made.list()).toHaveLength(1);
  });

  it("stores what comes together at once, and answers nobody before their change is stored", async () => {
    let saves = 0;
    let stored: readonly Notice[] = [];
    const made = new NoticeBoard({
      clock: createVirtualClock(NOW_MS),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      publish: () => undefined,
      load: async () => null,
      save: async (notices) => {
        saves++;
        await new Promise((resolve) => setImmediate(resolve));
        stored = notices;
      },
    });
    const keys = Array.from({ length: 60 }, (_, index) => `lock/c${index}/1`);
    await Promise.all(
      keys.map(async (key) => {
        await made.raise(matter(key));
        expect(stored.map((notice) => notice.key)).toContain(key);
      }),
    );
    expect(stored).toHaveLength(60);
    expect(saves).toBeLessThanOrEqual(2);
  });

  it("reads the list again where it couldn't be read before", async () => {
    let loads = 0;
    const made = new NoticeBoard({
      clock: createVirtualClock(NOW_MS),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      publish: () => undefined,
      load: async () => {
        loads++;
        if (loads === 1) throw new Error("busy");
        return null;
      },
      save: async () => undefined,
    });
    await expect(made.list()).rejects.toThrow("busy");
    await made.raise(matter("lock/birch/1"));
    expect([(await made.list()).map(({ key }) => key), loads]).toEqual([["lock/birch/1"], 2]);
  });
});
